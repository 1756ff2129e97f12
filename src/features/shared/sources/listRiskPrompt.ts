import type { RiskLevel } from '../../../core/records/risk';
import { riskStyle } from '../format/verdict';
import { truncateText, visibleText } from '../text/visibleText';
import { showQuickPick, type UiPickItem } from '../ui';
import { strings } from './strings';

export interface ListRiskQuestion {
  /** Names of the lists that the answer applies to. */
  readonly names: readonly string[];
  /** `unknown` where lists block for many reasons. */
  readonly recommended: Extract<RiskLevel, 'high' | 'unknown'>;
  /** The answer given before. */
  readonly current?: RiskLevel | undefined;
}

type Item = UiPickItem & { readonly risk: RiskLevel };

const maxNameLength = 60;

/**
 * Asks what it means to be on a list: the risk of entries without one, `unknown` for nothing by itself. Undefined if the
 * question was closed without an answer.
 */
export async function promptListRisk({
  names,
  recommended,
  current,
}: ListRiskQuestion): Promise<RiskLevel | undefined> {
  const levels: readonly RiskLevel[] = ['high', 'medium', 'low', 'unknown'];
  const others = current === undefined || levels.includes(current) ? [] : [current];
  const first = levels.filter((level) => level === recommended);
  const items = [...first, ...levels.filter((level) => level !== recommended), ...others].map((risk): Item => {
    const { icon, label } = riskStyle(risk);
    const description = risk === current ? strings.current() : risk === recommended ? strings.recommended() : undefined;
    return {
      label: risk === 'unknown' ? strings.nothing() : strings.level(icon, label),
      ...(description === undefined ? {} : { description }),
      detail: risk === 'unknown' ? strings.nothingDetail() : strings.levelDetail(),
      risk,
    };
  });
  const [only] = names;
  const isOne = names.length === 1 && only !== undefined;
  const chosen = await showQuickPick(items, {
    title: isOne ? strings.riskTitle(shownName(only)) : strings.riskTitleOfMany(names.length),
    placeHolder: isOne ? strings.riskQuestion() : strings.riskQuestionOfMany(),
    ignoreFocusOut: true,
  });
  return chosen?.risk;
}

/** The name of a source in a message. */
export function shownName(name: string): string {
  return truncateText(visibleText(name), maxNameLength);
}
