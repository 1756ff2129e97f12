/** What errors of the way to a database mean, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server accepts connections there',
  ECONNRESET: 'the server has closed the connection',
  EPIPE: 'the server has closed the connection',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: "the server can't be reached",
  ENETUNREACH: "the server can't be reached",
  ENOTFOUND: 'no server has that name',
  EAI_AGAIN: "the name of the server can't be resolved",
};

/** An error of a database, or of the way to it, for people; with the code, by which others can search. */
export function describeError({ message }: Error, code: string): string {
  const meaning = meanings[code];
  if (meaning !== undefined) return `${meaning} (${code})`;
  if (/^Connection terminated/.test(message)) return 'the server has closed the connection';
  return message === '' ? code : message;
}
