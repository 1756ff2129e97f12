import * as vscode from 'vscode';
import { createSendPolicy, type SendPolicy } from '../../core/lookups/sendPolicy';
import { isRepeatable, type Scan } from '../../core/scans';
import { capitalizedHostLabel, hostLabel } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { foreign, foreignLines, showWarningMessage, uiLines, uiText } from '../common/ui';
import { changeResolver, resolverProblem } from './resolverNotice';
import { formatBlockedCounts, repeatedScan, newScansOf, partitionScans, type ScanPartition } from './newScans';
import type { ScanFeatureParts } from './scanParts';
import { showScanPicker, type ScanPickerOptions } from './scanPick';
import { trackScans } from './scanResults';
import { pickScanTargets } from './scanSelection';
import { chooseTargets, maxTargets } from './scanTargets';
import { scanKindOptions, blockedMessage } from './scanText';

type Host = NonNullable<ReturnType<ScanFeatureParts['service']>>;

/** “Scan Indicator…”, and the same wish once more. */
export class ScanCommands {
  private readonly blocked: SendPolicy;
  /** The user said for this session that active scans need not be asked for each time. */
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
    if (host === undefined) return;
    if (await this.hasInvalidResolver(host)) return;
    const { urls } = settings.current().lookups;
    const partition = partitionScans(indicators, host, this.blocked, urls);
    if (partition.allowed.length === 0) {
      this.reportBlocked(partition);
      return;
    }
    const chosen = indicators.length > 1 ? await this.pickTargets(host, partition, all.length) : partition;
    if (chosen === undefined || chosen.allowed.length === 0) return;
    const wanted = chosen.allowed.map(({ indicator }) => indicator);
    const whole = partitionScans(wanted, host, this.blocked, 'full');
    const choice = await showScanPicker(await this.question(host, chosen, whole));
    if (choice === undefined) return;
    const { allowed } = choice.whole ? whole : chosen;
    if (choice.kind === 'active' && !(await this.confirmActive(host, allowed))) return;
    await trackScans(this.parts, await scans.add(newScansOf(allowed, choice, lookups)));
  }

  /** Takes ended scans off the list and asks for the same again. */
  async repeat(wanted: readonly Scan[]): Promise<void> {
    const { scans, lookups, notices } = this.parts;
    const again = wanted.filter(isRepeatable);
    const host = this.host();
    if (again.length === 0) {
      notices.tell(uiText('There is no scan to repeat.'));
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

  /** The service a scan would go to; says why there is none. */
  private host(): Host | undefined {
    const { service, settings, notices, commands } = this.parts;
    const host = service();
    if (host === undefined) {
      void notices.offer('warning', uiText('There is no service to scan with.'), {
        label: uiText('Connect…'),
        run: () => commands.run('threatLookups.connect'),
      });
      return undefined;
    }
    if (host.remote && settings.current().lookups.mode === 'offline') {
      void notices.offer('information', foreign(blockedMessage({ kind: 'offline' })), {
        label: uiText('Change…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return undefined;
    }
    return host;
  }

  /** Scans of the local service that can't ask the name server of the settings would only fail: says so before. */
  private async hasInvalidResolver({ remote }: Host): Promise<boolean> {
    const { settings, loadIndicators, notices } = this.parts;
    const problem = remote ? undefined : await resolverProblem(settings.current(), loadIndicators);
    if (problem !== undefined) void notices.offer('warning', problem, changeResolver);
    return problem !== undefined;
  }

  private reportBlocked({ skipped }: ScanPartition): void {
    const { notices, commands } = this.parts;
    const [first] = skipped;
    if (first === undefined) return;
    const { by } = first;
    const sentence =
      skipped.length > 1
        ? uiText('None of the {0} may be sent: {1}.', skipped.length, formatBlockedCounts(skipped))
        : foreign(blockedMessage(by));
    const edit = { label: uiText('Edit Ignore List'), run: () => commands.run('threatLookups.editIgnoreList') };
    void notices.offer('information', sentence, ...(skipped.some((each) => each.by.kind === 'ignored') ? [edit] : []));
  }

  private async pickTargets(host: Host, partition: ScanPartition, asked: number): Promise<ScanPartition | undefined> {
    const { defang } = await this.parts.loadIndicators();
    const allowed = await pickScanTargets({
      host: hostLabel(host.host),
      partition,
      ...(asked > maxTargets ? { truncation: `The first ${maxTargets} of ${asked.toLocaleString('en')}.` } : {}),
      shown: (value) => truncateIndicator(visibleText(defang(value)), 80),
    });
    return allowed === undefined ? undefined : { allowed, skipped: partition.skipped };
  }

  private async question(host: Host, partition: ScanPartition, whole: ScanPartition): Promise<ScanPickerOptions> {
    const { loadIndicators, settings, commands } = this.parts;
    const { defang } = await loadIndicators();
    const shown = (value: string): string => truncateIndicator(visibleText(defang(value)), 60);
    const { allowed, skipped } = partition;
    const [first] = allowed;
    const what = allowed.length === 1 ? shown(first?.sent.value ?? '') : `${allowed.length} Indicators`;
    const skippedText = skipped.length > 0 ? [`Left out: ${formatBlockedCounts(skipped)}.`] : [];
    const redacted = allowed.filter(({ indicator, sent }) => sent.value !== indicator.value);
    const wholeUrls = whole.allowed.filter(({ sent }) => !allowed.some((each) => each.sent.value === sent.value));
    const [longest] = wholeUrls;
    const { lookups, enrichment } = settings.current();
    const enrichmentMode = lookups.mode === 'offline' ? 'off' : enrichment;
    return {
      title: `Scan ${what} at ${hostLabel(host.host)}`,
      placeholder: [...skippedText, 'How far may the scan go?'].join(' '),
      kinds: scanKindOptions(host.host, host.remote, enrichmentMode),
      storeDetail: host.remote
        ? `Others who use ${hostLabel(host.host)} can search for it then.`
        : 'It is kept on this machine and found by queries, also by programs that use the local service.',
      ...(redacted.length > 0 && longest !== undefined
        ? {
            wholeDetail:
              wholeUrls.length === 1 ? shown(longest.sent.value) : `With path and query: ${wholeUrls.length} URLs.`,
          }
        : {}),
      ...(host.remote || enrichmentMode === 'active'
        ? {}
        : {
            more: {
              label: 'Change how far scans look…',
              detail:
                lookups.mode === 'offline'
                  ? 'Lookups are off (offline): scans look nothing up.'
                  : 'The setting says what is sent, and to whom.',
              run: () =>
                lookups.mode === 'offline'
                  ? commands.run('threatLookups.changeMode')
                  : vscode.commands.executeCommand(
                      'workbench.action.openSettings',
                      '@id:threatLookups.localService.enrichment',
                    ),
            },
          }),
    };
  }

  /** Active scans are asked for each time: the host's owner can see them. */
  private async confirmActive(host: Host, allowed: ScanPartition['allowed']): Promise<boolean> {
    if (this.skipActiveConfirmation) return true;
    const { defang } = await this.parts.loadIndicators();
    const names = allowed.map(({ sent }) => truncateIndicator(visibleText(defang(sent.value)), 80));
    const [name] = names.length === 1 ? names : [];
    const who = host.remote ? capitalizedHostLabel(host.host) : 'This machine';
    const scan = uiText('Scan');
    const scanWithoutAsking = uiText('Scan, Ask No More This Session');
    const answer = await showWarningMessage(
      uiText('Scan {0} actively?', name ?? `${allowed.length} indicators`),
      {
        modal: true,
        detail: uiLines(
          uiText(
            '{0} connects to {1}. {2} can see that{3}.',
            who,
            name === undefined ? 'these hosts' : 'the host',
            name === undefined ? 'Their owners' : 'Its owner',
            host.remote ? '' : ', and your address',
          ),
          name === undefined ? foreignLines(`\n${listHosts(names)}`) : undefined,
        ),
      },
      scan,
      scanWithoutAsking,
    );
    if (answer === scanWithoutAsking) this.skipActiveConfirmation = true;
    return answer === scan || answer === scanWithoutAsking;
  }
}

/** So many hosts are named before they are counted. */
const maxListedHosts = 10;

function listHosts(names: readonly string[]): string {
  const more = names.length - maxListedHosts;
  return [...names.slice(0, maxListedHosts), ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n');
}
