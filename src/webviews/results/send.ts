import type { FromResultsPanel } from '../messages/results';

/** Tells the host what the user did. */
export type Send = (message: FromResultsPanel) => void;
