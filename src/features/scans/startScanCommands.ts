import * as vscode from 'vscode';
import { createSendPolicy, type SendPolicy } from '../../core/lookups/policy/sendPolicy';
import { isRepeatable, type Scan, type NewScan } from '../../core/scans';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import {
  untrusted,
  untrustedLines,
  showWarningMessage,
  uiLines,
  uiSentences,
  type UiText,
  createQuickPick,
  type UiPickItem,
} from '../shared/ui';
import { changeResolver, resolverProblem } from './resolverNotice';
import type { ScanFeatureParts } from './scanParts';
import { showScanPicker, type ScanPickerOptions } from './scanPick';
import { trackScans } from './scanResults';
import { scanKindOptions, blockedMessage } from './scanText';
import { strings } from './strings';
import type { Indicator } from '../../core/indicators/identity/types';
import { chooseIndicator, type ChoosingParts } from '../shared/commands/chooseIndicator';
import { readTarget } from '../shared/commands/commandTarget';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { proseOrLog } from '../shared/indicators/proseOrLog';
import { uiText, uiPlural } from '../shared/ui/text';
import { capitalizedHostLabel, hostLabel } from '../../core/records/labels/verdict';
import type { ServiceClient } from '../../core/api/client';
import type { Lookups } from '../../core/lookups/lookups';
import { redactIndicator } from '../../core/lookups/policy/redactIndicator';
import type { UrlDetail, BlockReason } from '../../core/lookups/types';
import type { ScanKind } from '../../core/records/scan';

type Host = NonNullable<ReturnType<ScanFeatureParts['service']>>;

/** The commands Scan Indicator and Repeat Scan. */
export class StartScanCommands {
  private readonly blocked: SendPolicy;
  /** The user chose not to confirm active scans again in this session. */
  private skipActiveConfirmation = false;

  constructor(private readonly parts: ScanFeatureParts) {
    this.blocked = createSendPolicy(() => parts.settings.current().lookups.ignore);
  }

  async scan(argument: unknown): Promise<void> {
    const { settings, lookups, scans } = this.parts;
    const all = await chooseTargets(argument, this.parts);
    if (all.length === 0) return;
    const indicators = all.slice(0, maxTargets);
    const host = this.host();
    if (host === undefined || (await this.hasInvalidResolver(host))) return;
    const { urls } = settings.current().lookups;
    const partition = partitionScans(indicators, host, this.blocked, urls);
    if (partition.allowed.length === 0) {
      this.reportBlocked(partition);
      return;
    }
    const chosen = await this.pickTargets(host, partition, all);
    if (chosen === undefined || chosen.allowed.length === 0) return;
    const wanted = chosen.allowed.map(({ indicator }) => indicator);
    // The question shows a single URL, but only the number of several.
    const whole = partitionScans(wanted, host, this.blocked, wanted.length === 1 ? 'whole' : 'full');
    const choice = await showScanPicker(await this.pickerOptions(host, chosen, whole));
    if (choice === undefined) return;
    const { allowed } = choice.whole ? whole : chosen;
    if (choice.kind === 'active' && !(await this.confirmActive(host, allowed))) return;
    await trackScans(this.parts, await scans.add(getNewScans(allowed, choice, lookups)));
  }

  /** Replaces ended scans by new ones of the same indicators. */
  async repeat(wanted: readonly Scan[]): Promise<void> {
    const { scans, lookups, notices } = this.parts;
    const again = wanted.filter(isRepeatable);
    const host = this.host();
    if (again.length === 0) {
      notices.inform(uiText('There is no scan to repeat.'));
      return;
    }
    if (host === undefined) return;
    const open = again.filter((scan) => !host.remote || this.blocked(scan.indicator, scan.sent) === undefined);
    if (open.length === 0) {
      const skipped = again.flatMap(({ indicator, sent }) => {
        const by = this.blocked(indicator, sent);
        return by === undefined ? [] : [{ indicator, by }];
      });
      this.reportBlocked({ allowed: [], skipped });
      return;
    }
    if (await this.hasInvalidResolver(host)) return;
    const active = open.filter(({ kind }) => kind === 'active');
    if (active.length > 0 && !(await this.confirmActive(host, active))) return;
    await scans.remove(open.map(({ id }) => id));
    await trackScans(this.parts, await scans.add(open.map((scan) => repeatedScan(scan, lookups))));
  }

  /** The service that scans are sent to; shows a notice if there is none. */
  private host(): Host | undefined {
    const { service, settings, notices, commands } = this.parts;
    const host = service();
    if (host === undefined) {
      void notices.offer('warning', uiText('No connected service can run scans.'), {
        label: uiText('Connect…'),
        run: () => commands.run('threatLookups.connect'),
      });
      return undefined;
    }
    if (host.remote && settings.current().lookups.mode === 'offline') {
      void notices.offer('information', blockedMessage({ kind: 'offline' }), {
        label: uiText('Change Lookup Mode…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return undefined;
    }
    return host;
  }

  /** Reports an unusable name server setting before scans of the local service fail because of it. */
  private async hasInvalidResolver({ remote }: Host): Promise<boolean> {
    const { settings, loadIndicators, notices } = this.parts;
    const problem = remote ? undefined : await resolverProblem(settings.current(), loadIndicators);
    if (problem !== undefined) void notices.offer('warning', problem, changeResolver());
    return problem !== undefined;
  }

  private reportBlocked({ skipped }: ScanPartition): void {
    const { notices, commands } = this.parts;
    const [first] = skipped;
    if (first === undefined) return;
    const { by } = first;
    const sentence =
      skipped.length > 1
        ? uiText('None of the {0} indicators can be sent ({1}).', skipped.length, formatBlockedCounts(skipped))
        : blockedMessage(by);
    const edit = { label: uiText('Edit Ignore List'), run: () => commands.run('threatLookups.editIgnoreList') };
    void notices.offer('information', sentence, ...(skipped.some((each) => each.by.kind === 'ignored') ? [edit] : []));
  }

  /** Asks which of several indicators are scanned. */
  private async pickTargets(
    host: Host,
    partition: ScanPartition,
    { length: total }: readonly Indicator[],
  ): Promise<ScanPartition | undefined> {
    if (total === 1) return partition;
    const { defang } = await this.parts.loadIndicators();
    const allowed = await pickScanTargets({
      host: hostLabel(host.host),
      partition,
      truncation: total > maxTargets ? uiText('Only the first {0} of {1} are listed.', maxTargets, total) : undefined,
      shown: (value) => truncateIndicator(visibleText(defang(value)), 80),
    });
    return allowed === undefined ? undefined : { allowed, skipped: partition.skipped };
  }

  private async pickerOptions(host: Host, partition: ScanPartition, whole: ScanPartition): Promise<ScanPickerOptions> {
    const { loadIndicators, settings } = this.parts;
    const { defang } = await loadIndicators();
    const shown = (value: string): string => truncateIndicator(visibleText(defang(value)), 60);
    const { allowed, skipped } = partition;
    const [first] = allowed;
    const name = hostLabel(host.host);
    const redacted = allowed.filter(({ indicator, sent }) => sent.value !== indicator.value);
    const wholeUrls = whole.allowed.filter(({ sent }) => !allowed.some((each) => each.sent.value === sent.value));
    const { lookups, enrichment } = settings.current();
    const enrichmentMode = lookups.mode === 'offline' ? 'off' : enrichment;
    return {
      title:
        allowed.length === 1
          ? uiText('Scan {0} on {1}', shown(first?.sent.value ?? ''), name)
          : strings.pickTargetsTitle(allowed.length, name),
      placeholder: uiSentences(
        skipped.length > 0 ? uiText('Skipped: {0}.', formatBlockedCounts(skipped)) : undefined,
        uiText('Select a scan type'),
      ),
      kinds: scanKindOptions(host.host, host.remote, enrichmentMode),
      storeDetail: host.remote
        ? uiText('If on, other users of {0} can find it.', name)
        : uiText('If on, queries and programs that use the local service can find it. It stays on this machine.'),
      wholeDetail: redacted.length === 0 ? undefined : wholeDetail(wholeUrls, shown),
      more: host.remote ? undefined : this.enrichmentOffer(),
    };
  }

  /** Leads to the setting that limits what scans of the local service query. */
  private enrichmentOffer(): ScanPickerOptions['more'] {
    const { settings, commands } = this.parts;
    const { lookups, enrichment } = settings.current();
    const label = uiText('$(settings-gear) Change Enrichment Setting…');
    if (lookups.mode === 'offline') {
      return {
        label,
        detail: uiText('Offline mode is on: scans query no external sources.'),
        run: () => commands.run('threatLookups.changeMode'),
      };
    }
    if (enrichment === 'active') return undefined;
    return {
      label,
      detail: uiText('Controls which external sources scans may query.'),
      run: () =>
        vscode.commands.executeCommand('workbench.action.openSettings', '@id:threatLookups.localService.enrichment'),
    };
  }

  /** Active scans are confirmed each time, since the host's owner can see them. */
  private async confirmActive(host: Host, allowed: ScanPartition['allowed']): Promise<boolean> {
    if (this.skipActiveConfirmation) return true;
    const { defang } = await this.parts.loadIndicators();
    const names = allowed.map(({ sent }) => truncateIndicator(visibleText(defang(sent.value)), 80));
    const [name] = names.length === 1 ? names : [];
    const scan = uiText('Scan');
    const scanWithoutAsking = uiText("Scan and Don't Ask Again This Session");
    const detail = (one: boolean): UiText => {
      if (host.remote)
        return one
          ? uiText("{0} connects to the host. The host's owner can see that.", capitalizedHostLabel(host.host))
          : uiText('{0} connects to these hosts. Their owners can see that.', capitalizedHostLabel(host.host));
      return one
        ? uiText("This machine connects to the host. The host's owner can see your IP address.")
        : uiText('This machine connects to these hosts. Their owners can see your IP address.');
    };
    const answer = await showWarningMessage(
      name === undefined
        ? uiPlural(allowed.length, {
            one: 'Run an active scan of {0} indicator?',
            other: 'Run active scans of {0} indicators?',
          })
        : uiText('Run an active scan of {0}?', name),
      {
        modal: true,
        detail: uiLines(
          detail(name !== undefined),
          name === undefined ? untrustedLines(`\n${listHosts(names)}`) : undefined,
        ),
      },
      scan,
      scanWithoutAsking,
    );
    if (answer === scanWithoutAsking) this.skipActiveConfirmation = true;
    return answer === scan || answer === scanWithoutAsking;
  }
}

/** Further hosts are counted. */
const maxListedHosts = 10;

function listHosts(names: readonly string[]): string {
  const more = names.length - maxListedHosts;
  return [...names.slice(0, maxListedHosts), ...(more > 0 ? [uiText('and {0} more', more)] : [])].join('\n');
}

/** UTF-16 units read of a selection or of a source file. */
const maxTextLength = 1_048_576;
/** Indicators of one scan command. */
const maxTargets = 500;

/** Returns the indicators to scan: several in the selection, or a single one as {@link chooseIndicator} returns it. */
async function chooseTargets(argument: unknown, parts: ChoosingParts): Promise<readonly Indicator[]> {
  if (readTarget(argument) === undefined && parts.panelFocus.current() === undefined) {
    const selected = selectedIndicators(await parts.loadIndicators());
    if (selected.length > 1) return selected;
  }
  const target = await chooseIndicator(argument, parts, uiText('Scan Indicator'));
  return target === undefined ? [] : [{ type: target.type, value: target.value }];
}

/** Every indicator in the selections of the active editor, without duplicates. */
function selectedIndicators(tools: IndicatorTools): readonly Indicator[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document } = editor;
  const selections = editor.selections.filter(({ isEmpty }) => !isEmpty);
  if (selections.length === 0) return [];
  const { languageId } = document;
  const spans = selections.map(({ start, end }) => [document.offsetAt(start), document.offsetAt(end)] as const);
  // The strings in source code are found only when reading from the top.
  const isWhole = !proseOrLog(languageId) && Math.max(...spans.map(([, end]) => end)) <= maxTextLength;
  const found = isWhole
    ? tools
        .findIndicators(document.getText(), { languageId })
        .filter((each) => spans.some(([start, end]) => each.start < end && each.end > start))
    : selections.flatMap((selection) =>
        tools.findIndicators(document.getText(selection).slice(0, maxTextLength), { languageId }),
      );
  const each = new Map(found.map(({ type, value }) => [tools.lookupKey({ type, value }), { type, value }] as const));
  return [...each.values()];
}

/** Content of the picker for the indicators of a scan. */
interface TargetPickerOptions {
  readonly host: string;
  readonly partition: ScanPartition;
  /** Set if there are too many to list. */
  readonly truncation?: UiText;
  /** Formats a value. */
  readonly shown: (value: string) => string;
}

/** Describes the additional data of URLs that are sent in full: the only URL, or their number. */
function wholeDetail(urls: ScanPartition['allowed'], shown: (value: string) => string): UiText | undefined {
  const [first] = urls;
  if (first === undefined) return undefined;
  if (urls.length === 1) return untrusted(shown(first.sent.value));
  return uiPlural(urls.length, { one: '{0} URL with path and query', other: '{0} URLs with path and query' });
}

type Item = UiPickItem & { readonly at?: number };

/** Lists the indicators to select for a scan, all selected at first, and blocked ones with the reason. */
function pickScanTargets({
  host,
  partition,
  truncation,
  shown,
}: TargetPickerOptions): Promise<ScanPartition['allowed'] | undefined> {
  const { allowed, skipped } = partition;
  const pick = createQuickPick<Item>();
  const selected = allowed.map(({ indicator, sent }, at): Item => {
    const less = sent.value === indicator.value ? {} : { detail: uiText('From {0}', shown(indicator.value)) };
    return {
      label: untrusted(shown(sent.value)),
      description: sent.type === 'ip' ? uiText('IP address') : untrusted(sent.type),
      ...less,
      at,
    };
  });
  const blockedItems = skipped.map(({ indicator, by }): Item => ({
    label: untrusted(shown(indicator.value)),
    description: blockedMessage(by),
  }));
  pick.title = strings.pickTargetsTitle(allowed.length, host);
  pick.placeholder = uiText('Select the indicators to scan');
  if (truncation !== undefined) pick.prompt = truncation;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = [
    ...selected,
    ...(blockedItems.length === 0
      ? []
      : [{ label: uiText('Skipped: never sent'), kind: vscode.QuickPickItemKind.Separator }, ...blockedItems]),
  ];
  pick.selectedItems = selected;
  return new Promise((resolve) => {
    pick.onDidChangeSelection((chosen) => {
      // Skipped indicators can't be selected.
      const open = chosen.filter(({ at }) => at !== undefined);
      if (open.length < chosen.length) pick.selectedItems = open;
    });
    pick.onDidAccept(() => {
      const chosen = new Set(pick.selectedItems.map(({ at }) => at));
      resolve(allowed.filter((_, at) => chosen.has(at)));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The indicators that may be sent to a service, and those that the user's rules block. */
interface ScanPartition {
  readonly allowed: readonly { readonly indicator: Indicator; readonly sent: Indicator }[];
  readonly skipped: readonly { readonly indicator: Indicator; readonly by: BlockReason }[];
}

/**
 * Separates reserved and ignored indicators, which are never sent to a remote service; the local service scans them too.
 * `detail` limits the parts of a URL that may be sent; `whole` is a URL that the user has seen and confirmed.
 */
export function partitionScans(
  indicators: readonly Indicator[],
  { remote }: Pick<ServiceClient, 'remote'>,
  blocked: SendPolicy,
  detail: UrlDetail | 'whole',
): ScanPartition {
  const pairs = indicators.map((indicator) => ({
    indicator,
    sent: remote && detail !== 'whole' ? blocked.sent(indicator, detail) : redactIndicator(indicator, 'full'),
  }));
  if (!remote) return { allowed: pairs, skipped: [] };
  const checked = pairs.map((pair) => ({ ...pair, by: blocked(pair.indicator, pair.sent) }));
  return {
    allowed: checked.flatMap(({ indicator, sent, by }) => (by === undefined ? [{ indicator, sent }] : [])),
    skipped: checked.flatMap(({ indicator, by }) => (by === undefined ? [] : [{ indicator, by }])),
  };
}

/** Scans for the engine, each with the verdict before it. */
export function getNewScans(
  allowed: ScanPartition['allowed'],
  choice: { readonly kind: ScanKind; readonly store: boolean },
  lookups: Pick<Lookups, 'local'>,
): readonly NewScan[] {
  return allowed.map(({ indicator, sent }) => {
    const [known] = lookups.local(indicator, 'click').known;
    const before = known === undefined ? {} : { before: { risk: known.record.risk, retired: known.record.retired } };
    return { indicator, sent, kind: choice.kind, store: choice.store, ...before };
  });
}

/** Returns a repetition of a scan, with the current verdict before it. */
function repeatedScan(scan: Scan, lookups: Pick<Lookups, 'local'>): NewScan {
  const [newScan] = getNewScans([scan], scan, lookups);
  return newScan ?? scan;
}

/** “2 reserved and 1 ignored”. */
export function formatBlockedCounts(skipped: ScanPartition['skipped']): string {
  const reserved = skipped.filter(({ by }) => by.kind === 'reserved').length;
  return strings.blockedCounts(reserved, skipped.length - reserved);
}
