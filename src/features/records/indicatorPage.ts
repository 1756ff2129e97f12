import { knownContexts } from '../../core/context/knownContexts';
import { addGeoLocation, geoLocationLabel } from '../../core/context/geoLocation';
import type { IndicatorType } from '../../core/indicators/identity/types';
import { getHost } from '../../core/indicators/identity/getHost';
import type { Lookups } from '../../core/lookups/lookups';
import type { IndicatorRef, Records } from '../../core/lookups/opened';
import { otherStatement } from '../../core/export/records/exported';
import { getSourceId, isLocalSource } from '../../core/records/sourceId';
import type { LookupReason, LookupResult, LookupState } from '../../core/lookups/types';
import { byAuthor } from '../../core/records/judgment';
import { judgmentParts } from '../../core/records/labels/judgmentLabels';
import { isOfParent, judgmentIn, type Known } from '../../core/records/knowledge';
import type { Subject } from '../../webviews/messages/parts';
import type { PanelAction, NoticeView, RecordView, WaitingView } from '../../webviews/messages/record';
import type { CommandId, CommandTarget } from '../shared/ids/commands';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { omitPassword } from '../../core/text/omitPassword';
import { LinkPages, LoadedLinks, type LinksKey } from './linkPages';
import {
  infoNotice,
  noPreviousScansNotice,
  partNotice,
  blockedNotice,
  canceledNotice,
  errorNotice,
  afterRateLimit,
} from './notices';
import { rawJson, rawView } from './rawJson';
import type { PagePort, PageQuestion, PageView, PanelOwnAction, RecordPage, RecordContext } from './recordPage';
import { Marks, recordId, sentComparison, sentIndicator, sentRows, sourceKey } from './sentRecord';
import { type LoadedScreenshot, screenshotFailure, type ScreenshotLocation, getScreenshot } from './screenshot';
import { uiText } from '../shared/ui/text';
import { PendingParts, Waiting } from './waiting';
import { t, formatAge, formatDate, formatList, formatRelative } from '../../l10n';
import { uniqueCredits } from '../../core/records/labels/credit';
import { contextLabel, contextNote } from '../../core/records/labels/contextLabels';
import { seenBeforeText } from '../shared/indicators/seenBefore';
import { shownAnnotation } from '../shared/indicators/annotations';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../shared/format/serviceMessage';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { hasPreviousValues, type PropertyHistory } from '../../core/records/history';
import {
  hostLabel,
  formatSource,
  riskStyle,
  shortSource,
  typeTitle,
  verdictLabel,
} from '../../core/records/labels/verdict';
import { visibleText, truncateText } from '../../core/text/visibleText';

/** Whether the records of an indicator have previous scans to compare with. */
class PreviousScans {
  /** By record id, if known. */
  private readonly found = new Map<string, boolean>();

  constructor(
    private readonly records: Pick<Records, 'openHistory'>,
    private readonly refOf: (known: Known) => IndicatorRef,
    private readonly changed: () => void,
    private readonly ended: AbortSignal,
  ) {}

  /** Undefined if unknown: a service is queried for them only on a click. */
  of(known: Known): boolean | undefined {
    return this.found.get(recordId(known));
  }

  /** Looks for local ones, which needs no request. */
  async find(all: readonly Known[]): Promise<void> {
    for (const known of all) {
      const id = recordId(known);
      if (!isLocalSource(getSourceId(known.source)) || !isScanned(known) || this.found.has(id)) continue;
      this.found.set(id, false);
      const opened = await this.records.openHistory(this.refOf(known), {
        today: known,
        reason: 'record',
        again: true,
        signal: this.ended,
      });
      if (opened.kind === 'found') this.setHistory(known, opened.value);
    }
  }

  /** Stores the answer of a source. */
  setHistory(known: Known, history: PropertyHistory): void {
    const id = recordId(known);
    const [before, now] = [this.found.get(id), hasPreviousValues(history)];
    this.found.set(id, now);
    if (before !== now) this.changed();
  }
}

/** Whether its source can scan. */
function isScanned(known: Known): boolean {
  const { kind } = known.source;
  return !isOfParent(known) && (kind === 'service' || kind === 'scan' || kind === 'sample');
}

/** Names of sources that know the host of a URL. */
const maxHostSources = 3;
const maxContexts = 5;

/** The state of a panel's lookup. */
interface PanelActivity {
  /** Shown while the panel waits. */
  readonly waiting?: WaitingView | undefined;
  /** The user canceled the last lookup. */
  readonly isCanceled?: boolean;
}

/** The parts of a panel around the records of a lookup. */
export function panelView(
  result: LookupResult,
  context: RecordContext,
  { waiting, isCanceled = false }: PanelActivity = {},
): Omit<PageView, 'records' | 'marked'> {
  return {
    value: visibleText(context.defang(omitPassword(result.indicator.value))),
    type: typeTitle(result.indicator.type),
    buttons: [
      ...(canAsk(result, context) && waiting === undefined && !isCanceled
        ? [{ label: t('Look Up Again'), action: 'lookUp' as const }]
        : []),
      { label: t('Scan…'), action: 'scan' },
    ],
    loading: waiting,
    notices: [
      ...teamNotice(result, context),
      ...annotationNotice(result, context),
      ...seenBeforeNotice(result, context),
      ...unreadNotice(result),
      ...contextNotice(result),
      ...geoLocationNotice(result),
      ...hostNotice(result, context),
      ...parentNotice(result, context),
      ...(waiting !== undefined ? [] : isCanceled ? [canceledNotice()] : stateNotices(result, context)),
      ...reducedUrlNotice(result, context),
    ],
  };
}

function canAsk(result: LookupResult, context: RecordContext): boolean {
  return context.canAsk && result.known.length > 0 && result.state.kind === 'settled';
}

function stateNotices(result: LookupResult, context: RecordContext): readonly NoticeView[] {
  const notice = stateNotice(result.state, result, context);
  return notice === undefined ? [] : [notice];
}

/** The team's judgment, with authors and times. */
function teamNotice({ known }: LookupResult, { defangText, now }: RecordContext): readonly NoticeView[] {
  const judgment = judgmentIn(known);
  if (judgment === undefined) return [];
  const shown = (text: string): string => visibleText(defangText(text), { keepLines: true });
  return byAuthor(judgment).map((said) => {
    const parts = [
      t('Team: changed by {0}, {1}', visibleText(said.by), formatRelative(said.at, now)),
      ...judgmentParts(said, shown),
    ];
    return infoNotice(parts.join(said.note?.includes('\n') === true ? '\n' : ' · '));
  });
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

/** In which triaged files it was, with a link to them. */
function seenBeforeNotice({ indicator }: LookupResult, context: RecordContext): readonly NoticeView[] {
  const seen = context.seenBeforeOf?.(indicator);
  if (seen === undefined) return [];
  return [{ ...infoNotice(`${seenBeforeText(seen)}.`, [t('Go to File…'), 'showSeenBefore']), icon: 'history' }];
}

/** That the local store was not read. */
function unreadNotice({ unread }: LookupResult): readonly NoticeView[] {
  if (unread === undefined) return [];
  const action =
    unread === 'replaced' ? ([t('Import…'), 'import'] as const) : ([t('Show Output'), 'showDetails'] as const);
  return [{ ...infoNotice(unreadStoreMessage(unread), action), tone: 'warning', icon: 'warning' }];
}

function stateNotice(state: LookupState, result: LookupResult, context: RecordContext): NoticeView | undefined {
  const nothingHere = result.known.length === 0;
  switch (state.kind) {
    case 'settled':
      return notFoundNotice(result, context);
    case 'noService':
      return nothingHere && result.worseHost === undefined && result.unread === undefined
        ? infoNotice(
            isDescribed(result)
              ? t('No verdict found. No service is connected.')
              : t('No information found. No service is connected.'),
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
          ? t('Showing the local store only. Offline mode is on.')
          : result.unread === undefined
            ? t('Not in the local store. Offline mode is on.')
            : t('Offline mode is on.'),
        [t('Change Lookup Mode…'), 'changeMode'],
      );
    case 'notRequested':
      return notRequestedNotice(state, result, context);
    case 'pending':
      if (state.ofHost === true)
        return infoNotice(t("Its host hasn't been looked up on {0} yet.", hostLabel(state.host)), [
          t('Look Up on {0}', hostLabel(state.host)),
          'lookUp',
        ]);
      return infoNotice(t('Not looked up yet on {0}.', hostLabel(state.host)), [
        t('Look Up on {0}', hostLabel(state.host)),
        'lookUp',
      ]);
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

const sendsThis: Readonly<Record<IndicatorType, (host: string) => string>> = {
  domain: (host) => t('Not looked up yet. Looking it up sends this domain to {0}.', host),
  ip: (host) => t('Not looked up yet. Looking it up sends this IP address to {0}.', host),
  url: (host) => t('Not looked up yet. Looking it up sends this URL to {0}.', host),
};

function notRequestedNotice(
  state: Extract<LookupState, { kind: 'notRequested' }>,
  { indicator }: LookupResult,
  context: RecordContext,
): NoticeView {
  const host = visibleText(state.host);
  const lookUp = [t('Look Up on {0}', host), 'lookUp'] as const;
  const withHost = state.sendsHost === true;
  if (state.wouldSend === indicator.value) {
    const text = withHost
      ? t('Not looked up yet. Looking it up sends this URL and its host to {0}.', host)
      : sendsThis[indicator.type](host);
    return infoNotice(text, lookUp);
  }
  const sends = truncateIndicator(visibleText(context.defang(state.wouldSend)), 200);
  const text = withHost
    ? t('Not looked up yet. Looking it up sends {0} and its host to {1}.', sends, host)
    : t('Not looked up yet. Looking it up sends {0} to {1}.', sends, host);
  return infoNotice(text, lookUp, [t('Send Full URL…'), 'lookUpWholeUrl']);
}

function notFoundNotice(result: LookupResult, context: RecordContext): NoticeView | undefined {
  const { notFound, known, unread } = result;
  if (notFound.length === 0) {
    if (known.length > 0 || result.host !== undefined || unread !== undefined) return undefined;
    return infoNotice(isDescribed(result) ? t('No verdict found.') : t('No information found.'));
  }
  const sources = notFound.map(({ source, asOf }) =>
    t('{0} (checked {1})', visibleText(formatSource(source)), formatAge(asOf, context.now)),
  );
  const messages = new Set(
    notFound.map((notFound) => formatServiceMessage(notFound.serviceMessage, fullMessageLength)),
  );
  const text = joinSentences(notFoundSentence(result, formatList(sources)), ...messages);
  return { ...infoNotice(text, [t('Look Up Again'), 'lookUp']), icon: 'circle-slash' };
}

function notFoundSentence({ notFound, hostNotFound, host, known, indicator }: LookupResult, sources: string): string {
  const isNeither =
    host === undefined &&
    notFound.every((notFound) => hostNotFound?.some(({ source }) => source.address === notFound.source.address));
  if (isNeither) return t('Neither this URL nor its host was found on {0}.', sources);
  const isUrl = indicator.type === 'url';
  // If there is data about the host or a parent domain, the text names the indicator.
  const isNamed = known.some(isOfParent) || (isUrl && host !== undefined);
  if (!isNamed) return t('Not found on {0}.', sources);
  return isUrl ? t("This URL wasn't found on {0}.", sources) : t("This domain wasn't found on {0}.", sources);
}

/** Whether a context or a location of the indicator is known. */
function isDescribed(result: LookupResult): boolean {
  return result.place !== undefined || contextNotice(result).length > 0;
}

/** The indicator's contexts according to lists. */
function contextNotice({ indicator, known, host }: LookupResult): readonly NoticeView[] {
  const contexts = knownContexts(indicator, known, host).slice(0, maxContexts);
  if (contexts.length === 0) return [];
  const all = contexts.map((each) =>
    t('{0} ({1})', truncateText(visibleText(contextLabel(each)), 120), truncateText(visibleText(each.source), 60)),
  );
  const notes = new Set(contexts.flatMap(({ category }) => contextNote(category) ?? []));
  return [infoNotice(joinSentences(t('Context: {0}.', formatList(all)), ...notes))];
}

/** The location of the address, if the records don't contain it. */
function geoLocationNotice({ place }: LookupResult): readonly NoticeView[] {
  if (place?.isAdded !== true) return [];
  const sources = place.sources.map(({ name, asOf }) =>
    t('{0}, as of {1}', truncateText(visibleText(name), 60), formatDate(asOf)),
  );
  const credits = uniqueCredits(place.sources).map((line) => truncateText(visibleText(line), 200));
  return [
    infoNotice(
      joinSentences(
        t('Location: {0} ({1}).', visibleText(geoLocationLabel(place)), formatList(sources)),
        credits.length === 0 ? '' : t('Credit: {0}.', formatList(credits)),
      ),
    ),
  ];
}

function hostNotice({ indicator, host = [], worseHost }: LookupResult, context: RecordContext): readonly NoticeView[] {
  const [known] = host;
  if (known === undefined) return [];
  const { record } = known;
  const name = getHost(indicator)?.value ?? record.value;
  const text = t('Host {0}: {1} ({2})', visibleText(context.defang(name)), verdictLabel(record), sourcesLabel(host));
  const { icon } = riskStyle(record.risk);
  const notice = infoNotice(text, [t('Open Record'), 'openHost']);
  return [worseHost === undefined ? { ...notice, icon } : { ...notice, tone: 'warning', icon }];
}

/** The name above it, or above its host, that sources rate, with a link to its record. */
function parentNotice({ known, host = [] }: LookupResult, context: RecordContext): readonly NoticeView[] {
  const of = [...known, ...host].filter(isOfParent);
  const [parent] = of.flatMap(({ source }) => source.parent ?? []);
  if (parent === undefined) return [];
  const name = visibleText(context.defang(parent.name));
  const text = t('Subdomain of {0}: {1} ({2})', name, riskStyle(parent.risk).label, sourcesLabel(of));
  return [{ ...infoNotice(text, [t('Open Record'), 'openParent']), icon: riskStyle(parent.risk).icon }];
}

/** The names of the first few sources. */
function sourcesLabel(known: readonly Known[]): string {
  const lists = [...new Set(known.map(({ source }) => visibleText(shortSource(source))))].slice(0, maxHostSources);
  return formatList(lists.map((list) => truncateText(list, 60)));
}

function reducedUrlNotice({ sentAs, indicator }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (sentAs === undefined || sentAs === indicator.value) return [];
  const sent = truncateIndicator(visibleText(context.defang(sentAs)), 300);
  return [infoNotice(t('Sent {0} instead of the full URL.', sent), [t('Send Full URL…'), 'lookUpWholeUrl'])];
}

type IndicatorSubject = Extract<Subject, { kind: 'indicator' }>;

/** Dependencies of a page about an indicator. */
interface Deps {
  readonly lookups: Lookups;
  readonly records: Records;
  readonly tools: IndicatorTools;
  readonly context: () => RecordContext;
  /** Runs a command, with or without the indicator. */
  readonly run: (command: CommandId, target?: CommandTarget) => Promise<unknown>;
  /** Asks before the full URL is sent, and shows it. */
  readonly confirmWholeUrl: (wouldSend: string) => Promise<boolean>;
  /** Loads an image if lookup mode and user allow it; undefined if the user declined. */
  readonly loadScreenshot: (location: ScreenshotLocation, signal: AbortSignal) => Promise<LoadedScreenshot | undefined>;
  /** Opens the page that a source names for the indicator, after a question. */
  readonly openPage: (known: Known) => Promise<void>;
  /** See `GroupPageParts`. */
  readonly hostOf: (from: string) => string | undefined;
  /** Whether `from` can be queried on a click: the local service, or the connected one unless offline. */
  readonly canAskAt: (from: string) => boolean;
}

/** One indicator: local data first, then the answer of the service; it follows changes of the store. */
export class IndicatorPage implements RecordPage {
  private readonly ended = new AbortController();
  private readonly key: string;
  private readonly stopListening: () => void;
  private readonly links = new LoadedLinks();
  private readonly earlier: PreviousScans;
  private result: LookupResult;
  private readonly waiting: Waiting;
  private readonly pendingParts: PendingParts;

  constructor(
    readonly subject: IndicatorSubject,
    private readonly deps: Deps,
    private readonly port: PagePort,
  ) {
    this.key = deps.tools.lookupKey(subject);
    this.result = deps.lookups.local(this.indicator, 'record');
    this.waiting = new Waiting(this.ended.signal, () => port.changed());
    this.pendingParts = new PendingParts(this.ended.signal);
    this.earlier = new PreviousScans(
      deps.records,
      (known) => this.refOf(known),
      () => port.changed(),
      this.ended.signal,
    );
    this.stopListening = deps.lookups.onChanged((key) => this.changed(key));
  }

  get title(): string {
    return visibleText(this.deps.tools.defang(omitPassword(this.subject.value)));
  }

  get risk(): RecordPage['risk'] {
    return this.result.known[0]?.record.risk;
  }

  get copied(): RecordPage['copied'] {
    const { value } = this.subject;
    return { value, defanged: this.deps.tools.defang(value) };
  }

  exported(): ReturnType<RecordPage['exported']> {
    const { known, host, place } = this.result;
    const contexts = knownContexts(this.indicator, known, host);
    const annotation = this.deps.context().annotationOf?.(this.indicator);
    return known.map((each) => {
      const otherSources = known.filter((other) => other !== each).map(otherStatement);
      const record = place?.isAdded === true ? addGeoLocation(each.record, place, place.sources) : each.record;
      return {
        ...exportedOf({ ...each, record }),
        ...annotation,
        ...(contexts.length === 0 ? {} : { contexts }),
        ...(otherSources.length === 0 ? {} : { otherSources }),
      };
    });
  }

  view(): PageView {
    const context = this.deps.context();
    const { known } = this.result;
    const { buttons, ...rest } = panelView(this.result, context, {
      waiting: this.waiting.view,
      isCanceled: this.waiting.isCanceled,
    });
    const marks = new Marks(context.linkedText);
    const records = known.map((each) => ({ ...sentIndicator(each, marks), ...this.requested(each, marks) }));
    return {
      ...rest,
      buttons: [
        ...buttons,
        { label: t('Open to the Side'), action: 'openBeside' },
        ...(known.length > 0 ? [{ label: t('Export…'), action: 'export' as const }] : []),
      ],
      records,
      marked: marks.all(),
    };
  }

  async open(how: 'shown' | 'record'): Promise<void> {
    if (how === 'record') await this.lookUp('record');
    else {
      this.port.changed();
      await this.earlier.find(this.result.known);
    }
  }

  async act(action: Exclude<PanelAction, PanelOwnAction>): Promise<void> {
    switch (action) {
      case 'lookUp':
        return this.lookUp('click', { again: true });
      case 'lookUpWholeUrl': {
        const mayGo = await this.deps.confirmWholeUrl(this.deps.lookups.wouldSend(this.indicator, true));
        if (mayGo) await this.lookUp('click', { again: true, wholeUrl: true });
        return;
      }
      case 'cancel':
        this.waiting.cancel();
        return;
      case 'scan':
      case 'editNote':
      case 'editTags':
      case 'showSeenBefore':
        await this.deps.run(`threatLookups.${action}`, this.indicator);
        return;
      case 'openHost': {
        const host = this.result.host === undefined ? undefined : getHost(this.indicator);
        if (host !== undefined) await this.port.goTo({ kind: 'indicator', type: host.type, value: host.value });
        return;
      }
      case 'openParent': {
        const { known, host = [] } = this.result;
        const [parent] = [...known, ...host].flatMap(({ source }) => source.parent ?? []);
        if (parent !== undefined) await this.port.goTo({ kind: 'indicator', type: 'domain', value: parent.name });
        return;
      }
      // Only for threats and feeds.
      case 'explore':
        return;
      default:
        await this.deps.run(`threatLookups.${action}`);
    }
  }

  async answer(question: PageQuestion): Promise<void> {
    const known = this.asked(question);
    if (known === undefined) return;
    const { record } = question;
    switch (question.kind) {
      case 'raw':
        this.port.post({ kind: 'raw', record, raw: rawView(await rawJson(exportedOf(known))) });
        return;
      case 'copyRaw':
        return this.port.copy(await rawJson(exportedOf(known)), (title) => uiText('Copied as JSON: {0}', title));
      case 'rows': {
        const { table, from } = question;
        const marks = new Marks(this.deps.context().linkedText);
        const rows = sentRows(known, table, from, marks);
        this.port.post({ kind: 'rows', record, table, from, rows, marked: marks.all() });
        return;
      }
      case 'links':
        return this.sendLinks(known, question);
      case 'compare':
        return this.sendComparison(known, record);
      case 'loadScreenshot':
        return this.sendScreenshot(known, record);
      case 'openPage':
        return this.deps.openPage(known);
      case 'cancel':
        this.pendingParts.cancel(question.part);
        return;
    }
  }

  /** Returns the record of a request, which may refer to an earlier version of it. */
  private asked({ kind, record }: PageQuestion): Known | undefined {
    const all = this.result.known;
    const same = all.find((each) => recordId(each) === record);
    if (same !== undefined || kind === 'rows') return same;
    return all.find((each) => record.startsWith(`${sourceKey(each)} `));
  }

  private async sendLinks(known: Known, question: Extract<PageQuestion, { kind: 'links' }>): Promise<void> {
    const { record, page, reload } = question;
    const begin = (): LinkPages => this.newPages(known);
    const context = this.deps.context();
    const answer = await this.pendingParts.during('links', (signal) =>
      this.links.page(this.linksKey(known), question, begin, { reason: 'click', signal }, context),
    );
    this.port.post({ kind: 'links', record, page, ...answer });
    if (reload === true) this.port.changed();
  }

  private async sendComparison(known: Known, record: string): Promise<void> {
    const context = this.deps.context();
    const opened = await this.pendingParts.during('compare', (signal) =>
      this.deps.records.openHistory(this.refOf(known), { today: known, reason: 'click', again: true, signal }),
    );
    const marks = new Marks(context.linkedText);
    if (opened.kind === 'found') {
      const comparison = sentComparison(opened.value, marks);
      this.port.post({ kind: 'compared', record, comparison, marked: marks.all() });
      this.earlier.setHistory(known, opened.value);
      return;
    }
    const error = opened.kind === 'notFound' ? noPreviousScansNotice(opened) : partNotice(opened, context);
    this.port.post({ kind: 'compared', record, marked: marks.all(), error });
  }

  private async sendScreenshot(known: Known, record: string): Promise<void> {
    const location = getScreenshot(known.record, known.source.address);
    const { loaded, isCanceled } = await this.pendingParts.during('loadScreenshot', async (signal) => ({
      loaded: location && (await this.deps.loadScreenshot(location, signal)),
      isCanceled: signal.aborted,
    }));
    if (loaded === undefined) this.port.post({ kind: 'screenshot', record });
    else if (isCanceled) this.port.post({ kind: 'screenshot', record, error: infoNotice(t('Canceled.')) });
    else if (loaded.ok) this.port.post({ kind: 'screenshot', record, image: loaded.source });
    else {
      const notice = infoNotice(screenshotFailure(hostLabel(location?.host ?? ''), loaded.error));
      this.port.post({ kind: 'screenshot', record, error: { ...notice, tone: 'warning' } });
    }
  }

  leave(): void {
    this.pendingParts.cancelAll();
  }

  dispose(): void {
    this.ended.abort();
    this.stopListening();
  }

  private get indicator(): { type: IndicatorSubject['type']; value: string } {
    const { type, value } = this.subject;
    return { type, value };
  }

  private async lookUp(
    reason: LookupReason,
    options: { readonly again?: boolean; readonly wholeUrl?: boolean } = {},
  ): Promise<void> {
    const host = this.deps.hostOf(this.deps.records.current());
    const message = host === undefined ? t('Searching the local store…') : t('Waiting for {0}…', hostLabel(host));
    this.result = await this.waiting.during(message, (signal) =>
      this.deps.lookups.lookUp(this.indicator, { reason, signal, ...options }),
    );
    this.port.changed();
    const { state: now } = this.result;
    const error = now.kind === 'failed' ? now.error : undefined;
    afterRateLimit(error, this.deps.context().now, () => this.port.changed(), this.ended.signal);
    await this.earlier.find(this.result.known);
  }

  private changed(key: string | undefined): void {
    if (this.waiting.isOn || (key !== undefined && key !== this.key)) return;
    const local = this.deps.lookups.local(this.indicator, 'record');
    const isRemoved = local.known.length === 0 && this.result.known.length > 0;
    const isPending = local.state.kind === 'pending';
    if (isRemoved && isPending && this.deps.hostOf(this.deps.records.current()) === undefined) {
      // Only local sources are queried; shows the same as for any unknown indicator.
      void this.lookUp('record');
      return;
    }
    // Keeps the state of the last lookup unless the store has news.
    if (!isPending || isRemoved) this.result = local;
    else if (local.known.length > 0) this.result = { ...local, state: this.result.state };
    this.port.changed();
    void this.earlier.find(this.result.known);
  }

  /** Data to request besides the record; nothing is sent before a click, and each button names the host. */
  private requested(known: Known, marks: Marks): Partial<Pick<RecordView, 'screenshot' | 'compare' | 'links'>> {
    const from = getSourceId(known.source);
    const location = getScreenshot(known.record, known.source.address);
    const screenshot = location && { host: location.host, address: marks.whole(location.url), isOwn: location.isOwn };
    if (!isScanned(known) || !this.deps.canAskAt(from)) return { screenshot };
    const host = this.deps.hostOf(from);
    return {
      screenshot,
      // A service is queried only on a click; until then, it may have previous scans.
      compare: (this.earlier.of(known) ?? host !== undefined) ? { host } : undefined,
      links: {
        host,
        held: this.links.pages(sourceKey(known)),
        areEarlier: this.links.areEarlier(this.linksKey(known)),
      },
    };
  }

  private refOf({ source, record }: Known): IndicatorRef {
    const iid = record.iid === undefined ? {} : { iid: record.iid };
    return { kind: 'indicator', from: getSourceId(source), ...iid, indicator: this.indicator };
  }

  private linksKey(known: Known): LinksKey {
    const isFree = this.deps.hostOf(getSourceId(known.source)) === undefined;
    return { source: sourceKey(known), id: recordId(known), isFree };
  }

  private newPages(known: Known): LinkPages {
    return new LinkPages(this.deps.records.openLinks(this.refOf(known)));
  }
}

function exportedOf({ record, source, asOf }: Known): ReturnType<RecordPage['exported']>[number] {
  return { kind: 'indicator', record, source, asOf };
}
