import type { FromRecordPanel } from '../messages/record';

/** Tells the host what the user did. */
export type Send = (message: FromRecordPanel) => void;
