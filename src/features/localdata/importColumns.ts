import type { ChosenColumns } from '../../core/records/sourceDetails';
import type { ImportInput } from '../../core/store/protocol/protocol';
import type { RunJob } from '../shared/commands/runJob';
import { promptColumns } from '../shared/sources/columnsPrompt';

export interface ColumnsOptions {
  /** Whether other files are imported with it: then only tables that need it are asked about. */
  readonly isOneOfMany: boolean;
  /** Whether to ask again about a table whose columns were chosen before. */
  readonly asksAgain: boolean;
}

/**
 * What the columns of a file contain, if it is a table of unknown form; prompts unless that was answered before. Empty
 * for all other files; undefined if the question was closed.
 */
export async function columnsOf(
  input: ImportInput,
  run: RunJob,
  { isOneOfMany, asksAgain }: ColumnsOptions,
): Promise<{ readonly columns?: ChosenColumns } | undefined> {
  const { preview, chosen } = await run('importPreview', { input });
  if (preview === undefined) return {};
  const isAnswered = chosen !== undefined || (isOneOfMany && preview.isNamed);
  if (isAnswered && !asksAgain) return {};
  const columns = await promptColumns({ name: input.name, preview, chosen });
  return columns === undefined ? undefined : { columns };
}
