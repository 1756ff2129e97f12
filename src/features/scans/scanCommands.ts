import * as vscode from 'vscode';
import { createSendPolicy, type SendPolicy } from '../../core/lookups/sendPolicy';
import { isRepeatable, type Scan } from '../../core/scans';
import { hostFirst, hostWords } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { foreign, foreignLines, showWarningMessage, uiLines, uiText } from '../common/ui';
import { changeResolver, resolverProblem } from './resolverNotice';
import { keptWords, orderAgain, ordersOf, outgoOf, type Outgo } from './scanOrders';
import type { ScanFeatureParts } from './scanParts';
import { askScan, type ScanQuestion } from './scanPick';
import { followScans } from './scanResults';
import { askWhichGo } from './scanSelection';
import { chooseTargets, mostTargets } from './scanTargets';
import { kindChoices, withheldSentence } from './scanWords';

type Host = NonNullable<ReturnType<ScanFeatureParts['service']>>;

/** “Scan Indicator”, and the same wish once more. */
export class ScanCommands {
  private readonly blocked: SendPolicy;
  /** The user said for this session that active scans need not be asked for each time. */
  private activeUnasked = false;

  constructor(private readonly parts: ScanFeatureParts) {
    this.blocked = createSendPolicy(() => parts.settings.current().lookups.ignore);
  }

  async scan(argument: unknown): Promise<void> {
    const { settings, lookups, scans } = this.parts;
    const all = await chooseTargets(argument, this.parts);
    if (all.length === 0) return;
    const indicators = all.slice(0, mostTargets);
    const host = this.host();
    if (host === undefined) return;
    if (await this.refusedResolver(host)) return;
    const { urls } = settings.current().lookups;
    const outgo = outgoOf(indicators, host, this.blocked, urls);
    if (outgo.going.length === 0) {
      this.refuse(outgo);
      return;
    }
    const chosen = indicators.length > 1 ? await this.chosenOf(host, outgo, all.length) : outgo;
    if (chosen === undefined || chosen.going.length === 0) return;
    const wanted = chosen.going.map(({ indicator }) => indicator);
    const whole = outgoOf(wanted, host, this.blocked, 'full');
    const choice = await askScan(await this.question(host, chosen, whole));
    if (choice === undefined) return;
    const { going } = choice.whole ? whole : chosen;
    if (choice.kind === 'active' && !(await this.confirmed(host, going))) return;
    await followScans(this.parts, await scans.add(ordersOf(going, choice, lookups)));
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
      const kept = again.flatMap(({ indicator, sent }) => {
        const by = this.blocked(indicator, sent);
        return by === undefined ? [] : [{ indicator, by }];
      });
      this.refuse({ going: [], kept });
      return;
    }
    if (await this.refusedResolver(host)) return;
    const active = open.filter(({ kind }) => kind === 'active');
    if (active.length > 0 && !(await this.confirmed(host, active))) return;
    await scans.remove(open.map(({ id }) => id));
    await followScans(this.parts, await scans.add(open.map((scan) => orderAgain(scan, lookups))));
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
      void notices.offer('information', foreign(withheldSentence({ kind: 'offline' })), {
        label: uiText('Change…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return undefined;
    }
    return host;
  }

  /** Scans of the local service that can't ask the name server of the settings would only fail: says so before. */
  private async refusedResolver({ remote }: Host): Promise<boolean> {
    const { settings, loadIndicators, notices } = this.parts;
    const problem = remote ? undefined : await resolverProblem(settings.current(), loadIndicators);
    if (problem !== undefined) void notices.offer('warning', problem, changeResolver);
    return problem !== undefined;
  }

  private refuse({ kept }: Outgo): void {
    const { notices, commands } = this.parts;
    const [first] = kept;
    if (first === undefined) return;
    const { by } = first;
    const sentence =
      kept.length > 1
        ? uiText('None of the {0} may be sent: {1}.', kept.length, keptWords(kept))
        : foreign(withheldSentence(by));
    const edit = { label: uiText('Edit Ignore List'), run: () => commands.run('threatLookups.editIgnoreList') };
    void notices.offer('information', sentence, ...(kept.some((each) => each.by.kind === 'ignored') ? [edit] : []));
  }

  private async chosenOf(host: Host, outgo: Outgo, asked: number): Promise<Outgo | undefined> {
    const { defang } = await this.parts.loadIndicators();
    const going = await askWhichGo({
      host: hostWords(host.host),
      outgo,
      ...(asked > mostTargets ? { cut: `The first ${mostTargets} of ${asked.toLocaleString('en')}.` } : {}),
      shown: (value) => truncateIndicator(visibleText(defang(value)), 80),
    });
    return going === undefined ? undefined : { going, kept: outgo.kept };
  }

  private async question(host: Host, outgo: Outgo, whole: Outgo): Promise<ScanQuestion> {
    const { loadIndicators, settings, commands } = this.parts;
    const { defang } = await loadIndicators();
    const shown = (value: string): string => truncateIndicator(visibleText(defang(value)), 60);
    const { going, kept } = outgo;
    const [first] = going;
    const what = going.length === 1 ? shown(first?.sent.value ?? '') : `${going.length} Indicators`;
    const skippedText = kept.length > 0 ? [`Left out: ${keptWords(kept)}.`] : [];
    const lesser = going.filter(({ indicator, sent }) => sent.value !== indicator.value);
    const longer = whole.going.filter(({ sent }) => !going.some((each) => each.sent.value === sent.value));
    const [longest] = longer;
    const { lookups, enrichment } = settings.current();
    const enrichmentMode = lookups.mode === 'offline' ? 'off' : enrichment;
    return {
      title: `Scan ${what} at ${hostWords(host.host)}`,
      placeholder: [...skippedText, 'How far may the scan go?'].join(' '),
      kinds: kindChoices(host.host, host.remote, enrichmentMode),
      storeDetail: host.remote
        ? `Others who use ${hostWords(host.host)} can search for it then.`
        : 'It is kept on this machine and found by queries, also by programs that use the local service.',
      ...(lesser.length > 0 && longest !== undefined
        ? {
            wholeDetail:
              longer.length === 1 ? shown(longest.sent.value) : `With path and query: ${longer.length} URLs.`,
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
  private async confirmed(host: Host, going: Outgo['going']): Promise<boolean> {
    if (this.activeUnasked) return true;
    const { defang } = await this.parts.loadIndicators();
    const names = going.map(({ sent }) => truncateIndicator(visibleText(defang(sent.value)), 80));
    const [name] = names.length === 1 ? names : [];
    const who = host.remote ? hostFirst(host.host) : 'This machine';
    const scan = uiText('Scan');
    const unasked = uiText('Scan, Ask No More This Session');
    const answer = await showWarningMessage(
      uiText('Scan {0} actively?', name ?? `${going.length} indicators`),
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
          name === undefined ? foreignLines(`\n${listWords(names)}`) : undefined,
        ),
      },
      scan,
      unasked,
    );
    if (answer === unasked) this.activeUnasked = true;
    return answer === scan || answer === unasked;
  }
}

/** So many hosts are named before they are counted. */
const mostNamed = 10;

function listWords(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n');
}
