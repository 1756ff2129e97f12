import type { ExploreRefusal } from '../../../core/api/exploreRequest';
import type { BlockReason } from '../../../core/lookups/types';
import { smallerLimit, type RunEnd } from '../../../core/runs';
import { formatRelative, t } from '../../../l10n';
import type { ResultsButton, ResultsNotice } from '../../../webviews/messages/results';
import { formatRequestError } from '../../shared/format/formatRequestError';
import { formatServiceMessage, fullMessageLength, joinSentences } from '../../shared/format/serviceMessage';
import { visibleText } from '../../../core/text/visibleText';
import { endStrings as strings, viewStrings } from '../strings';
import { capitalizedHostLabel, hostLabel } from '../../../core/records/labels/verdict';

/** Inputs of a notice about the end of a run. */
export interface EndContext {
  readonly host: string;
  readonly remote: boolean;
  readonly now: number;
  /** Defangs the indicators in a text. */
  readonly shown: (text: string) => string;
}

const runLocally = (): ResultsButton => ({ label: t('Run on Local Store'), action: 'runLocally' });
const runAgain = (): ResultsButton => ({ label: t('Run Again'), action: 'runAgain' });
const showQuery = (): ResultsButton => ({ label: t('Show Query'), action: 'showQuery' });
const setLimit = (): ResultsButton => ({ label: t('Run with Limit…'), action: 'promptForLimit' });

/** Why a run has no results, and what to do about it; undefined for an answered one. */
export function endNotice(end: RunEnd, context: EndContext): ResultsNotice | undefined {
  const elsewhere = context.remote ? [runLocally()] : [];
  switch (end.kind) {
    case 'answered':
      return undefined;
    case 'canceled':
      return {
        tone: 'info',
        icon: 'circle-slash',
        text: t('Canceled. No results were received.'),
        actions: [runAgain()],
      };
    case 'spent':
      return warning(quotaMessage(end, context), [
        runLocally(),
        end.span === 'pause' ? runAgain() : { label: t('Send Anyway'), action: 'runAnyway' },
      ]);
    case 'offline':
      return {
        tone: 'info',
        icon: 'info',
        text: t('Nothing was sent because offline mode is on.'),
        actions: [runLocally(), { label: t('Change Lookup Mode…'), action: 'changeMode' }],
      };
    case 'blocked':
      return warning(blockedMessage(end.value, end.by, context), [
        runLocally(),
        ...(end.by.kind === 'ignored' ? [{ label: t('Edit Ignore List'), action: 'editIgnoreList' } as const] : []),
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
            t(
              'Your plan on {0} might not allow {1} results per query (HTTP 429). Try a smaller limit.',
              hostLabel(context.host),
              refusal.limit,
            ),
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
      return warning(
        joinSentences(
          t('{0} requires a limit of 1 or more (HTTP 400).', host),
          serviceMessageText(refusal.serviceMessage, context),
        ),
        [setLimit()],
      );
    case 'needsAccount': {
      const { hadKey, status = 401 } = refusal;
      const isForbidden = hadKey && status === 403;
      const reason = isForbidden ? strings.stixNotAllowed : hadKey ? strings.stixKeyRejected : strings.stixNeedsKey;
      return warning(
        joinSentences(
          t('STIX requires a registered account.'),
          reason(host, status),
          t('You can also export JSON results as STIX.'),
          serviceMessageText(refusal.serviceMessage, context),
        ),
        [...(isForbidden ? [] : [{ label: t('Set API Key…'), action: 'setKey' } as const]), ...elsewhere],
      );
    }
    case 'tooLong':
      return warning(
        t(
          'The request URL for this query is {0} characters long; services accept up to about 8,000. Nothing was sent. Split it into several queries, or run it on the local store.',
          refusal.length,
        ),
        [...elsewhere, showQuery()],
      );
    case 'query': {
      const message = serviceMessageText(refusal.serviceMessage, context);
      return context.remote
        ? warning(joinSentences(t('{0} rejected the query (HTTP 400).', host), message), [showQuery(), ...elsewhere])
        : warning(joinSentences(t("The local store can't run this query."), message), [showQuery()]);
    }
  }
}

/** Explains the used-up quota as the service reported it, and when it probably resets. */
function quotaMessage(
  { span, until, error }: Extract<RunEnd, { kind: 'spent' }>,
  { host, now, shown }: EndContext,
): string {
  const isOver = until <= now;
  if (span === 'pause') {
    if (isOver) return t('The rate limit on {0} has reset. Run the query again.', hostLabel(host));
    const { whole } = formatRequestError(
      error ?? { kind: 'rateLimited', detail: '', retryAt: until },
      host,
      now,
      shown,
    );
    return joinSentences(t('Nothing was sent.'), whole);
  }
  if (isOver)
    return t(
      'Nothing was sent because {0} had reported that your quota was used up. It has probably reset since then, so try again.',
      capitalizedHostLabel(host),
    );
  const quota = span === 'day' ? strings.dailyQuota : strings.monthlyQuota;
  return quota(hostLabel(host), formatRelative(until, now));
}

function blockedMessage(value: string, by: BlockReason, { host, shown }: EndContext): string {
  const name = visibleText(shown(value));
  const service = hostLabel(host);
  if (by.kind === 'ignored')
    return t(
      'Nothing was sent to {1} because {0} is on the ignore list ({2}).',
      name,
      service,
      visibleText(by.pattern),
    );
  switch (by.what) {
    case 'name':
      return t('Nothing was sent to {1} because {0} is a reserved name.', name, service);
    case 'address':
      return strings.internalAddress(name, service);
    case 'unreadable':
      return t(
        'Nothing was sent to {1} because {0} is too long or too deeply encoded to check for internal hosts.',
        name,
        service,
      );
    case 'unreadIgnoreFile':
      return t("Nothing was sent to {0} because the .threatlookupsignore file can't be read.", service);
    case 'longIgnoreList':
      return t(
        'Nothing was sent to {1} because the ignore list is too long to check {0} against it. Shorten the list.',
        name,
        service,
      );
  }
}

function serviceMessageText(serviceMessage: string | undefined, { shown }: EndContext): string {
  return formatServiceMessage(serviceMessage === undefined ? undefined : shown(serviceMessage), fullMessageLength);
}

function warning(text: string, actions: readonly ResultsButton[]): ResultsNotice {
  return { tone: 'warning', icon: 'warning', text, actions: [...actions] };
}
