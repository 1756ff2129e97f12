import { type EntryWriter, plainAddress, plainName, plainUrl } from './entry';

/** One indicator per line. */
export const plainListLines: EntryWriter = ({ indicator }) =>
  [plainName(indicator) ?? plainAddress(indicator) ?? plainUrl(indicator)].filter((line) => line !== undefined);
