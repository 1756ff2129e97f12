import { type ParseArgsOptionsConfig } from 'node:util';

/** The world as a command sees it. */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** One line of data; resolves when there is room for more. */
  out(line: string): Promise<void>;
  /** One line of progress or trouble. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the program is to end: SIGINT, SIGTERM, or nobody reads on. */
  readonly signal: AbortSignal;
}

/** What stood on the command line, options by name. */
export interface Given {
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly words: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** Answers with the exit code: 0 done, 1 failed; throws a UsageError for 2. */
  run(given: Given, io: CliIo): Promise<0 | 1>;
}

/** Something on the command line is missing or wrong: exit code 2. */
export class UsageError extends Error {}

/** Something went wrong that the user can do something about; the message says what. Exit code 1. */
export class CommandError extends Error {}

/** A text option, or undefined; of a repeated one the last. */
export function textOption({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A text option that must be there. */
export function requiredOption(given: Given, name: string): string {
  const value = textOption(given, name);
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** A whole number between `least` and `most`, or undefined where the option is not given. */
export function numberOption(given: Given, name: string, least: number, most: number): number | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
  return number;
}

/** One of these words, or undefined where the option is not given. */
export function wordOption<T extends string>(given: Given, name: string, words: readonly T[]): T | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value);
  if (word === undefined) throw new UsageError(`--${name} must be one of: ${words.join(', ')}`);
  return word;
}

/** What to say where `--db` names no file, with the way to make one. */
export function noStore(file: string): CommandError {
  return new CommandError(
    `There is no store at ${file}. Make one first, with “import --db ${file} FILE” or “sync --db ${file} --url URL”.`,
  );
}
