import { type ExitCode, exitCode } from './exitCodes';
import { storeVariable } from './manual/shared';
import type { CommandDescription } from './manual/types';
import type { Output, Streams } from './output';

/** Parts of the process that a command uses. */
interface CliEnvironment {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bundle that finds indicators in threads of its own; absent: they are found in this thread. */
  readonly finderFile?: string;
  /** Aborted when the program must end, with an {@link ExitReason} as the reason. */
  readonly signal: AbortSignal;
}

/**
 * Why a command must end: a signal (SIGINT, SIGTERM), a reader that stopped (`| head`), or output that can't be
 * written.
 */
export type ExitReason =
  { readonly kind: 'signal' | 'readerGone' } | { readonly kind: 'outputFailed'; readonly detail: string };

/** The environment of the command line. */
export interface CliContext extends CliEnvironment {
  readonly streams: Streams;
  /** Resolves when all output is written or has failed. */
  flushed(): Promise<void>;
}

/** The environment of a command. */
export interface CliIo extends CliEnvironment, Output {}

/** The parsed command line, options by name. */
export interface ParsedArgs {
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command extends CommandDescription {
  /** Returns the exit code. Throws a UsageError for {@link exitCode.usage}. */
  run(given: ParsedArgs, io: CliIo): Promise<ExitCode>;
}

/** A missing or invalid argument; exit code 2. */
export class UsageError extends Error {}

/** An error that the user can fix, with a message; exit code 1. */
export class CommandError extends Error {}

/** There is no store to look anything up in. */
export class NoStoreError extends CommandError {}

/** The exit code of a command that is complete, or isn't. */
export function getCode(isComplete: boolean): ExitCode {
  return isComplete ? exitCode.done : exitCode.failed;
}

/** Whether a flag is set. */
export function hasFlag({ options }: ParsedArgs, name: string): boolean {
  return options[name] === true;
}

/** Description of the databases that `--db` accepts. */
const databaseUrl = 'a database URL such as postgres://USER:PASSWORD@HOST/DATABASE, without quotes or spaces';

/** Stores that `--db` of a command accepts. */
type StoreKind = 'any' | 'database';

/** A `--db` that a command doesn't accept. */
export function wrongStore(kind: StoreKind, option = '--db'): UsageError {
  return new UsageError(`${option} must be ${kind === 'any' ? 'a file or ' : ''}${databaseUrl}`);
}

/**
 * Returns the store in the arguments, or that of the environment; undefined without both. Throws a UsageError for an
 * address that isn't that of a database: the name of a new file would contain its password.
 */
export function storeFileIn(
  given: ParsedArgs,
  { env }: Pick<CliIo, 'env'>,
  kind: StoreKind = 'any',
): string | undefined {
  const option = textOption(given, 'db');
  const file = option ?? env[storeVariable];
  if (file === undefined || file === '') return undefined;
  if (isMistypedAddress(file)) throw wrongStore(kind, option === undefined ? storeVariable : '--db');
  return file;
}

/** A drive of Windows has one letter. */
function isMistypedAddress(db: string): boolean {
  if (/^postgres(?:ql)?:\/\/\S*$/i.test(db)) return false;
  return /^[\s'"“”‘’`]|:\/\/|^[a-z][\w+.-]+:\/|^(?:\w+:)?postgres\w*:|^[^/\\:]{2,}:[^/\\]*@/i.test(db);
}

/** Like {@link storeFileIn}, but throws a UsageError if no store is given. */
export function getStoreFile(given: ParsedArgs, io: Pick<CliIo, 'env'>, kind?: StoreKind): string {
  const file = storeFileIn(given, io, kind);
  if (file === undefined) throw new UsageError(`--db is required, unless ${storeVariable} is set`);
  return file;
}

/** A string option, or undefined; the last of repeated ones. */
export function textOption({ options }: ParsedArgs, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A required string option. */
export function requiredOption(given: ParsedArgs, name: string): string {
  const value = textOption(given, name);
  if (value === undefined || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

/** An integer between `least` and `most`, or undefined without the option. */
export function numberOption(given: ParsedArgs, name: string, min: number, max: number): number | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new UsageError(
      `--${name} must be an integer ${max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`}`,
    );
  return number;
}

/** One of these values, or undefined without the option. */
export function choiceOption<T extends string>(given: ParsedArgs, name: string, words: readonly T[]): T | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value);
  if (word === undefined)
    throw new UsageError(`--${name} must be ${words.length === 1 ? '' : 'one of: '}${words.join(', ')}`);
  return word;
}
