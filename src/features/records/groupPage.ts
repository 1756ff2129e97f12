import { groupQuery } from '../../core/explore/queries/exactTerms';
import type { Lookups } from '../../core/lookups/lookups';
import type { Opened, Records, FeedRef, OpenedFeed, OpenedThreat, ThreatRef } from '../../core/lookups/opened';
import type { Exported } from '../../core/export/records';
import { groupId as idOf, type GroupSubject, groupId } from '../../core/records/subject';
import type { LinksView, NoticeView, PanelAction } from '../../webviews/messages/record';
import type { CommandId } from '../shared/ids/commands';
import { hostLabel } from '../../core/records/labels/verdict';
import { getCounts, groupRecordId, type GroupKnown, Marks, sentGroup, getSummary } from './sentRecord';
import { LinkPages, LoadedLinks, type LinksKey } from './linkPages';
import { infoNotice, openedNotice, errorNotice, afterRateLimit } from './notices';
import { rawJson, rawView } from './rawJson';
import type { PagePort, PageQuestion, PageView, PanelOwnAction, RecordPage, RecordContext } from './recordPage';
import { uiText } from '../shared/ui/text';
import { groupLabel } from './subjectLabel';
import { PendingParts, Waiting } from './waiting';
import { isConnectedService, isLocalSource, localHost, localSource } from '../../core/records/sourceId';
import { t } from '../../l10n';
import type { SourceReport } from '../../core/records/knowledge';
import { visibleText, truncateText } from '../../core/text/visibleText';

type NotFound = Exclude<Opened<GroupKnown>, { kind: 'found' }>;

/** Dependencies of a page about a threat or feed. */
interface Deps {
  readonly records: Records;
  /** The local sources that report a threat or feed by its local ID; none if that can't be determined. */
  readonly sourcesOf: (kind: 'threat' | 'feed', id: number) => Promise<readonly SourceReport[]>;
  readonly lookups: Pick<Lookups, 'onChanged'>;
  readonly context: () => RecordContext;
  /** Runs a command without an argument. */
  readonly run: (command: CommandId) => Promise<unknown>;
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
    private readonly parts: Deps,
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

  /** The subject with its name and ID, if they are known. */
  get subject(): GroupSubject {
    return knownSubject(this.requested, this.from, this.known()[0]);
  }

  get title(): string {
    const [lead] = this.known();
    const name = lead === undefined ? this.requested.name : nameOf(lead);
    return visibleText(name ?? groupLabel(this.requested));
  }

  get isUnknown(): boolean {
    return this.opened?.kind === 'notFound' && this.known().length === 0;
  }

  get risk(): RecordPage['risk'] {
    const [lead] = this.known();
    return lead?.kind === 'threat' ? lead.threat.risk : undefined;
  }

  get copied(): RecordPage['copied'] {
    const [lead] = this.known();
    const value = (lead === undefined ? this.subject.name : nameOf(lead)) ?? String(idOf(this.subject) ?? '');
    return { value, defanged: this.parts.context().defang(value) };
  }

  view(): PageView {
    const context = this.parts.context();
    const known = this.known();
    const host = this.parts.hostOf(this.from);
    const loading = this.waiting.view;
    const marks = new Marks(context.linkedText);
    const isFound = this.opened?.kind === 'found' && this.failed?.kind !== 'canceled';
    const canAsk = host !== undefined && loading === undefined && isFound;
    return {
      value: this.title,
      type: this.kindLabel,
      buttons: [
        ...(canAsk ? [{ label: t('Look Up Again'), action: 'lookUp' as const }] : []),
        ...(known.length > 0 ? [{ label: t('Query Indicators'), action: 'explore' as const }] : []),
        { label: t('Open to the Side'), action: 'openBeside' },
        ...(known.length > 0 ? [{ label: t('Export…'), action: 'export' as const }] : []),
      ],
      loading,
      notices: loading === undefined ? this.notices(context) : [],
      records: known.map((each) => ({
        ...sentGroup(each, marks),
        links: this.linksOf(each),
        summaryError: this.summaryError(each, context),
      })),
      marked: marks.all(),
    };
  }

  exported(): readonly Exported[] {
    return this.known().map((known) => this.exportedOf(known));
  }

  async open(how: 'shown' | 'record'): Promise<void> {
    if (isLocalSource(this.from)) {
      this.opened = await this.waiting.during(t('Searching the local store…'), (signal) =>
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
      case 'editNote':
      case 'editTags':
      case 'showSeenBefore':
      case 'lookUpWholeUrl':
      case 'openHost':
      case 'openParent':
        return;
      default:
        await this.parts.run(`threatLookups.${action}`);
    }
  }

  async answer(question: PageQuestion): Promise<void> {
    const known =
      this.known().find((each) => groupRecordId(each) === question.record) ?? this.isSameSource(question.record);
    if (known === undefined) return;
    switch (question.kind) {
      case 'raw':
        this.port.post({ kind: 'raw', record: question.record, raw: rawView(await rawJson(this.exportedOf(known))) });
        return;
      case 'copyRaw':
        return this.port.copy(await rawJson(this.exportedOf(known)), (title) => uiText('Copied as JSON: {0}', title));
      case 'links': {
        const { record, page } = question;
        const begin = (): LinkPages => this.newPages(known);
        const context = this.parts.context();
        const answer = await this.pendingParts.during('links', (signal) =>
          this.links.page(this.linksKey(known), question, begin, { reason: 'click', signal }, context),
        );
        this.port.post({ kind: 'links', record, page, ...answer });
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
    return this.requested.kind === 'threat' ? t('Threat') : t('Feed');
  }

  /** The record with the loaded links. */
  private exportedOf(known: GroupKnown): Exported {
    const { source, asOf } = known;
    const summary = getSummary(known);
    const links = this.links.get(known.from)?.fetched().links ?? [];
    const total = getCounts(known)?.total;
    const common = {
      source,
      asOf,
      summary,
      links: links.length === 0 ? undefined : { links, ...(total === undefined ? {} : { total }) },
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
    const message = host === undefined ? t('Searching the local store…') : t('Waiting for {0}…', hostLabel(host));
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

  private load(from: string, reason: 'record' | 'click', signal: AbortSignal): Promise<Opened<GroupKnown>> {
    const onPart = (part: Opened<GroupKnown>): void => {
      if (from !== this.from) return;
      this.opened = part;
      this.port.changed();
    };
    return loadGroup(groupRef(this.subject, from), this.parts, { reason, signal, onPart });
  }

  /** The state after a reload or a link, which send nothing; it shows what a click would send. */
  private notRequested(): Opened<GroupKnown> {
    const host = this.parts.hostOf(this.from) ?? localHost;
    if (!this.parts.context().canAsk) return { kind: 'offline', host };
    return this.notRequestedFrom(host);
  }

  private notRequestedFrom(host: string): Extract<Opened<GroupKnown>, { kind: 'notRequested' }> {
    return { kind: 'notRequested', host, wouldSend: sentName(this.subject) };
  }

  private notices(context: RecordContext): NoticeView[] {
    const { opened, failed } = this;
    if (opened === undefined) return [];
    if (opened.kind !== 'found') {
      if (opened.kind === 'notFound' && isLocalSource(this.from)) {
        return [infoNotice(notInLocalStore(this.requested))];
      }
      return [this.openedNotice(opened, context)];
    }
    return failed === undefined ? [] : [this.openedNotice(failed, context)];
  }

  private openedNotice(opened: NotFound, context: RecordContext): NoticeView {
    return openedNotice(opened.kind === 'notRequested' ? this.notRequestedFrom(opened.host) : opened, context);
  }

  /** Explains why the summary of links is missing; shown instead of the counts. */
  private summaryError({ summary, from }: GroupKnown, context: RecordContext): NoticeView | undefined {
    if (summary === undefined || !('kind' in summary)) return undefined;
    return errorNotice(summary, this.parts.hostOf(from) ?? localHost, context.now);
  }

  private linksOf(known: GroupKnown): LinksView {
    return {
      host: this.parts.hostOf(known.from),
      total: getCounts(known)?.total,
      held: this.links.pages(known.from),
      areEarlier: this.links.areEarlier(this.linksKey(known)),
    };
  }

  /** The request may refer to an earlier version of the record. */
  private isSameSource(record: string): GroupKnown | undefined {
    return this.known().find(({ kind, from }) => record.startsWith(`${kind} ${from} `));
  }

  private linksKey(known: GroupKnown): LinksKey {
    return { source: known.from, id: groupRecordId(known), isFree: this.parts.hostOf(known.from) === undefined };
  }

  private newPages(known: GroupKnown): LinkPages {
    const { from } = known;
    const walk = this.parts.records.openLinks(groupRef(this.subject, from));
    return new LinkPages(walk, () => getCounts(this.known().find((each) => each.from === from) ?? known)?.total);
  }
}

interface LoadOptions {
  readonly reason: 'record' | 'click';
  readonly signal: AbortSignal;
  /** Called with the record of a service while the summary of its links is loading. */
  readonly onPart: (opened: Opened<GroupKnown>) => void;
}

/** Loads a threat or feed from a source, and if it is local, the sources that report it. */
async function loadGroup(
  ref: ThreatRef | FeedRef,
  { records, sourcesOf }: Pick<Deps, 'records' | 'sourcesOf'>,
  { reason, signal, onPart }: LoadOptions,
): Promise<Opened<GroupKnown>> {
  const { from } = ref;
  const opened = await openGroup(ref, records, {
    reason,
    signal,
    again: reason === 'click',
    onPart: (part) => {
      if (!isLocalSource(from)) onPart(part);
    },
  });
  if (!isLocalSource(from) || opened.kind !== 'found') return opened;
  const { value } = opened;
  const id = value.kind === 'threat' ? value.threat.tid : value.feed.fid;
  if (id === undefined) return opened;
  return { ...opened, value: { ...value, reportedBy: await sourcesOf(value.kind, id) } };
}

async function openGroup(
  ref: ThreatRef | FeedRef,
  records: Records,
  { onPart, ...options }: LoadOptions & { readonly again: boolean },
): Promise<Opened<GroupKnown>> {
  const { from } = ref;
  if (ref.kind === 'threat') {
    const known = (opened: Opened<OpenedThreat>): Opened<GroupKnown> =>
      withValue(opened, (value, { source, asOf }) => ({ kind: 'threat', ...value, source, asOf, from }));
    return known(await records.openThreat(ref, { ...options, onPart: (part) => onPart(known(part)) }));
  }
  const known = (opened: Opened<OpenedFeed>): Opened<GroupKnown> =>
    withValue(opened, (value, { source, asOf }) => ({ kind: 'feed', ...value, source, asOf, from }));
  return known(await records.openFeed(ref, { ...options, onPart: (part) => onPart(known(part)) }));
}

function withValue<T, U>(
  opened: Opened<T>,
  map: (value: T, found: Extract<Opened<T>, { kind: 'found' }>) => U,
): Opened<U> {
  return opened.kind === 'found' ? { ...opened, value: map(opened.value, opened) } : opened;
}

/** The requested subject at a source, with its name and ID if that source knows them. */
function knownSubject(requested: GroupSubject, source: string, lead: GroupKnown | undefined): GroupSubject {
  if (lead?.from !== source) return { ...requested, source };
  if (lead.kind === 'feed' && requested.kind === 'feed') {
    const { fid = requested.fid, name, organization = requested.organization } = lead.feed;
    return { kind: 'feed', source, fid, name: truncateText(name, 2_000), organization };
  }
  if (lead.kind === 'feed' || requested.kind === 'feed') return { ...requested, source };
  const { tid = requested.tid, name } = lead.threat;
  return { kind: 'threat', source, tid, name: truncateText(name, 2_000) };
}

/** The reference for a request to `from`: IDs are only valid at the subject's own source. */
function groupRef(subject: GroupSubject, from: string): ThreatRef | FeedRef {
  const isOwn = from === subject.source;
  const { name } = subject;
  if (subject.kind === 'threat') {
    return { kind: 'threat', from, name, tid: isOwn ? subject.tid : undefined };
  }
  const { fid, organization } = subject;
  return { kind: 'feed', from, name, organization, fid: isOwn ? fid : undefined };
}

/** Describes what a lookup would send: the name, or the ID if there is no name. */
function sentName(subject: GroupSubject): string {
  if (subject.name === undefined) return t('ID {0}', String(groupId(subject) ?? 0));
  return subject.kind === 'threat' ? t('the threat name “{0}”', subject.name) : t('the feed name “{0}”', subject.name);
}

/** Explains why a local subject has no data. */
function notInLocalStore(subject: GroupSubject): string {
  const id = subject.name === undefined ? groupId(subject) : undefined;
  if (subject.kind === 'threat')
    return id === undefined
      ? t('No threat with this name is in the local store.')
      : t('No threat with the ID {0} is in the local store.', String(id));
  return id === undefined
    ? t('No feed with this name is in the local store.')
    : t('No feed with the ID {0} is in the local store.', String(id));
}

/** The name of a threat or feed in its record. */
function nameOf(known: GroupKnown): string {
  return known.kind === 'threat' ? known.threat.name : known.feed.name;
}
