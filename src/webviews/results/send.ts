import type { FromResultsPanel } from '../messages/results';

/** Sends a user action to the host. */
export type Send = (message: FromResultsPanel) => void;
