import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { version } from '../../../package.json';
import { nearest } from '../../core/explore/syntax/nearest';
import { StoreError } from '../../core/store/protocol/storeError';
import {
  type CliIo,
  type Command,
  type ExitReason,
  type ParsedArgs,
  hasFlag,
  NoStoreError,
  storeFileIn,
  UsageError,
  type CliContext,
} from './command';
import { extensionStore } from './extensionStore';
import { find } from './find';
import { formatStoreProblem } from './formatStoreProblem';
import { importFiles } from './import';
import { type ExitCode, exitCode } from './exitCodes';
import { commandHelp, getOptions, programData, programHelp } from './manual/help';
import { programName } from './manual/shared';
import { mcp } from './mcp';
import { createOutput } from './output';
import { query } from './query';
import { service } from './service';
import { sources } from './sources';
import { sync } from './sync';
import { team } from './team';
import { triage } from './triage';
import { completion } from './completion';

const commands: readonly Command[] = [triage, find, importFiles, sync, sources, query, service, team, mcp, completion];

/** Runs the command in the arguments. Returns the exit code. Never rejects. */
export async function runCli(args: readonly string[], world: CliContext): Promise<ExitCode> {
  const { stdin, env, signal, finderFile } = world;
  const io: CliIo = {
    stdin,
    env,
    signal,
    ...createOutput(world.streams, env),
    finderFile,
  };
  const code = await commanded(args, io);
  await world.flushed();
  return signal.aborted ? ended(signal.reason as ExitReason, code, args, io) : code;
}

/** The exit code of an interrupted command: incomplete output must not look complete. */
function ended(reason: ExitReason, code: ExitCode, args: readonly string[], io: CliIo): ExitCode {
  switch (reason.kind) {
    case 'readerGone':
      return code;
    case 'outputFailed':
      io.err(`Standard output can't be written: ${reason.detail}`);
      return exitCode.failed;
    case 'signal':
      if (runsUntilSignal(args)) return code;
      io.err('Canceled. The output is incomplete.');
      return exitCode.failed;
  }
}

function runsUntilSignal([name, ...rest]: readonly string[]): boolean {
  if (name === sync.name) return rest.some((each) => each === '--every' || each.startsWith('--every='));
  return name === service.name || name === mcp.name;
}

async function commanded(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const [name, ...rest] = args;
  const command = commands.find((each) => each.name === name);
  let given: ParsedArgs | undefined;
  try {
    switch (name) {
      case undefined:
        io.usage(programHelp());
        return exitCode.usage;
      case '--version':
      case '-V':
        return await showVersion(rest, io);
      case '--help':
      case '-h':
      case 'help':
        return await showHelp(rest, io);
    }
    if (command === undefined) throw new UsageError(unknownCommand(name));
    given = read(command, rest);
    if (hasFlag(given, 'help')) return await showCommand(command, hasFlag(given, 'json'), io);
    return await command.run(given, io);
  } catch (error) {
    if (error instanceof UsageError) {
      reportUsage(error, command, io);
      return exitCode.usage;
    }
    if (!io.signal.aborted) io.err(sentence(error, given, io));
    const isGate = given !== undefined && typeof given.options['fail-on'] === 'string';
    const isUnread = error instanceof StoreError || error instanceof NoStoreError;
    return isGate && isUnread ? exitCode.storeUnread : exitCode.failed;
  }
}

/** Describes a first argument that is neither a command nor an option without one. */
function unknownCommand(name: string): string {
  if (name.startsWith('-')) return unknownOption(name);
  return didYouMean(
    `Unknown command “${name}”`,
    nearest(
      name,
      commands.map((command) => command.name),
    ),
  );
}

function unknownOption(option: string): string {
  const [name = option] = option.split('=');
  const isOfCommand = commands.some((command) =>
    getOptions(command).some((each) => name === `--${each.name}` || name === `-${each.short}`),
  );
  if (isOfCommand) return `Specify a command before ${name}`;
  return didYouMean(`Unknown option ${name}`, nearest(name, ['--help', '--version']));
}

function didYouMean(problem: string, suggestion: string | undefined): string {
  return suggestion === undefined ? problem : `${problem}. Did you mean ${suggestion}?`;
}

/** Prints what is wrong with the arguments, and where the help is. */
function reportUsage({ message }: UsageError, command: Command | undefined, io: CliIo): void {
  io.err(/[.?]$/.test(message) ? message : `${message}.`);
  io.err(`See ${programName} ${command === undefined ? '' : `${command.name} `}--help.`);
}

async function showVersion(rest: readonly string[], io: CliIo): Promise<ExitCode> {
  if (rest.includes('--json')) await io.json({ version });
  else await io.help(version);
  return exitCode.done;
}

/** `help`, `help triage`, `help --json`. */
async function showHelp(rest: readonly string[], io: CliIo): Promise<ExitCode> {
  const isJson = rest.includes('--json');
  const [topic, ...others] = rest.filter((each) => each !== '--json');
  const command = commands.find(({ name }) => name === topic);
  if (topic !== undefined && command === undefined) throw new UsageError(unknownCommand(topic));
  if (others.length > 0) throw new UsageError(`Unexpected argument “${others.join(' ')}”`);
  if (command !== undefined) return showCommand(command, isJson, io);
  if (isJson) await io.json(programData());
  else await io.help(programHelp());
  return exitCode.done;
}

async function showCommand(command: Command, isJson: boolean, io: CliIo): Promise<ExitCode> {
  if (isJson) await io.json({ name: command.name, help: commandHelp(command) });
  else await io.help(commandHelp(command));
  return exitCode.done;
}

function read(command: Command, args: readonly string[]): ParsedArgs {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    getOptions(command).map(({ name, short, value, multiple = false }) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { options: values, positionals: positionals };
  } catch (error) {
    throw new UsageError(optionProblem(error, Object.keys(options)));
  }
}

/** Describes an error in the options; falls back to the message of Node.js. */
function optionProblem(error: unknown, names: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const [, option] = /^[^']*'(?:-\w, )?(--?[^'\s]+)/.exec(error.message) ?? [];
  const code = 'code' in error ? error.code : undefined;
  if (option === undefined) return error.message;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = names.map((name) => `--${name}`);
    const longer = known.filter((name) => name.startsWith(`${option}-`));
    return longer.length === 0
      ? didYouMean(`Unknown option ${option}`, nearest(option, known))
      : `Unknown option ${option}. Use ${longer.join(' or ')}`;
  }
  if (error.message.includes('ambiguous')) return `${option} doesn't accept a value that starts with “-”`;
  return error.message.includes('does not take') ? `${option} doesn't take a value` : `${option} requires a value`;
}

function sentence(error: unknown, given: ParsedArgs | undefined, io: CliIo): string {
  if (error instanceof StoreError)
    return formatStoreProblem(error.problem, (given && storeFileIn(given, io)) ?? extensionStore(io) ?? '');
  return error instanceof Error ? error.message : String(error);
}
