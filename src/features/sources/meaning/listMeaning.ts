import type { RiskLevel } from '../../../core/records/risk';
import type { Describing } from '../../../core/records/sourceDetails';
import { riskStyle } from '../../../core/records/labels/verdict';
import { showQuickPick, type UiPickItem } from '../../shared/ui';
import { type ListMeaning, shownName, type RecommendedMeaning } from './meaning';
import { strings } from './strings';
import { uiPlural, uiText } from '../../shared/ui/text';

export interface ListMeaningQuestion {
  /** Names of the lists that the answer applies to. */
  readonly names: readonly string[];
  readonly recommended: RecommendedMeaning;
  /** The answer given before. */
  readonly current?: ListMeaning | undefined;
}

type Item = UiPickItem & { readonly meaning: ListMeaning };

const levels: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'unknown'];
const describing: readonly Describing[] = ['informational', 'knownServices'];

/** Asks for the type of a list. Undefined if the question was closed without an answer. */
export async function promptListMeaning({
  names,
  recommended,
  current,
}: ListMeaningQuestion): Promise<ListMeaning | undefined> {
  const known: readonly ListMeaning[] = [...levels, ...describing];
  const others = current === undefined || known.includes(current) ? [] : [current];
  const ordered = [recommended, ...known.filter((meaning) => meaning !== recommended), ...others];
  const items = ordered.map((meaning): Item => {
    const description =
      meaning === current ? uiText('current') : meaning === recommended ? uiText('recommended') : undefined;
    return { ...shown(meaning), description, meaning };
  });
  const [only] = names;
  const isOne = names.length === 1 && only !== undefined;
  const chosen = await showQuickPick(items, {
    title: isOne
      ? strings.meaningTitle(shownName(only))
      : uiPlural(names.length, { one: 'Type of {0} List', other: 'Type of {0} Lists' }),
    placeHolder: isOne
      ? uiText('How should entries without a risk be treated?')
      : uiText('How should entries without a risk be treated?'),
    ignoreFocusOut: true,
  });
  return chosen?.meaning;
}

function shown(meaning: ListMeaning): Pick<UiPickItem, 'label' | 'detail'> {
  switch (meaning) {
    case 'informational':
      return {
        label: strings.describes(),
        detail: uiText("For example, Tor exits or scanners. Being listed doesn't mean that an indicator is risky."),
      };
    case 'knownServices':
      return {
        label: strings.namesServices(),
        detail: uiText(
          "Cloud providers, resolvers, or your own servers. They aren't highlighted if their risk is medium or lower and only threat lists report it.",
        ),
      };
    case 'unknown':
      return {
        label: strings.nothing(),
        detail: uiText('Entries without a risk are shown as listed.'),
      };
    default: {
      const { icon, label } = riskStyle(meaning);
      return {
        label: strings.level(icon, label),
        detail: uiText('Used for entries without a risk.'),
      };
    }
  }
}
