import type { RiskLevel } from '../../../core/records/risk';
import type { RecommendedMeaning } from './recommendedMeaning';
import type { Describing } from '../../../core/records/sourceDetails';
import { riskStyle } from '../format/verdict';
import { showQuickPick, type UiPickItem } from '../ui';
import { type ListMeaning, shownName } from './meaning';
import { strings } from './strings';

export interface ListMeaningQuestion {
  /** Names of the lists that the answer applies to. */
  readonly names: readonly string[];
  readonly recommended: RecommendedMeaning;
  /** The answer given before. */
  readonly current?: ListMeaning | undefined;
}

type Item = UiPickItem & { readonly meaning: ListMeaning };

const levels: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'unknown'];
const describing: readonly Describing[] = ['informational', 'harmless'];

/** Asks what it means to be on a list. Undefined if the question was closed without an answer. */
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
      meaning === current ? strings.current() : meaning === recommended ? strings.recommended() : undefined;
    return { ...shown(meaning), ...(description === undefined ? {} : { description }), meaning };
  });
  const [only] = names;
  const isOne = names.length === 1 && only !== undefined;
  const chosen = await showQuickPick(items, {
    title: isOne ? strings.meaningTitle(shownName(only)) : strings.meaningTitleOfMany(names.length),
    placeHolder: isOne ? strings.meaningQuestion() : strings.meaningQuestionOfMany(),
    ignoreFocusOut: true,
  });
  return chosen?.meaning;
}

function shown(meaning: ListMeaning): Pick<UiPickItem, 'label' | 'detail'> {
  switch (meaning) {
    case 'informational':
      return { label: strings.describes(), detail: strings.describesDetail() };
    case 'harmless':
      return { label: strings.namesServices(), detail: strings.namesServicesDetail() };
    case 'unknown':
      return { label: strings.nothing(), detail: strings.nothingDetail() };
    default: {
      const { icon, label } = riskStyle(meaning);
      return { label: strings.level(icon, label), detail: strings.levelDetail() };
    }
  }
}
