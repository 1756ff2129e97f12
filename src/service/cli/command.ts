import { type ParseArgsOptionsConfig } from 'node:util';
import { type Output, type Streams } from './output';

/** What a command gets from its process. */
interface Surroundings {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the program is to end, with an {@link Ending} as the reason. */
  readonly signal: AbortSignal;
}

/** Why a command is to end: a signal (SIGINT, SIGTERM), nobody reads on (`| head`), or its output can't be written. */
export type Ending =
  { readonly kind: 'signal' | 'readerGone' } | { readonly kind: 'outputFailed'; readonly detail: string };

/** The world as the command line sees it. */
export interface World extends Surroundings {
  readonly streams: Streams;
  /** Resolves when all that was printed is written, or can't be. */
  flushed(): Promise<void>;
}

/** The world as a command sees it. */
export interface CliIo extends Surroundings, Output {}

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
  /** Answers with the exit code: 0 done, 1 failed or not complete; throws a UsageError for 2. */
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
