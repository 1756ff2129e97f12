import type { ChosenColumns } from '../../core/records/sourceDetails';
import type { ImportInput } from '../../core/store/protocol/protocol';
import type { RunJob } from '../shared/commands/runJob';
import { promptColumns } from '../shared/sources/columnsPrompt';

export interface ColumnsOptions {
  /** Whether other files are imported with it: then only tables that need it are asked about. */
  readonly isOneOfMany: boolean;
  /** Whether the user is about to choose the columns, so that any table is asked about. */
  readonly asksAgain: boolean;
}

/** Why there are no columns: the question was closed, or the file isn't a table whose columns can be chosen. */
export type NoColumns = 'closed' | 'noTable';

/**
 * What the columns of a file contain, if it is a table of unknown form; prompts unless that was answered before, or the
 * names of the columns say it. Empty for all other files, unless the user is about to choose the columns.
 */
export async function columnsOf(
  input: ImportInput,
  run: RunJob,
  { isOneOfMany, asksAgain }: ColumnsOptions,
): Promise<{ readonly columns?: ChosenColumns } | NoColumns> {
  const { preview, isUnderstood, chosen } = await run('importPreview', { input });
  if (preview === undefined) return asksAgain ? 'noTable' : {};
  const isAnswered = chosen !== undefined || isUnderstood === true || (isOneOfMany && preview.isNamed);
  if (isAnswered && !asksAgain) return {};
  const columns = await promptColumns({ name: input.name, preview, chosen });
  return columns === undefined ? 'closed' : { columns };
}
