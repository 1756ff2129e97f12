import { groupQuery } from '../../core/explore/groupQuery';
import type { Lookups } from '../../core/lookups/lookups';
import type { FeedRef, Opened, OpenedFeed, OpenedThreat, Records, ThreatRef } from '../../core/lookups/opened';
import type { SourceReport } from '../../core/records/knowledge';
import type { Exported } from '../../core/records/export';
import type { Subject } from '../../webviews/messages/parts';
import type { NoticeView, PanelAction } from '../../webviews/messages/record';
import type { LinkListView, RecordView } from '../../webviews/messages/recordParts';
import type { CommandId } from '../common/commands';
import { hostLabel } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import { groupId, type GroupKnown, groupView, linksId, summaryOf, totalOf } from './groupView';
import { LinkPages } from './linkPages';
import { linkListLabels, reloadLabel } from './linkLabels';
import { LoadedLinks, type LinksKey } from './loadedLinks';
import { infoNotice, openedNotice, errorNotice } from './openedNotice';
import { afterRateLimit } from './rateLimit';
import { rawJson, rawView } from './rawJson';
import type { RecordContext } from './recordContext';
import type { PagePort, PageQuestion, PageView, PanelOwnAction, RecordPage } from './recordPage';
import { strings } from './strings';
import { groupLabel } from './subjectLabel';
import { PendingParts, Waiting } from './waiting';
import { isConnectedService, isLocalSource, localHost, localSource } from '../../core/records/sourceId';

type GroupSubject = Extract<Subject, { kind: 'threat' | 'feed' }>;
type NotFound = Exclude<Opened<GroupKnown>, { kind: 'found' }>;

/** What a page about a threat or feed needs. */
export interface GroupPageParts {
  readonly records: Records;
  readonly lookups: Pick<Lookups, 'onChanged'>;
  readonly context: () => RecordContext;
  /** Runs a command without an argument. */
  readonly run: (command: CommandId) => Promise<unknown>;
  /** The local sources that report a threat or feed by its local ID; none if that can't be determined. */
  readonly sourcesOf: (kind: 'threat' | 'feed', id: number) => Promise<readonly SourceReport[]>;
  /** Opens a query with this text. */
  readonly explore: (query: string) => Promise<unknown>;
  /** The host of a source; undefined if nothing is sent. */
  readonly hostOf: (from: string) => string | undefined;
}

/** A threat or feed: the record of its source, and the local record with the same name. */
export class GroupPage implements RecordPage {
  private readonly ended = new AbortController();
  private readonly from: string;
  private readonly links = new LoadedLinks();
  private opened: Opened<GroupKnown> | undefined;
  private localKnown: GroupKnown | undefined;
  private readonly waiting: Waiting;
  private readonly pendingParts: PendingParts;
  private readonly stopListening: () => void;

  constructor(
    private readonly requested: GroupSubject,
    private readonly parts: GroupPageParts,
    private readonly port: PagePort,
  ) {
    this.from = isConnectedService(requested.source) ? parts.records.current() : requested.source;
    this.waiting = new Waiting(this.ended.signal, () => port.changed());
    this.pendingParts = new PendingParts(this.ended.signal);
    // Local data may have changed by an import or by clearing.
    this.stopListening = parts.lookups.onChanged((key) => {
      if (key === undefined && this.opened !== undefined) void this.reloadLocal();
    });
  }

  /** The subject with its name and ID as far as they are known. */
  get subject(): GroupSubject {
    const [lead] = this.known();
    const source = this.from;
    if (lead?.from !== source) return { ...this.requested, source };
    if (lead.kind === 'feed' && this.requested.kind === 'feed') {
      const { fid = this.requested.fid, name, organization = this.requested.organization } = lead.feed;
      return { kind: 'feed', source, fid, name: truncateText(name, 2_000), organization };
    }
    if (lead.kind === 'feed' || this.requested.kind === 'feed') return { ...this.requested, source };
    const { tid = this.requested.tid, name } = lead.threat;
    return { kind: 'threat', source, tid, name: truncateText(name, 2_000) };
  }

  get title(): string {
    const [lead] = this.known();
    const name = lead === undefined ? this.requested.name : nameOf(lead);
    return visibleText(name ?? groupLabel(this.requested));
  }

  get isUnknown(): boolean {
    return this.opened?.kind === 'notKnown' && this.known().length === 0;
  }

  get risk(): RecordPage['risk'] {
    const [lead] = this.known();
    return lead?.kind === 'threat' ? lead.threat.risk : undefined;
  }

  get copied(): RecordPage['copied'] {
    const [lead] = this.known();
    const value = (lead === undefined ? this.subject.name : nameOf(lead)) ?? String(numberOf(this.subject) ?? '');
    return { value, defanged: this.parts.context().defang(value) };
  }

  view(): PageView {
    const context = this.parts.context();
    const known = this.known();
    const host = this.parts.hostOf(this.from);
    const loading = this.waiting.view;
    const isFound = this.opened?.kind === 'found' && this.failed?.kind !== 'canceled';
    const canAsk = host !== undefined && loading === undefined && isFound;
    return {
      value: this.title,
      type: this.kindLabel,
      buttons: [
        ...(canAsk ? [{ label: strings.panel.lookUpAgain(), action: 'lookUp' as const }] : []),
        ...(known.length > 0 ? [{ label: strings.panel.queryIndicators(), action: 'explore' as const }] : []),
        { label: strings.panel.openToTheSide(), action: 'openBeside' },
        ...(known.length > 0 ? [{ label: strings.panel.export(), action: 'export' as const }] : []),
      ],
      ...(loading === undefined ? {} : { loading }),
      notices: loading === undefined ? this.notices(context) : [],
      records: known.map((each) => ({
        ...groupView(each, this.linkList(each), context),
        ...this.summaryError(each, context),
      })),
    };
  }

  exported(): readonly Exported[] {
    return this.known().map((known) => this.exportedOf(known));
  }

  async open(how: 'shown' | 'record'): Promise<void> {
    if (isLocalSource(this.from)) {
      this.opened = await this.waiting.during(strings.panel.searchingLocalStore(), (signal) =>
        this.load(localSource, 'record', signal),
      );
    } else {
      await this.loadLocal();
      if (how === 'record') return this.requestFromSource('record');
      this.opened = this.notRequested();
    }
    this.port.changed();
  }

  async act(action: Exclude<PanelAction, PanelOwnAction>): Promise<void> {
    switch (action) {
      case 'lookUp':
        return this.requestFromSource('click');
      case 'explore':
        await this.parts.explore(groupQuery(this.subject.kind, this.copied.value));
        return;
      case 'cancel':
        this.waiting.cancel();
        return;
      // Only for indicators.
      case 'scan':
      case 'lookUpWholeUrl':
      case 'openHost':
        return;
      default:
        await this.parts.run(`threatLookups.${action}`);
    }
  }

  async answer(question: PageQuestion): Promise<void> {
    const known = this.known().find((each) => groupId(each) === question.record) ?? this.isSameSource(question.record);
    if (known === undefined) return;
    switch (question.kind) {
      case 'raw':
        this.port.post({ kind: 'raw', record: question.record, raw: rawView(await rawJson(this.exportedOf(known))) });
        return;
      case 'copyRaw':
        return this.port.copy(await rawJson(this.exportedOf(known)), strings.commands.copiedJson);
      case 'links': {
        const { record, list, page } = question;
        const begin = (): LinkPages => this.newPages(known);
        const context = this.parts.context();
        const answer = await this.pendingParts.during('links', (signal) =>
          this.links.page(this.linksKey(known), question, begin, { reason: 'click', signal }, context),
        );
        this.port.post({ kind: 'links', record, list, page, ...answer });
        if (question.reload === true) this.port.changed();
        return;
      }
      case 'cancel':
        this.pendingParts.cancel(question.part);
        return;
      // Threats and feeds have all rows in their view, and no previous scans, screenshots, or pages.
      case 'rows':
      case 'compare':
      case 'loadScreenshot':
      case 'openPage':
        return;
    }
  }

  leave(): void {
    this.pendingParts.cancelAll();
  }

  dispose(): void {
    this.ended.abort();
    this.stopListening();
  }

  private get kindLabel(): string {
    return this.requested.kind === 'threat' ? strings.panel.threat() : strings.panel.feed();
  }

  /** The record with the loaded links. */
  private exportedOf(known: GroupKnown): Exported {
    const { source, asOf } = known;
    const summary = summaryOf(known);
    const links = this.links.get(known.from)?.fetched().links ?? [];
    const total = totalOf(known);
    const common = {
      ...{ source, asOf },
      ...(summary === undefined ? {} : { summary }),
      ...(links.length === 0 ? {} : { links: { links, ...(total === undefined ? {} : { total }) } }),
    };
    return known.kind === 'threat'
      ? { ...common, kind: 'threat', threat: known.threat }
      : { ...common, kind: 'feed', feed: known.feed };
  }

  /** The shown records, the one of the original source first. */
  private known(): readonly GroupKnown[] {
    const found = this.opened?.kind === 'found' ? [this.opened.value] : [];
    return this.localKnown === undefined ? found : [...found, this.localKnown];
  }

  private async requestFromSource(reason: 'record' | 'click'): Promise<void> {
    const host = this.parts.hostOf(this.from);
    const message =
      host === undefined ? strings.panel.searchingLocalStore() : strings.panel.waitingFor(hostLabel(host));
    const opened = await this.waiting.during(message, (signal) => this.load(this.from, reason, signal));
    // Keeps the previous record if the lookup fails.
    if (opened.kind === 'found' || this.opened?.kind !== 'found') this.opened = opened;
    this.failed = opened.kind === 'found' ? undefined : opened;
    if (this.localKnown === undefined && opened.kind === 'found') await this.loadLocal();
    this.port.changed();
    const error = this.failed?.kind === 'failed' ? this.failed.error : undefined;
    afterRateLimit(error, this.parts.context().now, () => this.port.changed(), this.ended.signal);
  }

  /** The result of the last lookup if it failed while a record is shown. */
  private failed: NotFound | undefined;

  private async reloadLocal(): Promise<void> {
    if (isLocalSource(this.from)) this.opened = await this.load(localSource, 'record', this.ended.signal);
    else await this.loadLocal();
    this.port.changed();
  }

  /** Loads the local record with the same name. */
  private async loadLocal(): Promise<void> {
    if (isLocalSource(this.from) || this.subject.name === undefined) return;
    const localKnown = await this.load(localSource, 'record', this.ended.signal);
    this.localKnown = localKnown.kind === 'found' ? localKnown.value : undefined;
  }

  private async load(from: string, reason: 'record' | 'click', signal: AbortSignal): Promise<Opened<GroupKnown>> {
    const opened = await this.loadFrom(from, reason, signal);
    if (!isLocalSource(from) || opened.kind !== 'found') return opened;
    const { value } = opened;
    const id = value.kind === 'threat' ? value.threat.tid : value.feed.fid;
    if (id === undefined) return opened;
    return { ...opened, value: { ...value, reportedBy: await this.parts.sourcesOf(value.kind, id) } };
  }

  private async loadFrom(from: string, reason: 'record' | 'click', signal: AbortSignal): Promise<Opened<GroupKnown>> {
    const { records } = this.parts;
    const ref = this.ref(from);
    const options = { reason, signal, again: reason === 'click' };
    // Shows the threat while the summary of its links is loading.
    const show = (part: Opened<GroupKnown>): void => {
      if (from !== this.from || isLocalSource(from)) return;
      this.opened = part;
      this.port.changed();
    };
    if (ref.kind === 'threat') {
      const known = (opened: Opened<OpenedThreat>): Opened<GroupKnown> =>
        withValue(opened, (value, { source, asOf }) => ({ kind: 'threat', ...value, source, asOf, from }));
      return known(await records.openThreat(ref, { ...options, onPart: (part) => show(known(part)) }));
    }
    const known = (opened: Opened<OpenedFeed>): Opened<GroupKnown> =>
      withValue(opened, (value, { source, asOf }) => ({ kind: 'feed', ...value, source, asOf, from }));
    return known(await records.openFeed(ref, { ...options, onPart: (part) => show(known(part)) }));
  }

  /** The reference for a request to `from`: IDs are only valid at their own source. */
  private ref(from: string): ThreatRef | FeedRef {
    const { subject } = this;
    const isOwn = from === this.from;
    const name = subject.name === undefined ? {} : { name: subject.name };
    if (subject.kind === 'threat') {
      return { kind: 'threat', from, ...name, ...(isOwn && subject.tid !== undefined ? { tid: subject.tid } : {}) };
    }
    const { fid, organization } = subject;
    const by = organization === undefined ? {} : { organization };
    return { kind: 'feed', from, ...name, ...by, ...(isOwn && fid !== undefined ? { fid } : {}) };
  }

  /** The state after a reload or a link, which send nothing: what a click would send. */
  private notRequested(): Opened<GroupKnown> {
    const host = this.parts.hostOf(this.from) ?? localHost;
    if (!this.parts.context().canAsk) return { kind: 'offline', host };
    return this.notRequestedFrom(host);
  }

  private notRequestedFrom(host: string): Extract<Opened<GroupKnown>, { kind: 'notRequested' }> {
    return { kind: 'notRequested', host, wouldSend: this.sentName() };
  }

  /** What a lookup would send: the name, or the ID if there is no name. */
  private sentName(): string {
    const { subject } = this;
    if (subject.name === undefined) return strings.notices.id(numberOf(subject) ?? 0);
    return subject.kind === 'threat'
      ? strings.notices.threatName(subject.name)
      : strings.notices.feedName(subject.name);
  }

  private notices(context: RecordContext): NoticeView[] {
    const { opened, failed } = this;
    if (opened === undefined) return [];
    if (opened.kind !== 'found') {
      if (opened.kind === 'notKnown' && isLocalSource(this.from)) {
        return [infoNotice(notInLocalStore(this.requested))];
      }
      return [this.openedNotice(opened, context)];
    }
    return failed === undefined ? [] : [this.openedNotice(failed, context)];
  }

  private openedNotice(opened: NotFound, context: RecordContext): NoticeView {
    return openedNotice(opened.kind === 'notRequested' ? this.notRequestedFrom(opened.host) : opened, context);
  }

  /** Why the summary of links is missing, shown in place of the counts. */
  private summaryError({ summary, from }: GroupKnown, context: RecordContext): Partial<RecordView> {
    if (summary === undefined || !('kind' in summary)) return {};
    return { summaryError: errorNotice(summary, this.parts.hostOf(from) ?? localHost, context.now) };
  }

  private linkList(known: GroupKnown): LinkListView {
    const host = this.parts.hostOf(known.from);
    const total = totalOf(known);
    return {
      id: linksId,
      title: strings.links.indicators(),
      ...(total === undefined ? {} : { status: strings.links.total(total) }),
      ...linkListLabels(host),
      free: host === undefined,
      held: this.links.pages(known.from),
      ...(this.links.areEarlier(this.linksKey(known)) ? { reload: reloadLabel(host) } : {}),
    };
  }

  /** The request may refer to an earlier version of the record. */
  private isSameSource(record: string): GroupKnown | undefined {
    return this.known().find(({ kind, from }) => record.startsWith(`${kind} ${from} `));
  }

  private linksKey(known: GroupKnown): LinksKey {
    return { source: known.from, id: groupId(known), isFree: this.parts.hostOf(known.from) === undefined };
  }

  private newPages(known: GroupKnown): LinkPages {
    const { from } = known;
    const walk = this.parts.records.openLinks(this.ref(from));
    return new LinkPages(walk, () => {
      const today = this.known().find((each) => each.from === from);
      return { host: this.parts.hostOf(from), total: totalOf(today ?? known) };
    });
  }
}

function notInLocalStore(subject: GroupSubject): string {
  const { threatByName, feedByName, threatById, feedById } = strings.notices.notInLocalStore;
  const id = subject.name === undefined ? numberOf(subject) : undefined;
  if (subject.kind === 'threat') return id === undefined ? threatByName() : threatById(id);
  return id === undefined ? feedByName() : feedById(id);
}

function nameOf(known: GroupKnown): string {
  return known.kind === 'threat' ? known.threat.name : known.feed.name;
}

function numberOf(subject: GroupSubject): number | undefined {
  return subject.kind === 'threat' ? subject.tid : subject.fid;
}

function withValue<T, U>(
  opened: Opened<T>,
  map: (value: T, found: Extract<Opened<T>, { kind: 'found' }>) => U,
): Opened<U> {
  return opened.kind === 'found' ? { ...opened, value: map(opened.value, opened) } : opened;
}
