// Words for the person at the terminal. Standard output belongs to the task's own data.

/** An expected failure, shown as one sentence without a stack. */
export class ScriptError extends Error {}

/** @param {string} line */
export function say(line) {
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
  say(
    error instanceof ScriptError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
  process.exitCode = 1;
}
