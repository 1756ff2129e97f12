/** An error for the output channel: its stack and those of its causes. Errors of the gateway contain no key. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\n[cause]: ${errorDetails(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
