import type { ExploreRefusal } from '../../core/api/exploreRequest';
import type { BlockReason } from '../../core/lookups/types';
import { smallerLimit, type RunEnd } from '../../core/runs';
import type { ResultsButton, ResultsNotice } from '../../webviews/messages/results';
import { reservedClause } from '../common/reservedMessage';
import { formatDuration } from '../common/ages';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../common/serviceMessage';
import { formatRequestError } from '../common/formatRequestError';
import { capitalizedHostLabel, hostLabel } from '../common/verdict';
import { visibleText } from '../common/visibleText';

/** What a notice about the end of a run depends on. */
export interface EndContext {
  readonly host: string;
  readonly remote: boolean;
  readonly now: number;
  /** A text with its indicators defanged. */
  readonly shown: (text: string) => string;
}

const locally: ResultsButton = { label: 'Run on Local Store', action: 'runLocally' };
const again: ResultsButton = { label: 'Run Again', action: 'runAgain' };
const query: ResultsButton = { label: 'Show Query', action: 'showQuery' };

/** Why a run has no results, and what can be done: undefined for one that was answered. */
export function endNotice(end: RunEnd, context: EndContext): ResultsNotice | undefined {
  const elsewhere = context.remote ? [locally] : [];
  switch (end.kind) {
    case 'answered':
      return undefined;
    case 'canceled':
      return note('info', 'circle-slash', 'Cancelled. What had been asked was ended, and nothing came of it.', [again]);
    case 'spent':
      return note('warning', 'warning', quotaMessage(end, context), [
        locally,
        end.span === 'pause' ? again : { label: 'Ask All the Same', action: 'runAnyway' },
      ]);
    case 'offline':
      return note('info', 'info', 'Nothing was sent: lookups are off (offline).', [
        locally,
        { label: 'Change…', action: 'changeMode' },
      ]);
    case 'withheld':
      return note('warning', 'warning', blockedMessage(end.value, end.by, context), [
        locally,
        ...(end.by.kind === 'ignored' ? [{ label: 'Edit Ignore List', action: 'editIgnoreList' } as const] : []),
        query,
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
      return note('warning', 'warning', whole, [
        again,
        ...elsewhere,
        ...(action === undefined ? [] : [{ label, action: actions[action.command] }]),
      ]);
    }
  }
}

function refusalNotice(refusal: ExploreRefusal, context: EndContext): ResultsNotice {
  const host = capitalizedHostLabel(context.host);
  const elsewhere = context.remote ? [locally] : [];
  switch (refusal.kind) {
    case 'limitAbovePlan': {
      const smaller = smallerLimit(refusal.limit);
      const serviceMessage = serviceMessageSuffix(refusal.serviceMessage, context);
      return note(
        'warning',
        'warning',
        context.remote
          ? `${host} refused a limit of ${refusal.limit.toLocaleString('en')} (429): your plan may allow fewer results at once. Try a smaller limit.${serviceMessage}`
          : `The local store gives fewer than ${refusal.limit.toLocaleString('en')} results at once.`,
        [
          ...(smaller === undefined
            ? []
            : [
                {
                  label: `Run with Limit ${smaller.toLocaleString('en')}`,
                  action: 'runWithLimit',
                  limit: smaller,
                } as const,
              ]),
          { label: 'Run with Limit…', action: 'promptForLimit' },
          ...elsewhere,
        ],
      );
    }
    case 'limitTooSmall':
      return note(
        'warning',
        'warning',
        `${host} wants a limit of 1 or more (400).${serviceMessageSuffix(refusal.serviceMessage, context)}`,
        [{ label: 'Run with Limit…', action: 'promptForLimit' }],
      );
    case 'needsAccount':
      return note(
        'warning',
        'warning',
        `STIX is for registered users: ${hostLabel(context.host)} ${
          refusal.hadKey ? 'does not take your key for it' : 'wants a key for it'
        } (${refusal.status ?? 401}). ${
          refusal.hadKey && refusal.status === 403 ? 'Check your plan and permissions there. ' : ''
        }Results as JSON can be exported as STIX, too.${serviceMessageSuffix(refusal.serviceMessage, context)}`,
        [
          ...(refusal.hadKey && refusal.status === 403 ? [] : [{ label: 'Set API Key', action: 'setKey' } as const]),
          ...elsewhere,
        ],
      );
    case 'tooLong':
      return note(
        'warning',
        'warning',
        `This query makes an address of ${refusal.length.toLocaleString('en')} characters; services take about 8,000. Nothing was sent.`,
        [...elsewhere, query],
      );
    case 'query':
      if (!context.remote) {
        const why = (refusal.serviceMessage ?? '').replace(
          /^Parameter q can't be (?:read|answered)( at character \d+)?: /,
          '',
        );
        return note('warning', 'warning', `The local store can’t read this query. ${visibleText(context.shown(why))}`, [
          query,
        ]);
      }
      return note(
        'warning',
        'warning',
        `${host} did not accept the query (400).${serviceMessageSuffix(refusal.serviceMessage, context)}`,
        [query, ...elsewhere],
      );
  }
}

/** What the service has said, and until when as far as anybody knows. */
function quotaMessage(
  { span, until, error }: Extract<RunEnd, { kind: 'spent' }>,
  { host, now, shown }: EndContext,
): string {
  const name = capitalizedHostLabel(host);
  const isOver = until <= now;
  if (span === 'pause') {
    const { whole } = formatRequestError(
      error ?? { kind: 'rateLimited', detail: '', retryAt: until },
      host,
      now,
      shown,
    );
    return joinSentences('Nothing was sent.', isOver ? `${name} wanted a pause, which is over now.` : whole);
  }
  const begin = span === 'day' ? 'midnight (UTC)' : 'the first of the month (UTC)';
  const when = isOver ? 'which has passed' : `in ${formatDuration(until - now)}`;
  return `${name} said that nothing is left of the requests of this ${span}. Nothing was sent. It does not say when it counts anew; most do at ${begin}, ${when}.`;
}

function blockedMessage(value: string, by: BlockReason, { host, shown }: EndContext): string {
  const name = visibleText(shown(value));
  const why = by.kind === 'reserved' ? reservedClause(by) : `is on the ignore list (\`${visibleText(by.pattern)}\`)`;
  return `Nothing was sent to ${hostLabel(host)}: ${name} ${why} and never leaves this machine.`;
}

function serviceMessageSuffix(serviceMessage: string | undefined, { shown }: EndContext): string {
  const words = formatServiceMessage(
    serviceMessage === undefined ? undefined : shown(serviceMessage),
    fullMessageLength,
  );
  return words === '' ? '' : ` ${words}`;
}

function note(
  tone: ResultsNotice['tone'],
  icon: ResultsNotice['icon'],
  text: string,
  actions: readonly ResultsButton[],
): ResultsNotice {
  return { tone, icon, text, actions: [...actions] };
}
