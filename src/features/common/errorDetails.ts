/** An error for the output channel: its stack and those of its causes. Errors of the gateway contain no key. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // eslint-disable-next-line messages/no-literal -- for the output channel
  const cause = error.cause === undefined ? '' : `\ncaused by ${errorDetails(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
