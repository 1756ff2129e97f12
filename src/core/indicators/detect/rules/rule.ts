import type { Family } from '../syntax/language';
import { asciiTable } from '../scan/characters';

/**
 * How much a rule weighs, and for what. A stronger rule always decides against a weaker one; rules of the same strength
 * agree, so their order doesn't matter.
 *
 * - `grammar`, against: the syntax of code, such as a call
 * - `context`, for: the text around says what it is: a field, a DNS record, a scheme, a port
 * - `form`, against: it has the form of something else: a package, a path, a version
 * - `sign`, for: a form that only indicators have
 * - `likeness`, against: it could be something else, such as a member of an object
 * - `hint`, for: a word nearby, or quotes around it
 */
export type Strength = 'grammar' | 'context' | 'form' | 'sign' | 'likeness' | 'hint';

/** The strongest first. */
export const strengths: readonly Strength[] = ['grammar', 'context', 'form', 'sign', 'likeness', 'hint'];

/** Whether rules of a strength say that something is an indicator. */
export function isFor(strength: Strength): boolean {
  return strength === 'context' || strength === 'sign' || strength === 'hint';
}

/** A text in a language (a log by default), and the part of it that a rule is about. */
export type Example = readonly [text: string, part: string, languageId?: string];

/** The text around a candidate: a name or a dotted quad that is neither defanged nor part of a URL. */
export interface Candidate {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One piece of evidence: what it looks at, what it decides, and where. */
export interface Rule<T extends Candidate> {
  /** A phrase that completes “it …”, unique in its table. */
  readonly id: string;
  readonly strength: Strength;
  /** The families of languages to which it applies; all by default. */
  readonly families?: readonly Family[];
  /**
   * The characters of which one directly precedes the candidate, where any outside ASCII stands for all of them; any
   * or none by default. Saves most tests.
   */
  readonly before?: string;
  /** The same for the character after it. */
  readonly after?: string;
  readonly test: (candidate: T, family: Family) => boolean;
  /** Where the rule decides: without it, the opposite would hold. */
  readonly example: Example;
  /** Where it doesn't apply, although it is similar. */
  readonly counterexample: Example;
}

interface Ranked<T extends Candidate> {
  readonly rule: Rule<T>;
  /** 0 for the strongest. */
  readonly rank: number;
  readonly afters: Uint8Array | undefined;
}

/** The strongest rules first, by the character before a candidate: ASCII, another one, or none. */
type RulesByCharacter<T extends Candidate> = readonly (readonly Ranked<T>[])[];

interface Sides<T extends Candidate> {
  readonly pro: RulesByCharacter<T>;
  readonly contra: RulesByCharacter<T>;
}

const [otherCharacter, noCharacter] = [128, 129];

function characterBefore({ text, start }: Candidate): number {
  const code = text.charCodeAt(start - 1);
  return code < 128 ? code : start > 0 ? otherCharacter : noCharacter;
}

const families: readonly Family[] = ['prose', 'data', 'markup', 'code'];

/** Decides about candidates by the strongest rule that applies. */
export class RuleTable<T extends Candidate> {
  private readonly sides: Readonly<Record<Family, Sides<T>>>;

  /**
   * @param rules In any order.
   * @param byDefault The decision if no rule applies.
   */
  constructor(
    readonly rules: readonly Rule<T>[],
    private readonly byDefault: (candidate: T, family: Family) => boolean,
  ) {
    const [prose, data, markup, code] = families.map((family) => sidesOf(rules, family));
    this.sides = { prose, data, markup, code } as Record<Family, Sides<T>>;
  }

  /** Whether the candidate is an indicator. */
  decide(candidate: T, family: Family): boolean {
    const byDefault = this.byDefault(candidate, family);
    const { pro, contra } = this.sides[family];
    const character = characterBefore(candidate);
    const opposing = strongest((byDefault ? contra : pro)[character], candidate, family, strengths.length);
    if (opposing === undefined) return byDefault;
    return strongest((byDefault ? pro : contra)[character], candidate, family, opposing.rank) === undefined
      ? !byDefault
      : byDefault;
  }

  /** All rules that apply to the candidate, the strongest first. */
  explain(candidate: T, family: Family): readonly Rule<T>[] {
    const { pro, contra } = this.sides[family];
    const character = characterBefore(candidate);
    return [...(pro[character] ?? []), ...(contra[character] ?? [])]
      .filter((ranked) => applies(ranked, candidate, family))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ rule }) => rule);
  }

  /** The same table without one rule. */
  without(id: string): RuleTable<T> {
    return new RuleTable(
      this.rules.filter((rule) => rule.id !== id),
      this.byDefault,
    );
  }
}

function sidesOf<T extends Candidate>(rules: readonly Rule<T>[], family: Family): Sides<T> {
  const ranked = rules
    .filter((rule) => rule.families?.includes(family) !== false)
    .map((rule) => ({
      ...{ rule, rank: strengths.indexOf(rule.strength) },
      afters: rule.after === undefined ? undefined : asciiTable(rule.after),
    }))
    .toSorted((a, b) => a.rank - b.rank);
  return {
    pro: byCharacter(ranked.filter(({ rule }) => isFor(rule.strength))),
    contra: byCharacter(ranked.filter(({ rule }) => !isFor(rule.strength))),
  };
}

function byCharacter<T extends Candidate>(ranked: readonly Ranked<T>[]): RulesByCharacter<T> {
  return Array.from({ length: noCharacter + 1 }, (_, character) =>
    ranked.filter(({ rule }) => rule.before === undefined || canFollow(rule.before, character)),
  );
}

function canFollow(before: string, character: number): boolean {
  if (character === noCharacter) return false;
  return character === otherCharacter ? /[^\0-\x7f]/.test(before) : before.includes(String.fromCharCode(character));
}

/** The first rule that applies, of those stronger than `limit`. */
function strongest<T extends Candidate>(
  sorted: readonly Ranked<T>[] | undefined,
  candidate: T,
  family: Family,
  limit: number,
): Ranked<T> | undefined {
  if (sorted === undefined) return undefined;
  for (const ranked of sorted) {
    if (ranked.rank >= limit) return undefined;
    if (applies(ranked, candidate, family)) return ranked;
  }
  return undefined;
}

function applies<T extends Candidate>({ rule, afters }: Ranked<T>, candidate: T, family: Family): boolean {
  if (afters !== undefined && afters[candidate.text.charCodeAt(candidate.end)] !== 1) return false;
  return rule.test(candidate, family);
}
