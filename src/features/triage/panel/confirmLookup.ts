import type { Triaged } from '../../../core/triage/assess';
import { hostLabel } from '../../shared/format/verdict';
import { showWarningMessage, uiSentences } from '../../shared/ui';
import { maxSingleLookups } from './lookUpRows';
import { strings } from '../strings';
import type { AssessmentParts } from './triageModel';

/** Asks for permission to look up `rows`, and says what is sent. `open` is the number of all rows that could be looked up. */
export async function confirmLookup(
  rows: readonly Triaged[],
  open: number,
  host: string,
  { lookups, settings }: AssessmentParts,
): Promise<boolean> {
  const lookUp = strings.lookUpAction();
  const values = new Set(rows.map(({ indicator }) => lookups.wouldSend(indicator))).size;
  const indicators = rows.map(({ indicator }) => indicator);
  const { requests, about } = await lookups.estimate(indicators, { reason: 'triage' });
  const max = Math.min(values, requests + Math.min(maxSingleLookups, rows.length - about));
  const detail = uiSentences(
    open > rows.length ? strings.mostFrequent() : undefined,
    values === rows.length ? strings.upToRequests(max) : strings.valuesInRequests(values, strings.requests(max)),
    rows.some(({ indicator }) => indicator.type === 'url')
      ? strings.urlDetail(settings.current().lookups.urls)
      : undefined,
    strings.excluded(),
  );
  const question = strings.confirmLookup(rows.length, hostLabel(host));
  return (await showWarningMessage(question, { modal: true, detail }, lookUp)) === lookUp;
}
