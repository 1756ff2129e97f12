// Messages on the terminal. They use standard error, because standard output is for the task's data.

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
 * Prints an error and sets the exit code.
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
