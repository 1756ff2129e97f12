import { formatInputFailure, type InputFailure } from '../records/problems/inputFailure';
import { truncateText, visibleText } from '../text/visibleText';
import { untrustedFile } from './untrusted';
import { answerJson } from './answer';
import { ToolError, type TriagedFile } from './ports';
import { mergeTexts, type TextRead } from '../triage/found';
import { delay } from '../api/http/waiting';
import { getHost } from '../indicators/identity/getHost';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import { assess, type Assessment } from '../triage/assess';

/** Indicators that are read at once, which takes a few milliseconds. */
const atOnce = 128;

/** Dependencies of assessing many indicators. */
interface Deps {
  readonly lookups: Pick<Lookups, 'local' | 'blocked'>;
  /** Runs reads of the local store in one transaction, and reads what is needed about the keys at once. */
  readonly together: <T>(work: () => T, keys: readonly string[]) => T;
  /** How long to work before other work, such as a cancellation, is handled. */
  readonly sliceMillis: number;
}

/** Assesses indicators from memory and the local store, in their order and in time slices. Nothing is sent. */
export async function assessAll(
  indicators: readonly Indicator[],
  { lookups, together, sliceMillis }: Deps,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  const assessments: Assessment[] = [];
  let sliceEnds = performance.now() + sliceMillis;
  while (assessments.length < indicators.length) {
    const some = indicators.slice(assessments.length, assessments.length + atOnce);
    together(() => {
      for (const indicator of some) assessments.push(assess(indicator, lookups, false, true));
    }, some.flatMap(keysOf));
    if (performance.now() < sliceEnds) continue;
    await delay(0, signal);
    signal.throwIfAborted();
    sliceEnds = performance.now() + sliceMillis;
  }
  return assessments;
}

/** The keys that an assessment reads. */
function keysOf(indicator: Indicator): readonly string[] {
  const host = indicator.type === 'url' ? getHost(indicator) : undefined;
  return [lookupKey(indicator), ...(host === undefined ? [] : [lookupKey(host)])];
}

const maxLength = 300;

/** Why a file wasn't read, or not to its end, on one line. */
export function fileFailure(failure: InputFailure, isPartial = false): string {
  // Whoever made an archive named its files, and could instruct a model with a name.
  const reason =
    failure.kind === 'skippedFiles'
      ? `Skipped files in the archive: ${failure.names.length}`
      : formatInputFailure(failure);
  return untrustedFile(`The file was ${isPartial ? 'partially' : 'not'} read: ${reason}`, maxLength);
}

/** Why a query has no results; `reason` is the sentence of the local service. */
export function queryFailure(reason = "The query couldn't be answered."): ToolError {
  return new ToolError(truncateText(visibleText(reason), maxLength));
}

/** The answer of a tool that failed unexpectedly. */
export function failedAnswer(): string {
  return answerJson({ error: 'The tool failed. The user can see why in the output.' });
}

export { type AssistantPorts, partiallyRead, type StoreQuery, ToolError, type TriagedFile } from './ports';
export { lookupIndicators, runTool } from './runTool';
export { type ConfirmedValues, lookUpConfirmed, planServiceLookup, type ServicePlan } from './serviceLookup';
export { inputJsonSchema, isToolName, toolDescriptions, type ToolName } from './tools';

/** Merges and assesses the indicators of texts. Rejects as `assess` does. */
export async function triagedRows(
  texts: readonly TextRead[],
  assess: (indicators: readonly Indicator[]) => Promise<readonly Assessment[]>,
): Promise<TriagedFile['rows']> {
  const found = mergeTexts(texts);
  const assessments = await assess(found.map(({ indicator }) => indicator));
  return found.flatMap((each, index) => {
    const assessment = assessments[index];
    return assessment === undefined ? [] : [{ ...each, ...assessment }];
  });
}
