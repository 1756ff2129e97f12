import { type AssistantPorts, fileFailure, ToolError, type TriagedFile, triagedRows } from '../../core/assistant';
import { maxClientsOfIndicator } from '../../core/triage/counting/clientCounts';
import type { AreKnown } from '../../core/triage/counting/occurrenceCounter';
import { type TextRead, getTimelineUnit } from '../../core/triage/found';
import { getLanguage } from '../../core/triage/getLanguage';
import { readText } from '../triage';
import type { Finders } from '../triage/finders';
import type { OpenedFile } from './fileInFolders';
import { readArchiveEntries } from '../triage/readArchiveEntries';

/** Dependencies of a search for the indicators of a file. */
export interface FileTriageOptions extends Pick<AssistantPorts, 'assess'> {
  readonly signal: AbortSignal;
  readonly finders: Finders;
  /** Which indicators are listed beyond the maximum. */
  readonly areKnown: AreKnown;
}

/** Finds and assesses the indicators of a file that may be read. Throws a ToolError if it can't be read. */
export async function triageAllowedFile(
  { file, path }: Pick<OpenedFile, 'file' | 'path'>,
  { assess, ...reading }: FileTriageOptions,
): Promise<TriagedFile> {
  const { signal } = reading;
  const options = { ...reading, maxClients: maxClientsOfIndicator };
  const reads = (await readArchiveEntries({ path, name: file }, { ...options, languageOf: getLanguage })) ?? [
    { read: await readText({ path, name: file }, { ...options, languageId: getLanguage(file) }) },
  ];
  signal.throwIfAborted();
  const texts = reads.map(({ read }) => read);
  const [first] = texts;
  if (texts.length === 1 && first?.kind === 'skipped') throw new ToolError(fileFailure(first.failure));
  const rows = await triagedRows(texts, (indicators) => assess(indicators, signal));
  const incomplete = incompleteness(texts);
  return {
    rows,
    timelineUnit: getTimelineUnit(texts),
    fileNames: reads.map(({ entry }) => entry),
    incomplete,
  };
}

/** Why texts are incomplete, by the first that is. */
function incompleteness(texts: readonly TextRead[]): string | undefined {
  const failures = texts.flatMap(({ failure }) => failure ?? []);
  const [failure] = failures;
  if (failure !== undefined) return fileFailure(failure, true);
  const unlisted = texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.unlisted : 0), 0);
  return unlisted === 0 ? undefined : `${unlisted} lines with further indicators are counted but not listed.`;
}
