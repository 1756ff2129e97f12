import type { Known } from '../../../core/records/knowledge';
import { hostOf } from '../../../core/indicators/identity/hostOf';
import { knownContexts } from '../../../core/context/knownContexts';
import { placeLabel } from '../../../core/context/places';
import type { LookupResult, LookupState } from '../../../core/lookups/types';
import { uniqueCredits } from '../../../core/records/labels/credit';
import { contextLabel, contextNote } from '../../../core/records/labels/contextLabels';
import { formatDate, formatList, t } from '../../../l10n';
import type { NoticeView, WaitingView } from '../../../webviews/messages/record';
import { shownAnnotation } from '../../shared/indicators/annotations';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../../shared/format/serviceMessage';
import { formatSource, hostLabel, riskStyle, shortSource, typeTitle, verdictLabel } from '../../shared/format/verdict';
import { truncateIndicator } from '../../shared/text/truncateIndicator';
import { unreadStoreMessage } from '../../shared/format/unreadStore';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { omitPassword } from '../../shared/text/omitPassword';
import { blockedNotice, canceledNotice, errorNotice, infoNotice } from './openedNotice';
import type { RecordContext } from '../view/recordContext';
import type { PageView } from './recordPage';
import { strings } from '../strings';
import { recordView } from '../view/recordView';

/** Names of sources that know the host of a URL. */
const maxHostSources = 3;
const maxContexts = 5;

/** What a panel is doing besides showing the result of a lookup. */
export interface PanelActivity {
  /** What it waits for. */
  readonly waiting?: WaitingView | undefined;
  /** The user canceled the last lookup. */
  readonly isCanceled?: boolean;
}

/** The whole panel for the result of a lookup. */
export function panelView(
  result: LookupResult,
  context: RecordContext,
  { waiting, isCanceled = false }: PanelActivity = {},
): PageView {
  return {
    value: visibleText(context.defang(omitPassword(result.indicator.value))),
    type: typeTitle(result.indicator.type),
    buttons: [
      ...(canAsk(result, context) && waiting === undefined && !isCanceled
        ? [{ label: t('Look Up Again'), action: 'lookUp' as const }]
        : []),
      { label: t('Scan…'), action: 'scan' },
    ],
    ...(waiting === undefined ? {} : { loading: waiting }),
    notices: [
      ...annotationNotice(result, context),
      ...unreadNotice(result),
      ...contextNotice(result),
      ...placeNotice(result),
      ...hostNotice(result, context),
      ...aboveNotice(result, context),
      ...(waiting !== undefined ? [] : isCanceled ? [canceledNotice()] : stateNotices(result, context)),
      ...reducedUrlNotice(result, context),
    ],
    records: result.known.map((known) => recordView(known, context)),
  };
}

function canAsk(result: LookupResult, context: RecordContext): boolean {
  return context.canAsk && result.known.length > 0 && result.state.kind === 'settled';
}

function stateNotices(result: LookupResult, context: RecordContext): readonly NoticeView[] {
  const notice = stateNotice(result.state, result, context);
  return notice === undefined ? [] : [notice];
}

/** The user's note and tags, with buttons that edit them. */
function annotationNotice(
  { indicator }: LookupResult,
  { annotationOf, defangText }: RecordContext,
): readonly NoticeView[] {
  const annotation = annotationOf?.(indicator);
  if (annotation === undefined) return [];
  const { note, tags } = shownAnnotation(annotation, defangText);
  const text = [
    ...(note === undefined ? [] : [t('Note: {0}', visibleText(note, { keepLines: true }))]),
    ...(tags === undefined ? [] : [t('Tags: {0}', tags.map((tag) => visibleText(tag)).join(', '))]),
  ].join(note?.includes('\n') === true ? '\n' : ' · ');
  return [infoNotice(text, [t('Edit Note…'), 'editNote'], [t('Edit Tags…'), 'editTags'])];
}

/** That the local store was not read. */
function unreadNotice({ unread }: LookupResult): readonly NoticeView[] {
  if (unread === undefined) return [];
  const action = unread === 'replaced' ? ([t('Import…'), 'import'] as const) : ([t('Details'), 'showDetails'] as const);
  return [{ ...infoNotice(unreadStoreMessage(unread), action), tone: 'warning', icon: 'warning' }];
}

function stateNotice(state: LookupState, result: LookupResult, context: RecordContext): NoticeView | undefined {
  const nothingHere = result.known.length === 0;
  const texts = strings.notices;
  switch (state.kind) {
    case 'settled':
      return notKnownNotice(result, context);
    case 'noService':
      return nothingHere && result.unread === undefined
        ? infoNotice(
            isDescribed(result)
              ? t('No verdict found. No service is connected.')
              : t('No data found. No service is connected.'),
            [t('Connect…'), 'connect'],
            [t('Import…'), 'import'],
            ...(context.offerSample() ? [[t('Load Sample Data'), 'loadSample'] as const] : []),
          )
        : undefined;
    case 'blocked':
      return blockedNotice(state.by);
    case 'offline':
      return infoNotice(
        !nothingHere
          ? t('Showing local data only. Offline mode is on.')
          : result.unread === undefined
            ? t('Not in the local store. Offline mode is on.')
            : t('Offline mode is on.'),
        [t('Change Lookup Mode…'), 'changeMode'],
      );
    case 'notRequested':
      return notRequestedNotice(state, result, context);
    case 'pending':
      if (state.ofHost === true)
        return infoNotice(t("Its host isn't looked up yet on {0}.", hostLabel(state.host)), [
          texts.lookUpOn(hostLabel(state.host)),
          'lookUp',
        ]);
      return infoNotice(texts.notQueriedYet(hostLabel(state.host)), [texts.lookUpOn(hostLabel(state.host)), 'lookUp']);
    case 'failed': {
      // The error is of an earlier request about another indicator.
      const isUntried = state.wouldSend !== undefined && state.triedAt === undefined;
      const notice = errorNotice(state.error, state.host, context.now, isUntried);
      return state.ofHost === true
        ? { ...notice, text: joinSentences(t("Its host couldn't be looked up."), notice.text) }
        : notice;
    }
  }
}

function notRequestedNotice(
  state: Extract<LookupState, { kind: 'notRequested' }>,
  { indicator }: LookupResult,
  context: RecordContext,
): NoticeView {
  const texts = strings.notices;
  const host = visibleText(state.host);
  const lookUp = [texts.lookUpOn(host), 'lookUp'] as const;
  const withHost = state.sendsHost === true;
  if (state.wouldSend === indicator.value) {
    const text = withHost ? texts.lookupSendsUrlAndHost(host) : texts.lookupSendsThis[indicator.type](host);
    return infoNotice(text, lookUp);
  }
  const sends = truncateIndicator(visibleText(context.defang(state.wouldSend)), 200);
  const text = withHost
    ? t('Not looked up yet. Looking it up sends {0} and its host to {1}.', sends, host)
    : texts.lookupSends(sends, host);
  return infoNotice(text, lookUp, [t('Send Full URL…'), 'lookUpWholeUrl']);
}

function notKnownNotice(result: LookupResult, context: RecordContext): NoticeView | undefined {
  const { notKnown, known, unread } = result;
  const texts = strings.notices;
  if (notKnown.length === 0) {
    if (known.length > 0 || result.host !== undefined || result.above !== undefined || unread !== undefined)
      return undefined;
    return infoNotice(isDescribed(result) ? t('No verdict found.') : t('No information found.'));
  }
  const sources = notKnown.map(({ source, asOf }) =>
    texts.checkedAt(visibleText(formatSource(source)), asOf, context.now),
  );
  const messages = new Set(notKnown.map((miss) => formatServiceMessage(miss.serviceMessage, fullMessageLength)));
  const isHostKnown = result.host !== undefined;
  const isNeither =
    !isHostKnown &&
    notKnown.every((miss) => result.hostNotKnown?.some(({ source }) => source.address === miss.source.address));
  const isUrl = result.indicator.type === 'url';
  // Next to what is known about the host, or about a name above.
  const isNamed = result.above !== undefined || (isUrl && isHostKnown);
  const named = isUrl ? texts.urlNotKnownTo : texts.domainNotKnownTo;
  const wording = isNeither ? texts.neitherKnownTo : isNamed ? named : texts.notKnownTo;
  const text = joinSentences(wording(sources), ...messages);
  return { ...infoNotice(text, [t('Look Up Again'), 'lookUp']), icon: 'circle-slash' };
}

/** Whether something other than a verdict is known: what the indicator is, or where. */
function isDescribed(result: LookupResult): boolean {
  return result.place !== undefined || contextNotice(result).length > 0;
}

/** What lists say that the indicator is. */
function contextNotice({ indicator, known, host }: LookupResult): readonly NoticeView[] {
  const contexts = knownContexts(indicator, known, host).slice(0, maxContexts);
  if (contexts.length === 0) return [];
  const all = contexts.map((each) =>
    t('{0} ({1})', truncateText(visibleText(contextLabel(each)), 120), truncateText(visibleText(each.source), 60)),
  );
  const notes = new Set(contexts.flatMap(({ category }) => contextNote(category) ?? []));
  return [infoNotice(joinSentences(t('Known context: {0}.', formatList(all)), ...notes))];
}

/** Where the address is, if the records don't say it. */
function placeNotice({ place }: LookupResult): readonly NoticeView[] {
  if (place?.isAdded !== true) return [];
  const sources = place.sources.map(({ name, asOf }) =>
    t('{0}, as of {1}', truncateText(visibleText(name), 60), formatDate(asOf)),
  );
  const credits = uniqueCredits(place.sources).map((line) => truncateText(visibleText(line), 200));
  return [
    infoNotice(
      joinSentences(
        t('Location: {0} ({1}).', visibleText(placeLabel(place)), formatList(sources)),
        credits.length === 0 ? '' : t('Credit: {0}.', formatList(credits)),
      ),
    ),
  ];
}

function hostNotice({ indicator, host = [], worseHost }: LookupResult, context: RecordContext): readonly NoticeView[] {
  const [known] = host;
  if (known === undefined) return [];
  const { record } = known;
  const name = hostOf(indicator)?.value ?? record.value;
  const text = t('Host {0}: {1} ({2})', visibleText(context.defang(name)), verdictLabel(record), sourcesLabel(host));
  const { icon } = riskStyle(record.risk);
  const notice = infoNotice(text, [t('Open Record'), 'openHost']);
  return [worseHost === undefined ? { ...notice, icon } : { ...notice, tone: 'warning', icon }];
}

function aboveNotice({ indicator, above }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (above === undefined) return [];
  const { record } = above.known[0];
  const sentence = indicator.type === 'url' ? strings.notices.aboveHost : strings.notices.aboveName;
  const text = sentence(
    visibleText(context.defang(above.indicator.value)),
    verdictLabel(record),
    sourcesLabel(above.known),
  );
  return [{ ...infoNotice(text, [t('Open Record'), 'openAbove']), icon: riskStyle(record.risk).icon }];
}

/** Who states it; the first few. */
function sourcesLabel(known: readonly Known[]): string {
  const lists = [...new Set(known.map(({ source }) => visibleText(shortSource(source))))].slice(0, maxHostSources);
  return formatList(lists.map((list) => truncateText(list, 60)));
}

function reducedUrlNotice({ sentAs, indicator }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (sentAs === undefined || sentAs === indicator.value) return [];
  const sent = truncateIndicator(visibleText(context.defang(sentAs)), 300);
  return [infoNotice(t('Sent {0} instead of the full URL.', sent), [t('Send Full URL…'), 'lookUpWholeUrl'])];
}
