import { parseArgs } from 'node:util';
import { StoreError } from '../../core/store/protocol/storeError';
import type { CliContext } from './command';
import { formatStoreProblem } from './formatStoreProblem';
import { type ExitCode, exitCode } from './exitCodes';
import { serveStore } from './mcpStore';
import { createOutput } from './output';

/** The command `mcp` as a program of its own, with its options. Returns the exit code. Never rejects. */
export async function runMcp(args: readonly string[], world: CliContext): Promise<ExitCode> {
  const { stdin, env, signal, finderFile } = world;
  const output = createOutput(world.streams, env);
  const io = { stdin, env, signal, ...output, finderFile };
  let file = '';
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { db: { type: 'string' }, root: { type: 'string', multiple: true } },
    });
    file = values.db ?? '';
    // A folder of the workspace may be missing; the others are read.
    return await serveStore({ options: values, positionals: [] }, io);
  } catch (error) {
    if (!signal.aborted) output.err(sentenceOf(error, file));
    return signal.aborted ? exitCode.done : exitCode.failed;
  } finally {
    await world.flushed();
  }
}

function sentenceOf(error: unknown, file: string): string {
  if (error instanceof StoreError) return formatStoreProblem(error.problem, file);
  return error instanceof Error ? error.message : String(error);
}
