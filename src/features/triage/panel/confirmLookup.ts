import type { Budget } from '../../../core/api/client';
import { contextTexts } from '../../../core/records/labels/contextLabels';
import type { Triaged } from '../../../core/triage/assess';
import { formatList } from '../../../l10n';
import { hostLabel } from '../../shared/format/verdict';
import { truncateMiddle } from '../../shared/text/visibleText';
import { createQuickPick, foreign, type UiPickItem, uiList, uiSentences, type UiText } from '../../shared/ui';
import { strings } from '../strings';
import { type LookupChoice, lookupChoices } from './lookupChoices';
import { maxSingleLookups } from './lookUpRows';
import type { AssessmentParts } from './triageModel';

type Item = UiPickItem & { readonly choice: LookupChoice };

/** What the question about a lookup needs. */
export interface ConfirmationParts extends AssessmentParts {
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
  parts: ConfirmationParts,
): Promise<readonly Triaged[]> {
  const items = lookupChoices(rows, (indicator) => parts.lookups.wouldSend(indicator)).map((choice): Item => ({
    label: foreign(truncateMiddle(parts.tools.defang(choice.sent), maxValueLength)),
    description: descriptionOf(choice),
    ...(choice.rows.length > 1 ? { detail: strings.sentFor(choice.rows.length) } : {}),
    choice,
  }));
  const pick = createQuickPick<Item>();
  pick.title = strings.lookUpTitle(hostLabel(host));
  pick.placeholder = strings.chooseToLookUp();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ choice }) => choice.commonHost === undefined);
  let latest = 0;
  const describe = async (checked: readonly Item[]): Promise<void> => {
    const current = ++latest;
    const prompt = await promptFor(rowsOf(checked), { host, isPartial: open > rows.length }, parts);
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

/** “12 occurrences · Popular · usually not worth a lookup”. */
function descriptionOf({ occurrences, commonHost }: LookupChoice): UiText {
  const times = foreign(strings.occurs(occurrences));
  if (commonHost === undefined) return times;
  const contexts = commonHost.length === 0 ? undefined : foreign(formatList(contextTexts(commonHost)));
  return uiList(times, contexts, foreign(strings.unlikelyThreat()));
}

/** What is sent, in how many requests, and how many the service allows. */
async function promptFor(
  rows: readonly Triaged[],
  { host, isPartial }: { readonly host: string; readonly isPartial: boolean },
  { lookups, settings, budget }: ConfirmationParts,
): Promise<UiText> {
  if (rows.length === 0) return strings.nothingChecked();
  const indicators = rows.map(({ indicator }) => indicator);
  const values = new Set(indicators.map((indicator) => lookups.wouldSend(indicator))).size;
  const { requests, about } = await lookups.estimate(indicators, { reason: 'triage' });
  const max = Math.min(values, requests + Math.min(maxSingleLookups, rows.length - about));
  const { day, month } = budget();
  return uiSentences(
    strings.onlyCheckedSent(hostLabel(host)),
    values === rows.length ? strings.upToRequests(max) : strings.valuesInRequests(values, strings.requests(max)),
    day !== undefined ? strings.leftToday(day) : month === undefined ? undefined : strings.leftThisMonth(month),
    indicators.some(({ type }) => type === 'url') ? strings.urlDetail(settings.current().lookups.urls) : undefined,
    isPartial ? strings.mostFrequent() : undefined,
    strings.excluded(),
  );
}
