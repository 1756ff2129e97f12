import { parseArgs } from 'node:util';
import { StoreFault } from '../../core/store/fault';
import { type CliIo, type Command, CommandError, type Given, UsageError } from './command';
import { find } from './find';
import { importFiles } from './import';
import { query } from './query';
import { service } from './service';
import { sync } from './sync';
import { triage } from './triage';

const commands: readonly Command[] = [service, find, importFiles, query, sync, triage];

const usage = `Usage: cli <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}

Data goes to standard output, progress and errors to standard error.
Exit code: 0 done, 1 failed, 2 wrong usage. “cli <command> --help” says more.`;

/** Runs the command that the arguments name; answers with the exit code. Never rejects. */
export async function runCli(args: readonly string[], io: CliIo): Promise<0 | 1 | 2> {
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      if (name !== undefined) await io.out(usage);
      else io.err(usage);
      return name === undefined ? 2 : 0;
    }
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new UsageError(`there is no command “${name}”`);
    const given = read(command, rest);
    if (given.options.help === true) {
      await io.out(command.usage);
      return 0;
    }
    return await command.run(given, io);
  } catch (error) {
    if (error instanceof UsageError) {
      const known = commands.some((each) => each.name === name);
      io.err(`${error.message}; see: cli ${known ? `${String(name)} ` : ''}--help`);
      return 2;
    }
    if (!io.signal.aborted) io.err(sentence(error));
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
    return { options: values, words: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/\.? To specify.*$/s, '') : String(error));
  }
}

function sentence(error: unknown): string {
  if (error instanceof StoreFault) return `The store can't be used (${error.problem.kind}): ${error.problem.detail}`;
  if (error instanceof CommandError || error instanceof Error) return error.message;
  return String(error);
}
