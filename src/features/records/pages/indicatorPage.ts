import { knownContexts } from '../../../core/context/knownContexts';
import { addPlace } from '../../../core/context/places';
import { hostOf } from '../../../core/indicators/identity/hostOf';
import type { Lookups } from '../../../core/lookups/lookups';
import type { IndicatorRef, Records } from '../../../core/lookups/opened';
import { otherStatement } from '../../../core/export/records/exported';
import { sourceIdOf } from '../../../core/records/sourceId';
import type { LookupReason, LookupResult } from '../../../core/lookups/types';
import type { Known } from '../../../core/records/knowledge';
import type { Subject } from '../../../webviews/messages/parts';
import type { PanelAction } from '../../../webviews/messages/record';
import type { RecordView } from '../../../webviews/messages/recordParts';
import type { CommandId, CommandTarget } from '../../shared/ids/commands';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { hostLabel } from '../../shared/format/verdict';
import { visibleText } from '../../shared/text/visibleText';
import { omitPassword } from '../../shared/text/omitPassword';
import { comparisonView } from '../view/previousScansView';
import { PreviousScans, isScanned } from './previousScans';
import { linksId } from '../view/groupView';
import { LinkPages } from './linkPages';
import { compareView, linkListLabels, reloadLabel } from './linkLabels';
import { LoadedLinks, type LinksKey } from './loadedLinks';
import { infoNotice, noPreviousScansNotice, partNotice } from './openedNotice';
import { panelView } from './panelView';
import { afterRateLimit } from './rateLimit';
import { rawJson, rawView } from './rawJson';
import type { RecordContext } from '../view/recordContext';
import type { PagePort, PageQuestion, PageView, PanelOwnAction, RecordPage } from './recordPage';
import { recordId, recordRows, sourceId } from '../view/recordView';
import { type LoadedScreenshot, type ScreenshotLocation, screenshotOf } from '../screenshot';
import { strings } from '../strings';
import { PendingParts, Waiting } from './waiting';
import { t } from '../../../l10n';

type IndicatorSubject = Extract<Subject, { kind: 'indicator' }>;

/** What a page about an indicator needs. */
export interface IndicatorPageParts {
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
    private readonly parts: IndicatorPageParts,
    private readonly port: PagePort,
  ) {
    this.key = parts.tools.lookupKey(subject);
    this.result = parts.lookups.local(this.indicator, 'record');
    this.waiting = new Waiting(this.ended.signal, () => port.changed());
    this.pendingParts = new PendingParts(this.ended.signal);
    this.earlier = new PreviousScans(
      parts.records,
      (known) => this.refOf(known),
      () => port.changed(),
      this.ended.signal,
    );
    this.stopListening = parts.lookups.onChanged((key) => this.changed(key));
  }

  get title(): string {
    return visibleText(this.parts.tools.defang(omitPassword(this.subject.value)));
  }

  get risk(): RecordPage['risk'] {
    return this.result.known[0]?.record.risk;
  }

  get copied(): RecordPage['copied'] {
    const { value } = this.subject;
    return { value, defanged: this.parts.tools.defang(value) };
  }

  exported(): ReturnType<RecordPage['exported']> {
    const { known, host, place } = this.result;
    const contexts = knownContexts(this.indicator, known, host);
    const annotation = this.parts.context().annotationOf?.(this.indicator);
    return known.map((each) => {
      const otherSources = known.filter((other) => other !== each).map(otherStatement);
      const record = place?.isAdded === true ? addPlace(each.record, place, place.sources) : each.record;
      return {
        ...exportedOf({ ...each, record }),
        ...annotation,
        ...(contexts.length === 0 ? {} : { contexts }),
        ...(otherSources.length === 0 ? {} : { otherSources }),
      };
    });
  }

  view(): PageView {
    const context = this.parts.context();
    const { buttons, records, ...rest } = panelView(this.result, context, {
      waiting: this.waiting.view,
      isCanceled: this.waiting.isCanceled,
    });
    return {
      ...rest,
      buttons: [
        ...buttons,
        { label: t('Open to the Side'), action: 'openBeside' },
        ...(records.length > 0 ? [{ label: t('Export…'), action: 'export' as const }] : []),
      ],
      records: records.map((record, index) => ({ ...record, ...this.requested(this.result.known[index]) })),
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
        const mayGo = await this.parts.confirmWholeUrl(this.parts.lookups.wouldSend(this.indicator, true));
        if (mayGo) await this.lookUp('click', { again: true, wholeUrl: true });
        return;
      }
      case 'cancel':
        this.waiting.cancel();
        return;
      case 'scan':
      case 'editNote':
      case 'editTags':
        await this.parts.run(`threatLookups.${action}`, this.indicator);
        return;
      case 'openHost': {
        const host = this.result.host === undefined ? undefined : hostOf(this.indicator);
        if (host !== undefined) await this.port.goTo({ kind: 'indicator', type: host.type, value: host.value });
        return;
      }
      case 'openAbove': {
        const above = this.result.above?.indicator;
        if (above !== undefined) await this.port.goTo({ kind: 'indicator', type: above.type, value: above.value });
        return;
      }
      // Only for threats and feeds.
      case 'explore':
        return;
      default:
        await this.parts.run(`threatLookups.${action}`);
    }
  }

  async answer(question: PageQuestion): Promise<void> {
    const all = this.result.known;
    // The request may refer to an earlier version of the record.
    const known =
      all.find((each) => recordId(each) === question.record) ??
      (question.kind === 'rows' ? undefined : all.find((each) => question.record.startsWith(`${sourceId(each)} `)));
    if (known === undefined) return;
    const context = this.parts.context();
    const { record } = question;
    switch (question.kind) {
      case 'raw':
        this.port.post({ kind: 'raw', record, raw: rawView(await rawJson(exportedOf(known))) });
        return;
      case 'copyRaw':
        return this.port.copy(await rawJson(exportedOf(known)), strings.commands.copiedJson);
      case 'rows': {
        const { section, from } = question;
        this.port.post({ kind: 'rows', record, section, from, rows: recordRows(known, section, from, context) });
        return;
      }
      case 'links': {
        const { list, page } = question;
        const begin = (): LinkPages => this.newPages(known);
        const answer = await this.pendingParts.during('links', (signal) =>
          this.links.page(this.linksKey(known), question, begin, { reason: 'click', signal }, context),
        );
        this.port.post({ kind: 'links', record, list, page, ...answer });
        if (question.reload === true) this.port.changed();
        return;
      }
      case 'compare': {
        const opened = await this.pendingParts.during('compare', (signal) =>
          this.parts.records.openHistory(this.refOf(known), { today: known, reason: 'click', again: true, signal }),
        );
        const outcome =
          opened.kind === 'found'
            ? { comparison: comparisonView(opened.value, context) }
            : {
                error: opened.kind === 'notKnown' ? noPreviousScansNotice(opened) : partNotice(opened, context),
              };
        this.port.post({ kind: 'compared', record, ...outcome });
        if (opened.kind === 'found') this.earlier.setHistory(known, opened.value);
        return;
      }
      case 'loadScreenshot': {
        const location = screenshotOf(known.record, known.source.address);
        const { loaded, isCanceled } = await this.pendingParts.during('loadScreenshot', async (signal) => ({
          loaded: location && (await this.parts.loadScreenshot(location, signal)),
          isCanceled: signal.aborted,
        }));
        const outcome =
          loaded === undefined
            ? {}
            : isCanceled
              ? { error: infoNotice(t('Canceled.')) }
              : loaded.ok
                ? { image: { source: loaded.source } }
                : {
                    error: {
                      ...infoNotice(strings.notices.screenshotFailed(hostLabel(location?.host ?? ''), loaded.error)),
                      tone: 'warning' as const,
                    },
                  };
        this.port.post({ kind: 'screenshot', record, ...outcome });
        return;
      }
      case 'openPage':
        return this.parts.openPage(known);
      case 'cancel':
        this.pendingParts.cancel(question.part);
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

  private get indicator(): { type: IndicatorSubject['type']; value: string } {
    const { type, value } = this.subject;
    return { type, value };
  }

  private async lookUp(
    reason: LookupReason,
    options: { readonly again?: boolean; readonly wholeUrl?: boolean } = {},
  ): Promise<void> {
    const host = this.parts.hostOf(this.parts.records.current());
    const message = host === undefined ? t('Searching the local store…') : strings.panel.waitingFor(hostLabel(host));
    this.result = await this.waiting.during(message, (signal) =>
      this.parts.lookups.lookUp(this.indicator, { reason, signal, ...options }),
    );
    this.port.changed();
    const { state: now } = this.result;
    const error = now.kind === 'failed' ? now.error : undefined;
    afterRateLimit(error, this.parts.context().now, () => this.port.changed(), this.ended.signal);
    await this.earlier.find(this.result.known);
  }

  private changed(key: string | undefined): void {
    if (this.waiting.isOn || (key !== undefined && key !== this.key)) return;
    const local = this.parts.lookups.local(this.indicator, 'record');
    const isRemoved = local.known.length === 0 && this.result.known.length > 0;
    if (isRemoved && local.state.kind === 'pending' && this.parts.hostOf(this.parts.records.current()) === undefined) {
      // Only local sources are queried; shows the same as for any unknown indicator.
      void this.lookUp('record');
      return;
    }
    // Keeps the state of the last lookup unless the store has news.
    const hasMore = local.known.length > 0 || isRemoved || local.state.kind !== 'pending';
    const keepsState = local.state.kind === 'pending' && !isRemoved;
    if (hasMore) this.result = keepsState ? { ...local, state: this.result.state } : local;
    this.port.changed();
    void this.earlier.find(this.result.known);
  }

  /** What can be requested besides the record; nothing is sent before a click, and each button names the host. */
  private requested(known: Known | undefined): Partial<RecordView> {
    if (known === undefined) return {};
    const from = sourceIdOf(known.source);
    const location = screenshotOf(known.record, known.source.address);
    const picture =
      location === undefined
        ? {}
        : {
            screenshot: {
              label: t('Load from {0}', hostLabel(location.host)),
              pendingLabel: strings.panel.loadingFrom(hostLabel(location.host)),
              address: this.parts.context().pieces(location.url),
              ...(location.isOwn
                ? {}
                : { note: t("The image isn't hosted by the service. You'll be asked before it is loaded.") }),
            },
          };
    if (!isScanned(known) || !this.parts.canAskAt(from)) return picture;
    const host = this.parts.hostOf(from);
    return {
      ...picture,
      // A service is queried only on a click; until then it may have some.
      ...((this.earlier.of(known) ?? host !== undefined) ? { compare: compareView(host) } : {}),
      links: [
        {
          id: linksId,
          title: t('Linked indicators'),
          ...linkListLabels(host),
          free: host === undefined,
          held: this.links.pages(sourceId(known)),
          ...(this.links.areEarlier(this.linksKey(known)) ? { reload: reloadLabel(host) } : {}),
        },
      ],
    };
  }

  private refOf({ source, record }: Known): IndicatorRef {
    const iid = record.iid === undefined ? {} : { iid: record.iid };
    return { kind: 'indicator', from: sourceIdOf(source), ...iid, indicator: this.indicator };
  }

  private linksKey(known: Known): LinksKey {
    const isFree = this.parts.hostOf(sourceIdOf(known.source)) === undefined;
    return { source: sourceId(known), id: recordId(known), isFree };
  }

  private newPages(known: Known): LinkPages {
    const host = this.parts.hostOf(sourceIdOf(known.source));
    return new LinkPages(this.parts.records.openLinks(this.refOf(known)), () => ({ host }));
  }
}

function exportedOf({ record, source, asOf }: Known): ReturnType<RecordPage['exported']>[number] {
  return { kind: 'indicator', record, source, asOf };
}
