import type { Triaged } from '../../core/triage/assess';
import { counted } from '../common/numbers';
import { hostLabel } from '../common/verdict';
import { foreign, showWarningMessage, uiText } from '../common/ui';
import { maxSingleLookups } from './lookUpRows';
import type { AssessmentParts } from './triageModel';

const urlDetailSentences = {
  hostOnly: 'Of URLs the host alone goes',
  withoutQuery: 'Of URLs all but the query goes',
  full: 'URLs go whole',
} as const;

/** Tells what would leave and asks whether it may. `open` is how many are not known here, of which `rows` are asked about. */
export async function confirmLookup(
  rows: readonly Triaged[],
  open: number,
  host: string,
  { lookups, settings }: AssessmentParts,
): Promise<boolean> {
  const ask = uiText('Ask');
  const values = new Set(rows.map(({ indicator }) => lookups.wouldSend(indicator))).size;
  const indicators = rows.map(({ indicator }) => indicator);
  const { requests, about } = await lookups.estimate(indicators, { reason: 'triage' });
  const most = Math.min(values, requests + Math.min(maxSingleLookups, rows.length - about));
  const detail = [
    ...(open > rows.length ? ['They are those that stand there most often.'] : []),
    `They go${values === rows.length ? '' : ` as ${counted(values, 'value')}`} in ${counted(most, 'request')} at most; in more only if the service takes fewer at once.`,
    ...(rows.some(({ indicator }) => indicator.type === 'url')
      ? [`${urlDetailSentences[settings.current().lookups.urls]} (setting threatLookups.urls).`]
      : []),
    'Internal, reserved and ignored ones are not among them.',
  ].join(' ');
  const question = uiText('Ask {0} about {1}?', hostLabel(host), counted(rows.length, 'indicator'));
  return (await showWarningMessage(question, { modal: true, detail: foreign(detail) }, ask)) === ask;
}
