import { hostOf } from '../../core/indicators/identity/hostOf';
import { isReserved } from '../../core/indicators/registry/reserved';
import type { BlockReason } from '../../core/lookups/types';
import type { EnrichmentMode } from '../../core/store/protocol/protocol';
import { isOpen, type RiskSnapshot, type Scan } from '../../core/scans/types';
import type { ScanKind } from '../../core/records/scan';
import { formatDuration } from '../../l10n';
import { reservedMessage } from '../shared/format/reservedMessage';
import {
  quoteServiceMessage,
  serviceMessageOf,
  formatServiceMessage,
  fullMessageLength,
} from '../shared/format/serviceMessage';
import { formatRequestError } from '../shared/format/formatRequestError';
import { foreign, uiList, uiSentences, type UiText } from '../shared/ui/text';
import { capitalizedHostLabel, colorId, hostLabel, riskStyle, verdictLabel } from '../shared/format/verdict';
import { truncateText, visibleText } from '../shared/text/visibleText';
import { errorLabel, strings } from './strings';

const maxMessageLength = 160;
/** How long a scan runs before its line says for how long. */
const showDurationAfterMillis = 60_000;

/** A codicon and its color for a scan: those of the result once it is done. */
export interface ScanIcon {
  readonly icon: string;
  readonly color?: string;
}

/** The verdict before or after a scan: “High risk · retired”. */
export function riskSnapshotLabel(snapshot: RiskSnapshot | undefined): UiText {
  return snapshot === undefined ? strings.unknownRisk() : foreign(verdictLabel(snapshot));
}

/** The state of a scan in a few words: “queued”, “running: whois”, “High risk”. */
export function progressLabel(scan: Scan, now: number): UiText {
  const { progress } = scan;
  const error = 'error' in progress ? progress.error : undefined;
  // What needs attention comes first: a narrow view truncates its lines.
  const pause = error === undefined ? undefined : errorLabel(error, now);
  const quote = foreign(quoteServiceMessage(serviceMessageOf(error)));
  switch (progress.kind) {
    case 'waiting': {
      const { retryAt, serviceMessage } = progress;
      if (retryAt === undefined || retryAt <= now) return strings.stateWaiting();
      return uiList(strings.rateLimited(retryAt, now), foreign(quoteServiceMessage(serviceMessage)));
    }
    case 'submitting':
      return strings.stateSubmitting();
    case 'queued':
      return uiList(pause, strings.stateQueued(), quote);
    case 'processing':
      return uiList(pause, runningLabel(progress.stage, now - (scan.submitted ?? scan.at)), quote);
    case 'done':
      return riskSnapshotLabel(progress);
    case 'notFound': {
      const message = quoteServiceMessage(progress.message);
      if (progress.scanUnknown === true)
        return message === '' ? strings.stateLost() : strings.stateLostBecause(message);
      return message === '' ? strings.stateNotFound() : strings.stateNotFoundBecause(message);
    }
    case 'failed': {
      if (progress.noRecord === true)
        return uiList(strings.stateNoRecord(), foreign(quoteServiceMessage(progress.message)));
      const reason = progress.message === undefined ? failureLabel(scan, now) : quoteServiceMessage(progress.message);
      return reason === undefined || reason === '' ? strings.stateFailed() : strings.stateFailedBecause(reason);
    }
    case 'unclear':
      return uiList(pause === undefined ? strings.stateUnclear() : strings.stateUnclearBecause(pause), quote);
    case 'blocked':
      return strings.stateBlocked();
    case 'canceled':
      return progress.sent ? strings.stateUntracked() : strings.stateCanceled();
    case 'expired':
      return strings.stateExpired();
  }
}

function runningLabel(stage: string | undefined, millis: number): UiText {
  const isLong = millis >= showDurationAfterMillis;
  if (stage === undefined) return isLong ? strings.stateRunningFor(formatDuration(millis)) : strings.stateRunning();
  return isLong
    ? strings.stateRunningStageFor(formatDuration(millis), shortText(stage))
    : strings.stateRunningStage(shortText(stage));
}

/** Why a submission was rejected: for a bad request, the service's own text says more than ours. */
function failureLabel({ progress }: Scan, now: number): UiText | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  return error.kind === 'badRequest' && error.serviceMessage !== undefined
    ? strings.quotedWithStatus(quoteServiceMessage(error.serviceMessage), error.status)
    : uiList(errorLabel(error, now), foreign(quoteServiceMessage(serviceMessageOf(error))));
}

/** What delays or ended a scan, as a sentence. */
function errorMessage({ progress, host }: Scan, now: number): UiText | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  if (error.kind !== 'rateLimited') return foreign(formatRequestError(error, host, now).whole);
  return uiSentences(strings.retrying(error.retryAt, now), fullServiceMessage(error.serviceMessage));
}

function fullServiceMessage(message: string | undefined): UiText {
  return foreign(formatServiceMessage(message, fullMessageLength));
}

/** What delays the running scans, each sentence once; shown above the lines of the view. */
export function pauseMessage(scans: readonly Scan[], now: number): UiText {
  const sentences = scans.filter(isOpen).map((scan) => {
    const { progress, host } = scan;
    if (progress.kind !== 'waiting') return errorMessage(scan, now);
    const { retryAt, serviceMessage } = progress;
    if (retryAt === undefined || retryAt <= now) return undefined;
    return uiSentences(strings.nextScan(hostLabel(host), retryAt, now), foreign(formatServiceMessage(serviceMessage)));
  });
  return uiSentences(...new Set(sentences));
}

/** The state of a scan, or why it ended, in whole sentences. */
export function progressMessage(scan: Scan, now: number): UiText {
  const { progress, host } = scan;
  const error = errorMessage(scan, now);
  switch (progress.kind) {
    case 'waiting': {
      const { retryAt, serviceMessage } = progress;
      if (retryAt === undefined || retryAt <= now) return strings.notSentYet();
      return uiSentences(strings.notSentYetRateLimited(retryAt, now), fullServiceMessage(serviceMessage));
    }
    case 'submitting':
      return strings.submitting(hostLabel(host));
    case 'queued':
      return uiSentences(strings.queued(hostLabel(host)), error);
    case 'processing':
      return uiSentences(
        progress.stage === undefined
          ? strings.processing(capitalizedHostLabel(host))
          : strings.processingStage(capitalizedHostLabel(host), shortText(progress.stage)),
        error,
      );
    case 'done':
      return riskChangeLabel(scan);
    case 'notFound':
      return uiSentences(
        progress.scanUnknown === true
          ? strings.lost(capitalizedHostLabel(host))
          : strings.foundNothing(capitalizedHostLabel(host)),
        fullServiceMessage(progress.message),
      );
    case 'failed':
      if (progress.noRecord === true)
        return uiSentences(strings.noRecord(capitalizedHostLabel(host)), fullServiceMessage(progress.message));
      return progress.error !== undefined
        ? uiSentences(strings.submissionRejected(), error)
        : uiSentences(strings.failedOn(hostLabel(host)), fullServiceMessage(progress.message));
    case 'unclear':
      return uiSentences(strings.maybeSubmitted(hostLabel(host)), error);
    case 'blocked':
      return blockedMessage(blockRuleOf(progress.why, scan));
    case 'canceled':
      return progress.sent ? strings.untracked(capitalizedHostLabel(host)) : strings.canceledBeforeSent();
    case 'expired':
      return strings.expired(capitalizedHostLabel(host));
  }
}

/** The rule of which a stored scan keeps only the kind. */
function blockRuleOf(kind: 'offline' | 'reserved' | 'ignored', { sent }: Pick<Scan, 'sent'>): BlockRule {
  if (kind !== 'reserved') return { kind };
  if (!isReserved(sent)) return { kind: 'inside' };
  return { kind, what: hostOf(sent)?.type === 'ip' ? 'address' : 'name' };
}

type BlockRule =
  | Extract<BlockReason, { kind: 'reserved' }>
  | { readonly kind: 'offline' | 'inside' }
  | { readonly kind: 'ignored'; readonly pattern?: string };

/** Why the user's own rules block an indicator. */
export function blockedMessage(by: BlockRule): UiText {
  switch (by.kind) {
    case 'offline':
      return strings.offline();
    case 'reserved':
      return foreign(reservedMessage(by));
    case 'inside':
      return strings.mayNameInternalHost();
    case 'ignored':
      return by.pattern === undefined ? strings.ignored() : strings.ignoredBy(by.pattern);
  }
}

/** The risk after a scan and before it: “High risk (previously: Low risk)”. Empty for a scan that isn't done. */
export function riskChangeLabel({ progress, before }: Pick<Scan, 'progress' | 'before'>): UiText {
  if (progress.kind !== 'done') return foreign('');
  const [now, then] = [riskSnapshotLabel(progress), riskSnapshotLabel(before)];
  return now === then ? strings.riskUnchanged(now) : strings.riskChanged(now, then);
}

/** Icon and color of the state. */
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
      return { icon, color: colorId(color, progress.retired) };
    }
    case 'notFound':
      return { icon: 'circle-slash' };
    // Not one of the icons of a risk.
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

/** A type of scan to choose from. */
export interface ScanKindOption {
  readonly kind: ScanKind;
  readonly label: UiText;
  readonly detail: UiText;
}

/** The types of scan: who queries what, and who can see it. `enrichment` concerns the local service alone. */
export function scanKindOptions(host: string, remote: boolean, enrichment: EnrichmentMode): readonly ScanKindOption[] {
  const passive = (detail: UiText): ScanKindOption => ({ kind: 'passive', label: strings.passiveScan(), detail });
  const active = (detail: UiText): ScanKindOption => ({ kind: 'active', label: strings.activeScan(), detail });
  if (remote)
    return [
      passive(strings.passiveOnService(capitalizedHostLabel(host))),
      active(strings.activeOnService(capitalizedHostLabel(host))),
    ];
  if (enrichment === 'off') return [passive(strings.passiveStoredOnly())];
  const local = passive(strings.passiveLocal());
  return enrichment === 'active' ? [local, active(strings.activeLocal())] : [local];
}

function shortText(text: string): string {
  return truncateText(visibleText(text), maxMessageLength);
}
