import type { RiskLevel } from '../../../core/records/risk';
import type { Describing, SourceDetails } from '../../../core/records/sourceDetails';
import { riskStyle } from '../format/verdict';
import { truncateText, visibleText } from '../text/visibleText';
import { showQuickPick, type UiPickItem } from '../ui';
import { strings } from './strings';

/** What it means to be on a list: a risk (`unknown` for none), or what the list is about. */
export type ListMeaning = RiskLevel | Describing;

export interface ListMeaningQuestion {
  /** Names of the lists that the answer applies to. */
  readonly names: readonly string[];
  /** `unknown` where lists block for many reasons. */
  readonly recommended: Extract<RiskLevel, 'high' | 'unknown'>;
  /** The answer given before. */
  readonly current?: ListMeaning | undefined;
}

type Item = UiPickItem & { readonly meaning: ListMeaning };

const maxNameLength = 60;
const levels: readonly RiskLevel[] = ['critical', 'high', 'medium', 'low', 'unknown'];
const describing: readonly Describing[] = ['informational', 'harmless'];

/** Whether the answer is that the entries are only described. */
export function isDescribing(meaning: ListMeaning): meaning is Describing {
  return meaning === 'informational' || meaning === 'harmless';
}

/** The answer that a source has. */
export function meaningOf(risk: RiskLevel | undefined, details: SourceDetails): ListMeaning {
  return details.describes ?? risk ?? 'unknown';
}

/** An answer in a phrase, for messages and rows. */
export function meaningLabel(meaning: ListMeaning): string {
  if (isDescribing(meaning)) return strings.kind(meaning);
  return meaning === 'unknown' ? strings.noRisk() : riskStyle(meaning).label;
}

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
      return { label: strings.level(icon, label), detail: strings.levelDetail(label) };
    }
  }
}

/** The name of a source in a message. */
export function shownName(name: string): string {
  return truncateText(visibleText(name), maxNameLength);
}
