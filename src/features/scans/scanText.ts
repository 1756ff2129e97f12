import { getServiceMessage } from '../../core/api/requestError';
import { getHost } from '../../core/indicators/identity/getHost';
import { isReserved } from '../../core/indicators/registry/reserved';
import type { BlockReason } from '../../core/lookups/types';
import type { EnrichmentMode } from '../../core/store/protocol/protocol';
import { isOpen, type RiskSnapshot, type Scan } from '../../core/scans/types';
import type { ScanKind } from '../../core/records/scan';
import { formatDuration, formatTimeAhead } from '../../l10n';
import { reservedMessage } from '../shared/format/reservedMessage';
import { quoteServiceMessage, formatServiceMessage, fullMessageLength } from '../shared/format/serviceMessage';
import { formatRequestError } from '../shared/format/formatRequestError';
import { untrusted, uiList, uiSentences, type UiText, uiText } from '../shared/ui/text';
import { errorLabel, strings } from './strings';
import { capitalizedHostLabel, colorId, hostLabel, riskStyle, verdictLabel } from '../../core/records/labels/verdict';
import { truncateText, visibleText } from '../../core/text/visibleText';

const maxMessageLength = 160;
/** How long a scan runs before its line shows the duration. */
const showDurationAfterMillis = 60_000;

/** A codicon and its color for a scan: those of the result once it is done. */
export interface ScanIcon {
  readonly icon: string;
  readonly color?: string;
}

/** The verdict before or after a scan: “High risk · retired”. */
function riskSnapshotLabel(snapshot: RiskSnapshot | undefined): UiText {
  return snapshot === undefined ? uiText('not found') : untrusted(verdictLabel(snapshot));
}

/** The state of a scan in a few words: “queued”, “running: whois”, “High risk”. */
export function progressLabel(scan: Scan, now: number): UiText {
  const { progress } = scan;
  const error = 'error' in progress ? progress.error : undefined;
  // Problems come first: a narrow view truncates its lines.
  const pause = error === undefined ? undefined : errorLabel(error, now);
  const quote = untrusted(quoteServiceMessage(getServiceMessage(error)));
  switch (progress.kind) {
    case 'waiting': {
      const { retryAt, serviceMessage } = progress;
      if (retryAt === undefined || retryAt <= now) return uiText('waiting to be sent');
      return uiList(strings.rateLimited(retryAt, now), untrusted(quoteServiceMessage(serviceMessage)));
    }
    case 'submitting':
      return uiText('submitting');
    case 'queued':
      return uiList(pause, uiText('queued'), quote);
    case 'processing':
      return uiList(pause, runningLabel(progress.stage, now - (scan.submitted ?? scan.at)), quote);
    case 'done':
      return riskSnapshotLabel(progress);
    case 'notFound':
      return notFoundLabel(progress);
    case 'failed':
      return failedLabel(progress, failureLabel(scan, now));
    case 'unclear':
      return uiList(
        pause === undefined ? uiText('submission not confirmed') : uiText('submission not confirmed: {0}', pause),
        quote,
      );
    case 'blocked':
      return uiText('not sent');
    case 'canceled':
      return progress.sent ? uiText('no longer tracked') : uiText('canceled');
    case 'expired':
      return uiText('not finished within a day');
  }
}

function notFoundLabel(progress: Scan['progress'] & { readonly kind: 'notFound' }): UiText {
  const message = quoteServiceMessage(progress.message);
  if (progress.scanUnknown === true)
    return message === '' ? uiText('no longer available') : uiText('no longer available: {0}', message);
  return message === '' ? uiText('not found') : uiText('not found: {0}', message);
}

/** `ours` is the reason if the service gives none. */
function failedLabel(progress: Scan['progress'] & { readonly kind: 'failed' }, ours: UiText | undefined): UiText {
  if (progress.noRecord === true)
    return uiList(uiText('finished without a record'), untrusted(quoteServiceMessage(progress.message)));
  const reason = progress.message === undefined ? ours : quoteServiceMessage(progress.message);
  return reason === undefined || reason === '' ? uiText('failed') : uiText('failed: {0}', reason);
}

function runningLabel(stage: string | undefined, millis: number): UiText {
  const isLong = millis >= showDurationAfterMillis;
  if (stage === undefined) return isLong ? uiText('running for {0}', formatDuration(millis)) : uiText('running');
  return isLong
    ? uiText('running for {0}: {1}', formatDuration(millis), shortText(stage))
    : uiText('running: {0}', shortText(stage));
}

/** The reason of a rejection: for a bad request, the service's own text is more specific than ours. */
function failureLabel({ progress }: Scan, now: number): UiText | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  return error.kind === 'badRequest' && error.serviceMessage !== undefined
    ? uiText('{0} (HTTP {1})', quoteServiceMessage(error.serviceMessage), String(error.status))
    : uiList(errorLabel(error, now), untrusted(quoteServiceMessage(getServiceMessage(error))));
}

/** The error that delays or ended a scan, as a sentence. */
function errorMessage({ progress, host }: Scan, now: number): UiText | undefined {
  const error = 'error' in progress ? progress.error : undefined;
  if (error === undefined) return undefined;
  if (error.kind !== 'rateLimited') return untrusted(formatRequestError(error, host, now).whole);
  return uiSentences(
    error.retryAt > now
      ? uiText('Rate limit reached. Retrying {0}.', formatTimeAhead(error.retryAt, now))
      : uiText('Rate limit reached. Retrying now.'),
    fullServiceMessage(error.serviceMessage),
  );
}

function fullServiceMessage(message: string | undefined): UiText {
  return untrusted(formatServiceMessage(message, fullMessageLength));
}

/** The errors that delay the running scans, without duplicates; shown above the lines of the view. */
export function pauseMessage(scans: readonly Scan[], now: number): UiText {
  const sentences = scans.filter(isOpen).map((scan) => {
    const { progress, host } = scan;
    if (progress.kind !== 'waiting') return errorMessage(scan, now);
    const { retryAt, serviceMessage } = progress;
    if (retryAt === undefined || retryAt <= now) return undefined;
    return uiSentences(
      uiText(
        'Rate limit on {0} reached. The next scan will be sent {1}.',
        hostLabel(host),
        formatTimeAhead(retryAt, now),
      ),
      untrusted(formatServiceMessage(serviceMessage)),
    );
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
      if (retryAt === undefined || retryAt <= now) return uiText('Not sent yet.');
      return uiSentences(
        uiText('Not sent yet: rate limit reached. Will be sent {0}.', formatTimeAhead(retryAt, now)),
        fullServiceMessage(serviceMessage),
      );
    }
    case 'submitting':
      return uiText('Submitting to {0}.', hostLabel(host));
    case 'queued':
      return uiSentences(uiText('Queued on {0}.', hostLabel(host)), error);
    case 'processing':
      return uiSentences(
        progress.stage === undefined
          ? uiText('{0} is processing the scan.', capitalizedHostLabel(host))
          : uiText('{0} is processing the scan: {1}.', capitalizedHostLabel(host), shortText(progress.stage)),
        error,
      );
    case 'done':
      return riskChangeLabel(scan);
    case 'notFound':
      return uiSentences(
        progress.scanUnknown === true
          ? uiText('{0} no longer has this scan. Scan the indicator again.', capitalizedHostLabel(host))
          : uiText('{0} found nothing.', capitalizedHostLabel(host)),
        fullServiceMessage(progress.message),
      );
    case 'failed':
      if (progress.noRecord === true)
        return uiSentences(
          uiText('{0} finished the scan but returned no record. Scan the indicator again.', capitalizedHostLabel(host)),
          fullServiceMessage(progress.message),
        );
      return progress.error !== undefined
        ? uiSentences(uiText('Submission rejected.'), error)
        : uiSentences(
            uiText("{0} couldn't complete the scan.", capitalizedHostLabel(host)),
            fullServiceMessage(progress.message),
          );
    case 'unclear':
      return uiSentences(
        uiText("The scan may have been submitted to {0}. It won't be sent again automatically.", hostLabel(host)),
        error,
      );
    case 'blocked':
      return blockedMessage(blockRuleOf(progress.why, scan));
    case 'canceled':
      return progress.sent
        ? uiText('No longer tracked. {0} continues to process it.', capitalizedHostLabel(host))
        : uiText('Canceled before it was sent.');
    case 'expired':
      return uiText("{0} didn't finish the scan within a day. It is no longer tracked.", capitalizedHostLabel(host));
  }
}

/** Restores the rule that blocked a stored scan, which keeps only its kind. */
function blockRuleOf(kind: 'offline' | 'reserved' | 'ignored', { sent }: Pick<Scan, 'sent'>): BlockRule {
  if (kind !== 'reserved') return { kind };
  if (!isReserved(sent)) return { kind: 'inside' };
  return { kind, what: getHost(sent)?.type === 'ip' ? 'address' : 'name' };
}

type BlockRule =
  | Extract<BlockReason, { kind: 'reserved' }>
  | { readonly kind: 'offline' | 'inside' }
  | { readonly kind: 'ignored'; readonly pattern?: string };

/** Why the user's own rules block an indicator. */
export function blockedMessage(by: BlockRule): UiText {
  switch (by.kind) {
    case 'offline':
      return uiText('Offline mode is on. Nothing was sent.');
    case 'reserved':
      return untrusted(reservedMessage(by));
    case 'inside':
      return uiText('May contain an internal host. Never sent.');
    case 'ignored':
      return by.pattern === undefined
        ? uiText('On the ignore list. Never sent.')
        : uiText('Ignored by “{0}”: never sent.', by.pattern);
  }
}

/** The risk after a scan and before it: “High risk (previously: Low risk)”. Empty for a scan that isn't done. */
export function riskChangeLabel({ progress, before }: Pick<Scan, 'progress' | 'before'>): UiText {
  if (progress.kind !== 'done') return untrusted('');
  const [now, then] = [riskSnapshotLabel(progress), riskSnapshotLabel(before)];
  return now === then ? uiText('{0} (unchanged)', now) : uiText('{0} (previously: {1})', now, then);
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
  const passive = (detail: UiText): ScanKindOption => ({ kind: 'passive', label: uiText('Passive Scan'), detail });
  const active = (detail: UiText): ScanKindOption => ({ kind: 'active', label: uiText('Active Scan…'), detail });
  if (remote)
    return [
      passive(uiText("{0} queries WHOIS and DNS. It doesn't connect to the host.", capitalizedHostLabel(host))),
      active(
        uiText(
          "{0} also connects to the host (ports, web page). The host's owner can see that.",
          capitalizedHostLabel(host),
        ),
      ),
    ];
  if (enrichment === 'off')
    return [
      {
        kind: 'passive',
        label: uiText('Local Scan'),
        detail: uiText('Scores the indicator from data on this machine. Nothing is sent.'),
      },
    ];
  const local = passive(uiText("This machine queries WHOIS and DNS. It doesn't connect to the host."));
  return enrichment === 'active'
    ? [
        local,
        active(
          uiText("This machine also connects to the host (ports, web page). The host's owner can see your IP address."),
        ),
      ]
    : [local];
}

function shortText(text: string): string {
  return truncateText(visibleText(text), maxMessageLength);
}
