import type { FromRecordPanel } from '../../messages/record';

/** Sends a message to the host. */
export type Send = (message: FromRecordPanel) => void;
