import { type AssistantPorts, fileFailure, ToolError, type TriagedFile } from '../../core/assistant';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { mergeTexts } from '../../core/triage/found';
import { languageOf } from '../../core/triage/languageOf';
import { readText } from '../triage';
import type { Finders } from '../triage/finders';

/** What finding the indicators of a file needs. */
export interface FileTriageOptions extends Pick<AssistantPorts, 'assess'> {
  readonly signal: AbortSignal;
  readonly finders: Finders;
}

/** Finds and assesses the indicators of a file that may be read. Throws a ToolError if it can't be read. */
export async function triageAllowedFile(
  file: string,
  { assess, signal, finders }: FileTriageOptions,
): Promise<TriagedFile> {
  const read = await readText({ path: file, name: file }, { languageId: languageOf(file), signal, finders });
  signal.throwIfAborted();
  if (read.kind === 'skipped') throw new ToolError(fileFailure(formatInputFailure(read.failure)));
  const found = mergeTexts([read]);
  const assessments = await assess(
    found.map(({ indicator }) => indicator),
    signal,
  );
  const rows = found.flatMap((each, index) => {
    const assessment = assessments[index];
    return assessment === undefined ? [] : [{ ...each, ...assessment }];
  });
  if (read.failure !== undefined) return { rows, incomplete: fileFailure(formatInputFailure(read.failure), true) };
  return read.unlisted === 0
    ? { rows }
    : { rows, incomplete: `${read.unlisted} more occurrences are counted but not listed.` };
}
