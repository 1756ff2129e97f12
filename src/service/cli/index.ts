import { parseArgs } from 'node:util';
import { StoreError } from '../../core/store/protocol/storeError';
import { type CliIo, type Command, type Ending, type Given, textOption, UsageError, type World } from './command';
import { find } from './find';
import { importFiles } from './import';
import { createOutput } from './output';
import { query } from './query';
import { service } from './service';
import { formatStoreProblem } from './formatStoreProblem';
import { sync } from './sync';
import { triage } from './triage';

const commands: readonly Command[] = [service, find, importFiles, query, sync, triage];

const usage = `Usage: cli <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}

Data goes to standard output, progress and errors to standard error.
Exit codes: 0 success; 1 failed or possibly incomplete (see standard error); 2 invalid usage.
Run “cli <command> --help” for details.`;

/** Runs the command in the arguments. Returns the exit code. Never rejects. */
export async function runCli(args: readonly string[], world: World): Promise<0 | 1 | 2> {
  const { stdin, env, signal, finderFile } = world;
  const io: CliIo = {
    ...{ stdin, env, signal, ...createOutput(world.streams) },
    ...(finderFile === undefined ? {} : { finderFile }),
  };
  const code = await commanded(args, io);
  await world.flushed();
  return signal.aborted ? ended(signal.reason as Ending, code, args[0], io) : code;
}

/** The exit code of an interrupted command: incomplete output must not look complete. */
function ended(reason: Ending, code: 0 | 1 | 2, name: string | undefined, io: CliIo): 0 | 1 | 2 {
  switch (reason.kind) {
    case 'readerGone':
      return code;
    case 'outputFailed':
      io.err(`Standard output can't be written: ${reason.detail}`);
      return 1;
    case 'signal':
      if (name === service.name) return code;
      io.err('Canceled. The output is incomplete.');
      return 1;
  }
}

async function commanded(args: readonly string[], io: CliIo): Promise<0 | 1 | 2> {
  const [name, ...rest] = args;
  let given: Given | undefined;
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      if (name !== undefined) await io.help(usage);
      else io.usage(usage);
      return name === undefined ? 2 : 0;
    }
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new UsageError(`unknown command “${name}”`);
    given = read(command, rest);
    if (given.options.help === true) {
      await io.help(command.usage);
      return 0;
    }
    return await command.run(given, io);
  } catch (error) {
    if (error instanceof UsageError) {
      const known = commands.some((each) => each.name === name);
      io.err(`${error.message.replace(/\.$/, '')}; see: cli ${known ? `${String(name)} ` : ''}--help`);
      return 2;
    }
    if (!io.signal.aborted) io.err(sentence(error, given));
    return 1;
  }
}

function read(command: Command, args: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { options: values, positionals: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/\.? To specify.*$/s, '') : String(error));
  }
}

function sentence(error: unknown, given: Given | undefined): string {
  if (error instanceof StoreError) return formatStoreProblem(error.problem, (given && textOption(given, 'db')) ?? '');
  return error instanceof Error ? error.message : String(error);
}
