import { type EntryWriter, plainName } from './entry';

/** A name per line, which resolves to no address. Names below it need lines of their own. */
export const hostsLines: EntryWriter = ({ indicator }) => {
  const name = plainName(indicator);
  return name === undefined ? [] : [`0.0.0.0 ${name}`];
};
