import type { LookupResult, LookupState } from '../../core/lookups/types';
import type { IndicatorView } from '../../webviews/messages/parts';
import type { NoticeView, PanelAction, PanelView } from '../../webviews/messages/record';
import { ageWords } from '../common/ages';
import { reservedSentence } from '../common/reservedWords';
import { troubleSentence } from '../common/troubleSentence';
import { hostFirst, hostWords, riskLook, sourceWords, typeWord } from '../common/verdict';
import { cutIndicator } from '../common/cutIndicator';
import { visibleText } from '../common/visibleText';
import { withoutPassword } from '../common/withoutPassword';
import { isWaiting } from './rateLimit';
import type { RecordContext } from './recordContext';
import { recordView } from './recordView';

/** The whole panel for what a lookup gave; `loadingFrom` names the host that is being asked at this moment. */
export function panelView(result: LookupResult, context: RecordContext, loadingFrom?: string): PanelView {
  const word = typeWord(result.indicator.type);
  return {
    state: { subject: { kind: 'indicator', ...indicatorOf(result) }, back: [], forward: [] },
    value: visibleText(context.defang(withoutPassword(result.indicator.value))),
    type: word.charAt(0).toUpperCase() + word.slice(1),
    buttons: [
      ...(canAsk(result, context, loadingFrom) ? [{ label: 'Look Up Again', action: 'lookUp' as const }] : []),
      { label: 'Scan…', action: 'scan' },
    ],
    ...(loadingFrom === undefined ? {} : { loading: `Asking ${hostWords(loadingFrom)}…` }),
    notices: [
      ...hostNotice(result, context),
      ...(loadingFrom === undefined ? stateNotices(result, context) : []),
      ...sentNotice(result, context),
    ],
    records: result.known.map((known) => recordView(known, context)),
  };
}

function indicatorOf({ indicator: { type, value } }: LookupResult): IndicatorView {
  return { type, value };
}

function canAsk(result: LookupResult, context: RecordContext, loadingFrom: string | undefined): boolean {
  return context.canAsk && loadingFrom === undefined && result.known.length > 0 && result.state.kind === 'settled';
}

function info(text: string, ...actions: readonly (readonly [string, PanelAction])[]): NoticeView {
  return { tone: 'info', text, actions: actions.map(([label, action]) => ({ label, action })) };
}

function stateNotices(result: LookupResult, context: RecordContext): readonly NoticeView[] {
  const notice = stateNotice(result.state, result, context);
  return notice === undefined ? [] : [notice];
}

function stateNotice(state: LookupState, result: LookupResult, context: RecordContext): NoticeView | undefined {
  const nothingHere = result.known.length === 0;
  switch (state.kind) {
    case 'settled':
      return notKnownNotice(result, context);
    case 'noService':
      return nothingHere
        ? info(
            'Nothing known here, and no service is connected.',
            ['Connect…', 'connect'],
            ['Load Sample Data', 'loadSample'],
          )
        : undefined;
    case 'withheld':
      return state.by.kind === 'reserved'
        ? info(reservedSentence(state.by))
        : info(`Ignored by “${visibleText(state.by.pattern)}”: never sent.`, ['Edit Ignore List', 'editIgnoreList']);
    case 'offline':
      return info(
        nothingHere
          ? 'Not in the local store. Lookups are off (offline).'
          : 'Only what is stored here: lookups are off (offline).',
        ['Change…', 'changeMode'],
      );
    case 'notAsked':
      return notAskedNotice(state, result, context);
    case 'pending':
      return info(`${hostFirst(state.host)} was not asked yet.`, [`Look up at ${hostWords(state.host)}`, 'lookUp']);
    case 'trouble': {
      const { sentence, action } = troubleSentence(state.trouble, state.host, context.now);
      // The service failed before, but nobody asked it about this.
      const isUntried = state.wouldSend !== undefined && state.triedAt === undefined;
      const label = isUntried ? `Look up at ${hostWords(state.host)}` : 'Look Up Again';
      const again: [string, PanelAction][] = isWaiting(state.trouble, context.now) ? [] : [[label, 'lookUp']];
      const actions: [string, PanelAction][] =
        action === undefined ? again : [[action.label, troubleActions[action.command]], ...again];
      const text = isUntried ? `Not looked up. When it was last asked about something else: ${sentence}` : sentence;
      return { ...info(text, ...actions), tone: 'warning', icon: 'warning' };
    }
  }
}

const troubleActions = {
  'threatLookups.showDetails': 'showDetails',
  'threatLookups.setKey': 'setKey',
  'threatLookups.connect': 'connect',
} as const;

function notAskedNotice(
  state: Extract<LookupState, { kind: 'notAsked' }>,
  { indicator }: LookupResult,
  context: RecordContext,
): NoticeView {
  const host = visibleText(state.host);
  if (state.wouldSend === indicator.value) {
    return info(`Not looked up. A lookup sends this ${typeWord(indicator.type)} to ${host}.`, [
      `Look up at ${host}`,
      'lookUp',
    ]);
  }
  const sends = cutIndicator(visibleText(context.defang(state.wouldSend)), 200);
  return info(
    `Not looked up. A lookup sends ${sends} to ${host}.`,
    [`Look up at ${host}`, 'lookUp'],
    ['Send Whole URL…', 'lookUpWholeUrl'],
  );
}

function notKnownNotice({ notKnown, known }: LookupResult, context: RecordContext): NoticeView | undefined {
  if (notKnown.length === 0) return known.length > 0 ? undefined : info('Nothing is known of it.');
  const misses = notKnown.map(
    ({ source, asOf }) => `${visibleText(sourceWords(source))} (asked ${ageWords(asOf, context.now)})`,
  );
  return { ...info(`Not known to ${misses.join(', ')}.`, ['Look Up Again', 'lookUp']), icon: 'circle-slash' };
}

function hostNotice({ worseHost }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (worseHost === undefined) return [];
  const { record } = worseHost;
  const { words, icon } = riskLook(record.risk);
  const retired = record.retired ? ' · retired' : '';
  const text = `Host: ${words}${retired}, ${visibleText(context.defang(record.value))}`;
  return [{ ...info(text, ['Open Record', 'openHost']), tone: 'warning', icon }];
}

function sentNotice({ sentAs, indicator }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (sentAs === undefined || sentAs === indicator.value) return [];
  const sent = cutIndicator(visibleText(context.defang(sentAs)), 300);
  return [info(`Sent: ${sent}, not the whole URL.`, ['Send Whole URL…', 'lookUpWholeUrl'])];
}
