import * as vscode from 'vscode';
import type { Triaged } from '../../core/triage/judge';
import { counted } from '../common/numbers';
import { hostWords } from '../common/verdict';
import type { TriageParts } from './triageParts';
import { judgedOne } from './triageModel';
import type { Asked } from './triageView';

/** What no query can say is asked for one by one, so many at most. */
const mostSingles = 25;

/** Tells what would leave and asks whether it may. */
export async function mayAsk(
  rows: readonly Triaged[],
  host: string,
  { lookups }: Pick<TriageParts, 'lookups'>,
): Promise<boolean> {
  const ask = 'Ask';
  const values = new Set(rows.map(({ indicator }) => lookups.wouldSend(indicator)));
  const isLess = rows.some(({ indicator }) => lookups.wouldSend(indicator) !== indicator.value);
  const what = values.size === rows.length ? '' : ` They go as ${counted(values.size, 'value')}.`;
  const urls = isLess ? ' Of URLs goes what the settings let go.' : '';
  const detail = `Many go in one request.${what}${urls} Internal, reserved and ignored ones are not among them.`;
  const question = `Ask ${hostWords(host)} about ${counted(rows.length, 'indicator')}?`;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, ask)) === ask;
}

/** Asks the service about indicators that nobody here knows: many in one request, what no query can say one by one. */
export async function askAbout(
  rows: readonly Triaged[],
  host: string,
  parts: Pick<TriageParts, 'lookups' | 'settings'>,
  signal: AbortSignal,
): Promise<Asked> {
  const { lookups } = parts;
  const isCalledOff = (): boolean => signal.aborted;
  const indicators = rows.map(({ indicator }) => indicator);
  const { requests, trouble } = await lookups.lookUpVisible(indicators, { reason: 'triage', signal });
  let singles = 0;
  if (trouble === undefined && !isCalledOff()) {
    for (const row of rows.filter((each) => judgedOne(each, parts).standing === 'unasked').slice(0, mostSingles)) {
      if (isCalledOff()) break;
      const { state } = await lookups.lookUp(row.indicator, { reason: 'click', signal });
      if (state.kind !== 'withheld' && state.kind !== 'offline') singles++;
      if (state.kind === 'trouble') break;
    }
  }
  const now = rows.map((row) => judgedOne(row, parts).standing);
  return {
    host,
    asked: rows.length,
    known: now.filter((standing) => standing === 'known').length,
    notKnown: now.filter((standing) => standing === 'notKnown').length,
    requests: requests + singles,
    cancelled: signal.aborted,
    ...(trouble === undefined ? {} : { trouble }),
  };
}
