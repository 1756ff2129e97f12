import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { Records } from '../../core/lookups/opened';
import { groupId, type GroupSubject, type Subject, subjectKey } from '../../core/records/subject';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { readTarget } from '../shared/commands/commandTarget';
import { confirmWholeUrl } from '../shared/commands/confirmWholeUrl';
import type { ContextKeys } from '../shared/commands/contextKeys';
import { panelTypes } from '../shared/ids/contributionIds';
import type { Contributions } from '../shared/commands/contributions';
import type { ReadSeenBefore } from '../shared/indicators/seenBefore';
import type { Annotations } from '../shared/indicators/annotations';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import { indicatorUnderCursor } from '../shared/indicators/occurrenceAt';
import { untrusted, type Output, showInformationMessage, withProgress } from '../shared/ui';
import type { FocusedPanel, PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import { getStoreProblem } from '../shared/format/formatStoreProblem';
import { linkedText } from './linkedText';
import { defangText } from '../../core/indicators/identity/defangText';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { hostLabel } from '../../core/records/labels/verdict';
import { exportRecord, type ExportParts } from './exportRecord';
import { GroupPage } from './groupPage';
import { IndicatorPage } from './indicatorPage';
import { openedNotice } from './notices';
import { openLink } from './openLink';
import { findOthers, registerFindOthers } from './findOthers';
import { openReference, registerOpenReference } from './openReference';
import { type OpenRecordParts, type Picked, pickRecent, pickRecord } from './openRecordPick';
import { readSubject } from './readSubject';
import type { PagePort, RecordPage, RecordContext } from './recordPage';
import type { PanelParts } from './recordPanel';
import { RecordPanels } from './recordPanels';
import { screenshotLoader } from './screenshot';
import { subjectTitle } from './subjectLabel';
import { hostOfSource, isLocalSource, localHost, localSource } from '../../core/records/sourceId';
import { uiText } from '../shared/ui/text';
import { t } from '../../l10n';

/** Dependencies of the records feature. */
export interface RecordParts {
  readonly lookups: Lookups;
  readonly records: Records;
  readonly loadIndicators: LoadIndicators;
  readonly panelFocus: PanelFocus;
  readonly worker: WorkerJobs;
  /** The user's notes and tags. */
  readonly annotations: Annotations;
  readonly seenBefore: ReadSeenBefore;
  readonly contextKeys: ContextKeys;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly output: Pick<Output, 'debug' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  /** Whether a remote service is connected and the lookup mode is not `offline`. */
  readonly canAsk: () => boolean;
  /** Whether anything was imported or mirrored. */
  readonly hasLocalData: () => boolean;
  /** Whether the lookup mode is `offline`. */
  readonly isOffline: () => boolean;
  /** The connected remote service: address and host. */
  readonly service: () => { readonly address: string; readonly host: string } | undefined;
}

/** The interface of the records feature. */
export interface RecordsFeature extends vscode.UriHandler {
  dispose(): void;
}

/** An indicator of the sample data. */
const sampleIndicator: Indicator = { type: 'domain', value: 'login-update.example' };
const maxNames = 20;
const maxSimilar = 8;

/**
 * Registers everything about records: panels and the commands that open them, back and forward, recent records, external
 * links, and export. The disposable closes no open panel.
 */
export function startRecords(parts: RecordParts): RecordsFeature {
  const { commands, loadIndicators, notices } = parts;
  const panels = new RecordPanels((tools) => panelParts(tools, parts), loadIndicators);

  const open = async (argument: unknown): Promise<void> => {
    const tools = await loadIndicators();
    const subject = readSubject(argument, tools.parseIndicator) ?? underCursor(tools);
    if (subject !== undefined) return panels.open(subject);
    await openPicked(await pickRecord(pickParts(tools, parts)), parts, panels);
  };

  const registered = vscode.Disposable.from(
    panels,
    { dispose: parts.annotations.onChanged(() => panels.refresh()) },
    parts.panelFocus.add(() => focused(panels)),
    parts.contributions.panel(panelTypes.record, panels),
    commands.register('threatLookups.openRecord', open),
    commands.register('threatLookups.openRecordBeside', async (argument) => {
      const tools = await loadIndicators();
      const subject = readSubject(argument, tools.parseIndicator) ?? panels.active()?.subject ?? underCursor(tools);
      if (subject !== undefined) return panels.open(subject, { beside: true });
      const target = await chooseIndicator(undefined, parts, t('Open Record to the Side'));
      if (target !== undefined) {
        await panels.open({ kind: 'indicator', type: target.type, value: target.value }, { beside: true });
      }
    }),
    commands.register('threatLookups.recordBack', () => panels.active()?.step('back')),
    commands.register('threatLookups.recordForward', () => panels.active()?.step('forward')),
    commands.register('threatLookups.recentRecords', async () => {
      // An error is reported; it must not look like an empty list.
      const recent = () => parts.worker.recentList();
      const picked = await pickRecent({ ...pickParts(await loadIndicators(), parts), recent });
      if (picked === 'none') notices.inform(uiText("You haven't opened any records yet."));
      else if (picked === 'clear') {
        await parts.worker.recentRemove({});
        parts.contextKeys.set('hasRecentRecords', false);
        notices.inform(uiText('Recent records were cleared.'));
      } else if (picked !== undefined) await panels.open(picked);
    }),
    commands.register('threatLookups.exportRecord', async (argument) => {
      const tools = await loadIndicators();
      const page = readTarget(argument) === undefined ? panels.active()?.current : undefined;
      if (page !== undefined) return exportPage(page, tools, parts);
      const target = await chooseIndicator(argument, parts, t('Export Record'));
      if (target !== undefined) await exportKnown({ type: target.type, value: target.value }, tools, parts);
    }),
    registerFindOthers(parts.commands),
    registerOpenReference(parts, panels),
    commands.register('threatLookups.compareScans', () => compare(panels, parts)),
    commands.register('threatLookups.queryGroup', async () => {
      const page = panels.active()?.current;
      if (page instanceof GroupPage) await page.act('explore');
      else notices.inform(uiText('Open the record for a threat or feed first.'));
    }),
  );
  return {
    handleUri: (uri) => openLink(uri, parts, panels),
    dispose: () => void registered.dispose(),
  };
}

function focused(panels: RecordPanels): FocusedPanel | undefined {
  const panel = panels.active();
  if (panel === undefined) return undefined;
  const { subject } = panel;
  const lookUp = (): Promise<void> => panel.current.act('lookUp');
  return subject.kind === 'indicator'
    ? { indicator: { type: subject.type, value: subject.value }, lookUp }
    : { lookUp };
}

function underCursor(tools: IndicatorTools): Subject | undefined {
  const found = indicatorUnderCursor(tools);
  return found === undefined ? undefined : { kind: 'indicator', type: found.type, value: found.value };
}

function panelParts(tools: IndicatorTools, parts: RecordParts): Omit<PanelParts, 'openBeside' | 'onDidNavigate'> {
  const { lookups, notices, output, extensionUri, worker } = parts;
  const context = (): RecordContext => ({
    now: Date.now(),
    defang: (value) => tools.defang(value),
    defangText: (text) => defangText(text, tools),
    linkedText: (text) => linkedText(text, tools),
    canAsk: parts.canAsk(),
    annotationOf: (indicator) => parts.annotations.of(indicator),
    seenBeforeOf: (indicator) => {
      const key = tools.lookupKey(indicator);
      return parts.seenBefore([key]).get(key);
    },
    offerSample: () =>
      !parts.hasLocalData() &&
      !lookups.local(sampleIndicator, 'record').known.some(({ source }) => source.kind === 'sample'),
  });
  return {
    lookups,
    tools,
    notices,
    output,
    extensionUri,
    context,
    pageFor: (subject, port) => pageFor(subject, port, context, tools, parts),
    exportPage: (page) => exportPage(page, tools, parts),
    findOthers: (term) => findOthers(parts.commands, term),
    remember: ({ subject, risk }) => {
      const opened = { key: subjectKey(subject, tools.lookupKey), at: Date.now(), subject };
      parts.contextKeys.set('hasRecentRecords', true);
      worker
        .recentSave({ opened: risk === undefined ? opened : { ...opened, risk } })
        .catch((error: unknown) => output.debug(`Recent records: ${String(error)}`));
    },
  };
}

async function exportPage(page: RecordPage, tools: IndicatorTools, parts: RecordParts): Promise<void> {
  const sources = page.exported();
  if (sources.length === 0)
    parts.notices.inform(uiText('The local store has no data about {0} to export.', page.title));
  else await exportRecord(sources, page.title, exportParts(tools, parts));
}

function exportParts(tools: IndicatorTools, { notices, lookups }: RecordParts): ExportParts {
  const isIgnored = (indicator: Indicator): boolean => lookups.blocked(indicator)?.kind === 'ignored';
  return { tools, notices, now: Date.now, isIgnored };
}

/** Exports local data; sends nothing. */
async function exportKnown(indicator: Indicator, tools: IndicatorTools, parts: RecordParts): Promise<void> {
  const { known, unread } = parts.lookups.local(indicator, 'record');
  const title = subjectTitle({ kind: 'indicator', ...indicator }, tools);
  if (known.length === 0) {
    parts.notices.inform(
      unread === undefined
        ? uiText('The local store has no data about {0} to export.', title)
        : uiText('Nothing was exported. {0}', unreadStoreMessage(unread)),
    );
    return;
  }
  const sources = known.map(({ record, source, asOf }) => ({ kind: 'indicator', record, source, asOf }) as const);
  await exportRecord(sources, title, exportParts(tools, parts));
}

function pageFor(
  subject: Subject,
  port: PagePort,
  context: () => RecordContext,
  tools: IndicatorTools,
  parts: RecordParts,
): RecordPage {
  const { lookups, records, commands } = parts;
  const hostOf = (from: string): string | undefined => {
    if (isLocalSource(from)) return undefined;
    const service = parts.service();
    return service?.address === from ? service.host : hostOfSource(from);
  };
  if (subject.kind !== 'indicator') {
    return new GroupPage(
      subject,
      {
        records,
        lookups,
        context,
        hostOf,
        run: (command) => commands.run(command),
        sourcesOf: (kind, id) => parts.worker.groupSources({ kind, id }).catch(() => []),
        explore: (query) => commands.run('threatLookups.newQuery', query),
      },
      port,
    );
  }
  return new IndicatorPage(
    subject,
    {
      lookups,
      records,
      tools,
      context,
      hostOf,
      run: (command, target) => (target === undefined ? commands.run(command) : commands.run(command, target)),
      confirmWholeUrl: (wouldSend) => confirmWholeUrl(wouldSend, parts.service()?.host ?? ''),
      loadScreenshot: screenshotLoader(parts.lookups, parts.isOffline, parts.service, tools),
      openPage: openReference,
      canAskAt: (from) => isLocalSource(from) || (parts.canAsk() && parts.service()?.address === from),
    },
    port,
  );
}

function pickParts(tools: IndicatorTools, { worker, canAsk, service, records, lookups }: RecordParts): OpenRecordParts {
  let problem: StoreProblem | undefined;
  const orDefault = <T>(read: Promise<T>, nothing: T): Promise<T> =>
    read.catch((error: unknown) => {
      problem = getStoreProblem(error) ?? { kind: 'failed', detail: String(error) };
      return nothing;
    });
  return {
    tools,
    recent: () => orDefault(worker.recentList(), []),
    names: (text) => orDefault(worker.names({ text, limit: maxNames }), []),
    near: (text) => orDefault(worker.nearNames({ text, limit: maxSimilar }), { names: [], indicators: [] }),
    storeProblem: () => problem,
    isUnknown: async (subject) => !canAsk() && (await isUnknownHere(subject, records)),
    riskOf: ({ type, value }) => lookups.local({ type, value }, 'record').known[0]?.record.risk,
    host: () => (canAsk() ? service()?.host : undefined),
    now: Date.now,
  };
}

async function isUnknownHere(subject: GroupSubject, records: Records): Promise<boolean> {
  const options = { reason: 'record' } as const;
  const { kind, name } = subject;
  const named = { from: localSource, name };
  const id = groupId(subject);
  const opened =
    kind === 'threat'
      ? await records.openThreat({ kind, ...named, tid: id }, options)
      : await records.openFeed({ kind, ...named, fid: id }, options);
  return opened.kind === 'notFound';
}

async function openPicked(picked: Picked | undefined, parts: RecordParts, panels: RecordPanels): Promise<void> {
  switch (picked?.kind) {
    case undefined:
      return;
    case 'subject':
      return panels.open(picked.subject);
    case 'command':
      await parts.commands.run(picked.command);
      return;
    case 'iid':
      return openByIid(picked, parts, panels);
  }
}

async function openByIid(
  picked: Extract<Picked, { kind: 'iid' }>,
  parts: RecordParts,
  panels: RecordPanels,
): Promise<void> {
  const { iid } = picked;
  const from = isLocalSource(picked.from) ? localSource : parts.records.current();
  const host = hostLabel(isLocalSource(from) ? localHost : (parts.service()?.host ?? from));
  const opened = await withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Querying {0} for indicator {1}…', host, String(iid)),
      cancellable: true,
    },
    (_, token) => {
      const ended = new AbortController();
      token.onCancellationRequested(() => ended.abort());
      return parts.records.openIndicator({ kind: 'indicator', from, iid }, { reason: 'click', signal: ended.signal });
    },
  );
  if (opened.kind === 'found') {
    const { record } = opened.value;
    const { type, value } = record;
    if (!isLocalSource(from)) {
      const { source, asOf } = opened;
      const { lookupKey } = await parts.loadIndicators();
      // Stored before the panel opens, so that it shows what was just fetched.
      const knowledge = { kind: 'known', source, asOf, record, detail: 'full' } as const;
      await parts.worker.cacheAnswer({ key: lookupKey(record), address: from, knowledge }).catch(() => undefined);
      parts.lookups.forget();
    }
    return panels.open({ kind: 'indicator', type, value });
  }
  if (opened.kind === 'canceled') return;
  const notice = openedNotice(opened, { now: Date.now(), defang: (text) => text });
  const sentence =
    opened.kind === 'notFound'
      ? uiText("Indicator {0} wasn't found on {1}.", String(iid), host)
      : untrusted(notice.text);
  await parts.notices.offer(opened.kind === 'failed' ? 'warning' : 'information', sentence);
}

async function compare(panels: RecordPanels, { notices }: RecordParts): Promise<void> {
  const panel = panels.active();
  const record = panel?.current.view().records.find(({ compare }) => compare !== undefined);
  if (panel === undefined || record === undefined) {
    notices.inform(panel === undefined ? uiText('Open a record first.') : uiText('No previous scans to compare.'));
    return;
  }
  const host = record.compare?.host;
  if (host !== undefined) {
    const question = uiText('Load previous scans of {1} from {0}?', hostLabel(host), panel.current.title);
    if (
      (await showInformationMessage(question, { modal: true }, uiText('Load Previous Scans'))) !==
      uiText('Load Previous Scans')
    )
      return;
  }
  await panel.current.answer({ kind: 'compare', record: record.id });
}
