// Words for the person at the terminal. Standard output belongs to the task's own data.

/** An expected failure, shown as one sentence without a stack. */
export class ExpectedError extends Error {}

/** @param {string} line */
export function print(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Prints a failure as a person wants it, and sets the exit code.
 * @param {unknown} error
 */
export function fail(error) {
  print(
    error instanceof ExpectedError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
  process.exitCode = 1;
}
