/** Meanings of errors on the way to a database, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the server has closed the connection',
  EPIPE: 'the server has closed the connection',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: "the server can't be reached",
  ENETUNREACH: "the server can't be reached",
  ENOTFOUND: 'no server has that name',
  EAI_AGAIN: "the name of the server can't be resolved",
};

/** Whether it is an error of the way to a database. */
export function isConnectionError(code: string): boolean {
  return Object.hasOwn(meanings, code);
}

/** An error of a database, or of the way to it, for people; with the code, by which others can search. */
export function describeError({ message }: Error, code: string): string {
  const meaning = meanings[code];
  if (meaning !== undefined) return `${meaning} (${code})`;
  if (/^Connection terminated/.test(message)) return 'the server has closed the connection';
  return message === '' ? code : message;
}
