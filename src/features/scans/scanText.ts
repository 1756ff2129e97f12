import { hostOf } from '../../core/indicators/hostOf';
import { isReserved } from '../../core/indicators/reserved';
import type { BlockReason } from '../../core/lookups/types';
import type { EnrichmentMode } from '../../core/store/protocol';
import { isOpen, type RiskSnapshot, type Scan } from '../../core/scans/types';
import type { ScanKind } from '../../core/records/scan';
import { formatTimeAhead, formatDuration } from '../common/ages';
import { reservedMessage } from '../common/reservedMessage';
import {
  joinSentences,
  quoteServiceMessage,
  serviceMessageOf,
  formatServiceMessage,
  fullMessageLength,
} from '../common/serviceMessage';
import { formatRequestError } from '../common/formatRequestError';
import { capitalizedHostLabel, hostLabel, riskStyle } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';

const maxMessageLength = 160;
/** From then on a line says how long a scan has been running. */
const showDurationAfterMillis = 60_000;

/** A codicon and its colour for a scan: of the result where it is done. */
export interface ScanIcon {
  readonly icon: string;
  readonly color?: string;
}

/** What was known at a glance, in words: “High risk · retired”, or “not known”. */
export function riskSnapshotLabel(glance: RiskSnapshot | undefined): string {
  if (glance === undefined) return 'not known';
  return `${riskStyle(glance.risk).words}${glance.retired ? ' · retired' : ''}`;
}

/** How far a scan has come, in a few words: “in the queue”, “whois”, “High risk”. All foreign text is made visible. */
export function progressLabel(scan: Scan, now: number): string {
  const { progress } = scan;
  const pause = pauseLabel(scan, now);
  // What needs attention stands first: a line of a narrow view is cut.
  const first = pause === undefined ? '' : `${pause} · `;
  switch (progress.kind) {
    case 'waiting': {
      const { retryAt, serviceMessage } = progress;
      if (retryAt === undefined || retryAt <= now) return 'waits for its turn';
      return joinParts(`Rate limit reached; goes ${formatTimeAhead(retryAt, now)}`, serviceMessage);
    }
    case 'submitting':
      return 'being sent';
    case 'queued':
      return joinParts(`${first}in the queue`, quotedServiceMessage(scan));
    case 'processing': {
      const stage = progress.stage === undefined ? '' : `: ${message(progress.stage)}`;
      const since = now - (scan.submitted ?? scan.at);
      const age = since < showDurationAfterMillis ? '' : ` for ${formatDuration(since)}`;
      return joinParts(`${first}running${age}${stage}`, quotedServiceMessage(scan));
    }
    case 'done':
      return riskSnapshotLabel(progress);
    case 'notFound':
      return [progress.scanUnknown === true ? 'no longer known' : 'not found', quoteServiceMessage(progress.message)]
        .filter((words) => words !== '')
        .join(': ');
    case 'failed': {
      if (progress.noRecord === true) return joinParts('done, but without a record', progress.message);
      const why = progress.message === undefined ? failureLabel(scan, now) : quoteServiceMessage(progress.message);
      return why === undefined || why === '' ? 'failed' : `failed: ${why}`;
    }
    case 'unclear':
      return joinParts(`unclear, perhaps taken${pause === undefined ? '' : `: ${pause}`}`, quotedServiceMessage(scan));
    case 'blocked':
      return 'not sent';
    case 'canceled':
      return progress.sent ? 'no longer followed' : 'canceled';
    case 'expired':
      return 'not done within a day';
  }
}

/** What keeps a scan up, or ended it, as a sentence; of a rate limit, when the service is asked again. */
function errorMessage({ progress, host }: Scan, now: number): string | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  if (error.kind !== 'rateLimited') return formatRequestError(error, host, now).whole;
  return joinSentences(retryMessage(error, now), formatServiceMessage(error.serviceMessage, fullMessageLength));
}

function retryMessage({ retryAt }: { readonly retryAt: number }, now: number): string {
  return `Rate limit reached; asked again ${retryAt > now ? formatTimeAhead(retryAt, now) : 'now'}.`;
}

/** Our words of it in a line: without a full stop, and without what the service says, which stands last there. */
function pauseLabel({ progress, host }: Scan, now: number): string | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  const words = error.kind === 'rateLimited' ? retryMessage(error, now) : formatRequestError(error, host, now).own;
  return words.replace(/\.$/, '');
}

/** Why a scan was not taken, in a line: of a question that was refused, the service's own words tell more than ours. */
function failureLabel(scan: Scan, now: number): string | undefined {
  const error = 'error' in scan.progress ? scan.progress.error : undefined;
  const pause = pauseLabel(scan, now);
  if (error === undefined || pause === undefined) return undefined;
  return error.kind === 'badRequest' && error.serviceMessage !== undefined
    ? `${quoteServiceMessage(error.serviceMessage)} (${error.status})`
    : joinParts(pause, quotedServiceMessage(scan));
}

function quotedServiceMessage({ progress }: Scan): string | undefined {
  return 'error' in progress ? serviceMessageOf(progress.error) : undefined;
}

/** Words of ours in a line, and behind them the service's. */
function joinParts(words: string, serviceMessage: string | undefined): string {
  return [words, quoteServiceMessage(serviceMessage)].filter((part) => part !== '').join(' · ');
}

/** What keeps scans up that go on, each sentence once, or nothing: a narrow view shows it whole above its lines. */
export function pauseMessage(scans: readonly Scan[], now: number): string {
  const sentences = scans.filter(isOpen).map((scan) => {
    const { progress, host } = scan;
    if (progress.kind !== 'waiting') return errorMessage(scan, now);
    const { retryAt, serviceMessage } = progress;
    if (retryAt === undefined || retryAt <= now) return undefined;
    const when = formatTimeAhead(retryAt, now);
    return joinSentences(
      `Rate limit of ${hostLabel(host)} reached; the next scan goes ${when}.`,
      formatServiceMessage(serviceMessage),
    );
  });
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join(' ');
}

/** A whole sentence on where a scan stands or why it ended so. */
export function progressMessage(scan: Scan, now: number): string {
  const { progress, host } = scan;
  const error = errorMessage(scan, now);
  const why = error === undefined ? '' : ` ${error}`;
  switch (progress.kind) {
    case 'waiting': {
      const { retryAt, serviceMessage } = progress;
      if (retryAt === undefined || retryAt <= now) return 'Not sent yet.';
      return joinSentences(
        `Not sent yet: rate limit reached; goes ${formatTimeAhead(retryAt, now)}.`,
        formatServiceMessage(serviceMessage, fullMessageLength),
      );
    }
    case 'submitting':
      return `On its way to ${hostLabel(host)}.`;
    case 'queued':
      return `In the queue of ${hostLabel(host)}.${why}`;
    case 'processing': {
      const stage = progress.stage === undefined ? '' : `: ${message(progress.stage)}`;
      return `${capitalizedHostLabel(host)} is at it${stage}.${why}`;
    }
    case 'done':
      return riskChangeLabel(scan);
    case 'notFound':
      return progress.scanUnknown === true
        ? joinSentences(
            `${capitalizedHostLabel(host)} no longer knows this scan. Scan the indicator again.`,
            formatServiceMessage(progress.message, fullMessageLength),
          )
        : joinSentences(
            `${capitalizedHostLabel(host)} found nothing.`,
            formatServiceMessage(progress.message, fullMessageLength),
          );
    case 'failed':
      if (progress.noRecord === true)
        return joinSentences(
          `${capitalizedHostLabel(host)} has finished the scan, but sent no record. Scan the indicator again.`,
          formatServiceMessage(progress.message, fullMessageLength),
        );
      return progress.error !== undefined
        ? `It was not taken.${why}`
        : joinSentences(
            `The scan failed at ${hostLabel(host)}.`,
            formatServiceMessage(progress.message, fullMessageLength),
          );
    case 'unclear':
      return `It was sent, and whether ${hostLabel(host)} took it is not known. It does not go out again by itself.${why}`;
    case 'blocked':
      return blockedMessage(blockRuleOf(progress.why, scan));
    case 'canceled':
      return progress.sent
        ? `No longer followed; ${hostLabel(host)} goes on with it.`
        : 'Cancelled before it was sent.';
    case 'expired':
      return `${capitalizedHostLabel(host)} was not done with it within a day; it is no longer followed.`;
  }
}

/** The rule that a kept scan names by its kind alone. */
function blockRuleOf(kind: 'offline' | 'reserved' | 'ignored', { sent }: Pick<Scan, 'sent'>): BlockRule {
  if (kind !== 'reserved') return { kind };
  if (!isReserved(sent)) return { kind: 'inside' };
  return { kind, what: hostOf(sent)?.type === 'ip' ? 'address' : 'name' };
}

type BlockRule =
  | Extract<BlockReason, { kind: 'reserved' }>
  | { readonly kind: 'offline' | 'inside' }
  | { readonly kind: 'ignored'; readonly pattern?: string };

/** Why the user's own rules keep an indicator here. */
export function blockedMessage(by: BlockRule): string {
  switch (by.kind) {
    case 'offline':
      return 'Lookups are off (offline): nothing was sent.';
    case 'reserved':
      return reservedMessage(by);
    case 'inside':
      return 'It may name an internal host: never sent.';
    case 'ignored':
      return by.pattern === undefined
        ? 'On the ignore list: never sent.'
        : `Ignored by “${visibleText(by.pattern)}”: never sent.`;
  }
}

/** “High risk (before: Low risk)” of a scan that is done. */
export function riskChangeLabel({ progress, before }: Pick<Scan, 'progress' | 'before'>): string {
  if (progress.kind !== 'done') return '';
  const [now, then] = [riskSnapshotLabel(progress), riskSnapshotLabel(before)];
  return now === then ? `${now} (as before)` : `${now} (before: ${then})`;
}

/** Icon and colour that repeat the words. */
export function scanIcon({ progress }: Pick<Scan, 'progress'>): ScanIcon {
  if ((progress.kind === 'queued' || progress.kind === 'processing') && progress.error !== undefined)
    return { icon: 'debug-pause' };
  switch (progress.kind) {
    case 'waiting':
    case 'submitting':
    case 'queued':
      return { icon: 'clock' };
    case 'processing':
      return { icon: 'sync~spin' };
    case 'done': {
      const { icon, color } = riskStyle(progress.risk);
      return { icon, color: `threatLookups.risk.${color}${progress.retired ? 'Dimmed' : ''}` };
    }
    case 'notFound':
      return { icon: 'circle-slash' };
    // None of the icons that stand for a risk.
    case 'failed':
    case 'expired':
      return { icon: 'close', color: 'list.errorForeground' };
    case 'unclear':
      return { icon: 'debug-disconnect', color: 'list.warningForeground' };
    case 'blocked':
      return { icon: 'eye-closed' };
    case 'canceled':
      return { icon: 'stop-circle' };
  }
}

/** One way to scan, as the user is asked to choose it. */
export interface ScanKindOption {
  readonly kind: ScanKind;
  readonly label: string;
  readonly detail: string;
}

/** Passive and active in the user's terms: who is asked, and who can see it. `enrichment` is of the local service alone. */
export function scanKindOptions(host: string, remote: boolean, enrichment: EnrichmentMode): readonly ScanKindOption[] {
  if (remote) {
    const name = capitalizedHostLabel(host);
    return [
      {
        kind: 'passive',
        label: 'Passive scan',
        detail: `${name} looks up WHOIS and DNS. The host itself is not touched.`,
      },
      {
        kind: 'active',
        label: 'Active scan…',
        detail: `${name} also connects to the host: ports, web page. Its owner can see that.`,
      },
    ];
  }
  const passive = {
    kind: 'passive',
    label: 'Passive scan',
    detail:
      enrichment === 'off'
        ? 'Scores it from what this machine knows. Nothing is sent.'
        : 'This machine looks up WHOIS and DNS. The host itself is not touched.',
  } as const;
  if (enrichment !== 'active') return [passive];
  const detail = 'This machine also connects to the host: ports, web page. Its owner can see that, and your address.';
  return [passive, { kind: 'active', label: 'Active scan…', detail }];
}

function message(text: string): string {
  return truncateText(visibleText(text), maxMessageLength);
}
