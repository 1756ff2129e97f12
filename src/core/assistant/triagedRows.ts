import { mergeTexts, type TextRead } from '../triage/found';
import type { AssistantPorts, TriagedFile } from './ports';

/** Merges and assesses the indicators of the texts of a file. Rejects when canceled, and as `assess` does. */
export async function triagedRows(
  texts: readonly TextRead[],
  assess: AssistantPorts['assess'],
  signal: AbortSignal,
): Promise<TriagedFile['rows']> {
  const found = mergeTexts(texts);
  const assessments = await assess(
    found.map(({ indicator }) => indicator),
    signal,
  );
  return found.flatMap((each, index) => {
    const assessment = assessments[index];
    return assessment === undefined ? [] : [{ ...each, ...assessment }];
  });
}
