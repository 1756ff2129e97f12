import type { ExploreRefusal } from '../../../core/api/exploreRequest';
import type { BlockReason } from '../../../core/lookups/types';
import { smallerLimit, type RunEnd } from '../../../core/runs';
import { formatRelative } from '../../../l10n';
import type { ResultsButton, ResultsNotice } from '../../../webviews/messages/results';
import { formatRequestError } from '../../shared/format/formatRequestError';
import { formatServiceMessage, fullMessageLength, joinSentences } from '../../shared/format/serviceMessage';
import { capitalizedHostLabel, hostLabel } from '../../shared/format/verdict';
import { visibleText } from '../../shared/text/visibleText';
import { endStrings as strings, viewStrings } from '../strings';

/** What a notice about the end of a run depends on. */
export interface EndContext {
  readonly host: string;
  readonly remote: boolean;
  readonly now: number;
  /** Defangs the indicators in a text. */
  readonly shown: (text: string) => string;
}

const runLocally = (): ResultsButton => ({ label: viewStrings.runLocally(), action: 'runLocally' });
const runAgain = (): ResultsButton => ({ label: viewStrings.runAgain(), action: 'runAgain' });
const showQuery = (): ResultsButton => ({ label: viewStrings.showQuery(), action: 'showQuery' });
const setLimit = (): ResultsButton => ({ label: viewStrings.runWithOtherLimit(), action: 'promptForLimit' });

/** Why a run has no results, and what to do about it; undefined for an answered one. */
export function endNotice(end: RunEnd, context: EndContext): ResultsNotice | undefined {
  const elsewhere = context.remote ? [runLocally()] : [];
  switch (end.kind) {
    case 'answered':
      return undefined;
    case 'canceled':
      return { tone: 'info', icon: 'circle-slash', text: strings.canceled(), actions: [runAgain()] };
    case 'spent':
      return warning(quotaMessage(end, context), [
        runLocally(),
        end.span === 'pause' ? runAgain() : { label: viewStrings.sendAnyway(), action: 'runAnyway' },
      ]);
    case 'offline':
      return {
        ...{ tone: 'info', icon: 'info', text: strings.offline() },
        actions: [runLocally(), { label: viewStrings.changeMode(), action: 'changeMode' }],
      };
    case 'blocked':
      return warning(blockedMessage(end.value, end.by, context), [
        runLocally(),
        ...(end.by.kind === 'ignored'
          ? [{ label: viewStrings.editIgnoreList(), action: 'editIgnoreList' } as const]
          : []),
        showQuery(),
      ]);
    case 'failed': {
      if (end.refusal !== undefined) return refusalNotice(end.refusal, context);
      const { whole, action } = formatRequestError(end.error, context.host, context.now, context.shown);
      const label = action?.label ?? '';
      const actions = {
        'threatLookups.showDetails': 'showDetails',
        'threatLookups.setKey': 'setKey',
        'threatLookups.connect': 'connect',
      } as const;
      return warning(whole, [
        runAgain(),
        ...elsewhere,
        ...(action === undefined ? [] : [{ label, action: actions[action.command] }]),
      ]);
    }
  }
}

function refusalNotice(refusal: ExploreRefusal, context: EndContext): ResultsNotice {
  const host = capitalizedHostLabel(context.host);
  const elsewhere = context.remote ? [runLocally()] : [];
  switch (refusal.kind) {
    case 'limitAbovePlan': {
      const smaller = smallerLimit(refusal.limit);
      const message = context.remote
        ? joinSentences(
            strings.limitAbovePlan(hostLabel(context.host), refusal.limit),
            serviceMessageText(refusal.serviceMessage, context),
          )
        : strings.limitAboveStore(refusal.limit);
      return warning(message, [
        ...(smaller === undefined
          ? []
          : [{ label: viewStrings.runWithLimit(smaller), action: 'runWithLimit', limit: smaller } as const]),
        setLimit(),
        ...elsewhere,
      ]);
    }
    case 'limitTooSmall':
      return warning(joinSentences(strings.limitTooSmall(host), serviceMessageText(refusal.serviceMessage, context)), [
        setLimit(),
      ]);
    case 'needsAccount': {
      const { hadKey, status = 401 } = refusal;
      const isForbidden = hadKey && status === 403;
      const reason = isForbidden ? strings.stixNotAllowed : hadKey ? strings.stixKeyRejected : strings.stixNeedsKey;
      return warning(
        joinSentences(
          strings.stixNeedsAccount(),
          reason(host, status),
          strings.stixFromJson(),
          serviceMessageText(refusal.serviceMessage, context),
        ),
        [...(isForbidden ? [] : [{ label: viewStrings.setKey(), action: 'setKey' } as const]), ...elsewhere],
      );
    }
    case 'tooLong':
      return warning(strings.tooLong(refusal.length), [...elsewhere, showQuery()]);
    case 'query': {
      const message = serviceMessageText(refusal.serviceMessage, context);
      return context.remote
        ? warning(joinSentences(strings.query(host), message), [showQuery(), ...elsewhere])
        : warning(joinSentences(strings.localQuery(), message), [showQuery()]);
    }
  }
}

/** What the service reported about its quota, and when the quota probably resets. */
function quotaMessage(
  { span, until, error }: Extract<RunEnd, { kind: 'spent' }>,
  { host, now, shown }: EndContext,
): string {
  const isOver = until <= now;
  if (span === 'pause') {
    if (isOver) return strings.rateLimitReset(hostLabel(host));
    const { whole } = formatRequestError(
      error ?? { kind: 'rateLimited', detail: '', retryAt: until },
      host,
      now,
      shown,
    );
    return joinSentences(strings.nothingSent(), whole);
  }
  if (isOver) return strings.quotaLikelyReset(capitalizedHostLabel(host));
  const quota = span === 'day' ? strings.dailyQuota : strings.monthlyQuota;
  return quota(hostLabel(host), formatRelative(until, now));
}

function blockedMessage(value: string, by: BlockReason, { host, shown }: EndContext): string {
  const name = visibleText(shown(value));
  const service = hostLabel(host);
  if (by.kind === 'ignored') return strings.ignored(name, service, visibleText(by.pattern));
  switch (by.what) {
    case 'name':
      return strings.reservedName(name, service);
    case 'address':
      return strings.internalAddress(name, service);
    case 'unreadable':
      return strings.uncheckable(name, service);
    case 'unreadIgnoreFile':
      return strings.unreadIgnoreFile(service);
    case 'longIgnoreList':
      return strings.longIgnoreList(name, service);
  }
}

function serviceMessageText(serviceMessage: string | undefined, { shown }: EndContext): string {
  return formatServiceMessage(serviceMessage === undefined ? undefined : shown(serviceMessage), fullMessageLength);
}

function warning(text: string, actions: readonly ResultsButton[]): ResultsNotice {
  return { tone: 'warning', icon: 'warning', text, actions: [...actions] };
}
