import type { Budget } from '../../../core/api/client';
import { contextTexts } from '../../../core/records/labels/contextLabels';
import type { Triaged } from '../../../core/triage/assess';
import { formatList, plural, t } from '../../../l10n';
import { hostLabel } from '../../../core/records/labels/verdict';
import { truncateMiddle } from '../../../core/text/visibleText';
import { createQuickPick, untrusted, type UiPickItem, uiList, uiSentences, type UiText } from '../../shared/ui';
import { strings } from '../strings';
import { type LookUpParts, maxSingleLookups } from './lookUpRows';
import { uiText, uiPlural } from '../../shared/ui/text';
import { isWellKnown } from '../../../core/context/builtIn';
import { knownContexts } from '../../../core/context/knownContexts';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { ContextCategory, NamedContext } from '../../../core/records/context';

/** A value that would be sent, with the rows that it is sent for. */
interface LookupChoice {
  readonly sent: string;
  readonly rows: readonly Triaged[];
  readonly lines: number;
  /** Built-in contexts of its host, if they make it unlikely that a lookup finds a threat. */
  readonly commonHost: readonly NamedContext[] | undefined;
}

/** Contexts of hosts where only the operator publishes, or that every network contacts. */
const common: ReadonlySet<ContextCategory> = new Set(['popular', 'vendor', 'resolver', 'certificates']);

/** The values that a lookup of rows would send, the most frequent first. Each is sent once, for all of its rows. */
export function lookupChoices(
  rows: readonly Triaged[],
  wouldSend: (indicator: Indicator) => string,
): readonly LookupChoice[] {
  const bySent = new Map<string, Triaged[]>();
  for (const row of rows) {
    const sent = wouldSend(row.indicator);
    const existing = bySent.get(sent);
    if (existing === undefined) bySent.set(sent, [row]);
    else existing.push(row);
  }
  return Array.from(bySent, ([sent, its]): LookupChoice => ({
    sent,
    rows: its,
    lines: its.reduce((sum, { lines }) => sum + lines, 0),
    commonHost: commonHostOf(its),
  })).sort((a, b) => b.lines - a.lines);
}

/** All rows of a choice have the same host. */
function commonHostOf([row]: readonly Triaged[]): LookupChoice['commonHost'] {
  if (row === undefined) return undefined;
  const contexts = knownContexts(row.indicator, []).filter(({ category }) => common.has(category));
  return contexts.length > 0 || isWellKnown(row.indicator) ? contexts : undefined;
}

type Item = UiPickItem & { readonly choice: LookupChoice };

/** Dependencies of the question about a lookup. */
interface Deps extends LookUpParts {
  readonly tools: { readonly defang: (value: string) => string };
  readonly budget: () => Budget;
}

const maxValueLength = 120;

/**
 * Shows what a lookup of `rows` would send, and returns the rows that the user leaves checked; none if the user cancels.
 * Popular and well-known hosts are unchecked. `open` is the number of all rows that could be looked up.
 */
export function confirmLookup(
  rows: readonly Triaged[],
  open: number,
  host: string,
  deps: Deps,
): Promise<readonly Triaged[]> {
  const items = lookupChoices(rows, (indicator) => deps.lookups.wouldSend(indicator)).map((choice): Item => ({
    label: untrusted(truncateMiddle(deps.tools.defang(choice.sent), maxValueLength)),
    description: descriptionOf(choice),
    detail:
      choice.rows.length > 1
        ? uiPlural(choice.rows.length, { one: 'For {0} indicator', other: 'For {0} indicators' })
        : undefined,
    choice,
  }));
  const pick = createQuickPick<Item>();
  pick.title = uiText('Look Up on {0}', hostLabel(host));
  pick.placeholder = uiText('Select what is sent');
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ choice }) => choice.commonHost === undefined);
  let latest = 0;
  const describe = async (checked: readonly Item[]): Promise<void> => {
    const current = ++latest;
    const prompt = await promptFor(rowsOf(checked), { host, isPartial: open > rows.length }, deps);
    if (current === latest) pick.prompt = prompt;
  };
  void describe(pick.selectedItems);
  return new Promise((resolve) => {
    pick.onDidChangeSelection((checked) => void describe(checked));
    pick.onDidAccept(() => {
      resolve(rowsOf(pick.selectedItems));
      pick.hide();
    });
    pick.onDidHide(() => {
      latest = -1;
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}

const rowsOf = (items: readonly Item[]): readonly Triaged[] => items.flatMap(({ choice }) => choice.rows);

/** “12 lines · Popular · usually not worth a lookup”. */
function descriptionOf({ lines, commonHost }: LookupChoice): UiText {
  const times = untrusted(plural(lines, { one: '{0} line', other: '{0} lines' }));
  if (commonHost === undefined) return times;
  const contexts = commonHost.length === 0 ? undefined : untrusted(formatList(contextTexts(commonHost)));
  return uiList(times, contexts, untrusted(t('usually not worth a lookup')));
}

/** Describes the sent values, the number of requests, and the remaining quota. */
async function promptFor(
  rows: readonly Triaged[],
  { host, isPartial }: { readonly host: string; readonly isPartial: boolean },
  { lookups, settings, budget }: Deps,
): Promise<UiText> {
  if (rows.length === 0) return uiText('Select at least one indicator.');
  const indicators = rows.map(({ indicator }) => indicator);
  const values = new Set(indicators.map((indicator) => lookups.wouldSend(indicator))).size;
  const { requests, about } = await lookups.estimate(indicators, { reason: 'triage' });
  const max = Math.min(values, requests + Math.min(maxSingleLookups, rows.length - about));
  const { day, month } = budget();
  return uiSentences(
    uiText('Only selected indicators are sent to {0}.', hostLabel(host)),
    values === rows.length
      ? uiPlural(max, {
          one: 'Sends {0} request (more if the service limits batch size).',
          other: 'Sends about {0} requests (more if the service limits batch size).',
        })
      : uiPlural(
          values,
          {
            one: 'Sends {0} value in about {1} (more if the service limits batch size).',
            other: 'Sends {0} values in about {1} (more if the service limits batch size).',
          },
          strings.requests(max),
        ),
    day !== undefined
      ? strings.leftToday(day)
      : month === undefined
        ? undefined
        : uiPlural(month, { one: '{0} request is left this month.', other: '{0} requests are left this month.' }),
    indicators.some(({ type }) => type === 'url') ? strings.urlDetail(settings.current().lookups.urls) : undefined,
    isPartial ? uiText('Only the most frequent indicators are listed.') : undefined,
    uiText('Internal, reserved, and ignored indicators are excluded.'),
  );
}
