import type { Family } from '../syntax/language';

/**
 * How much a rule weighs, and for what. A stronger rule always decides against a weaker one; rules of the same strength
 * agree, so their order doesn't matter.
 *
 * - `grammar`, against: the syntax of code, such as a call
 * - `context`, for: the text around it identifies it: a field, a DNS record, a scheme, a port
 * - `form`, against: it has the form of something else: a package, a path, a version
 * - `evidence`, for: a form that only indicators have
 * - `likeness`, against: it could be something else, such as a member of an object
 * - `hint`, for: a word nearby, or quotes around it
 */
export type Strength = 'grammar' | 'context' | 'form' | 'evidence' | 'likeness' | 'hint';

/** The strongest first. */
export const strengths: readonly Strength[] = ['grammar', 'context', 'form', 'evidence', 'likeness', 'hint'];

/** Whether rules of a strength count in favor of an indicator. */
export function isFor(strength: Strength): boolean {
  return strength === 'context' || strength === 'evidence' || strength === 'hint';
}

/** A text in a language (a log by default), and the part of it that a rule is about. */
export type Example = readonly [text: string, part: string, languageId?: string];

/** The text around a candidate: a name or a dotted quad that is neither defanged nor part of a URL. */
export interface Candidate {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What it looks at, what it decides, and where. */
export interface Rule<T extends Candidate> {
  /** A phrase that completes “it …”, unique in its table. */
  readonly id: string;
  readonly strength: Strength;
  /** The families of languages to which it applies; all by default. */
  readonly families?: readonly Family[];
  /**
   * One of these characters directly precedes the candidate; one outside ASCII includes all others outside ASCII. By
   * default, any or none. Saves most tests.
   */
  readonly before?: string;
  /** Like `before`, but for the character after it. */
  readonly after?: string;
  /** Whether the rule doesn't count against what is listed as risky. Rules of likeness never do. */
  readonly yields?: true;
  readonly test: (candidate: T, family: Family) => boolean;
  /** A text in which the rule decides: without it, the opposite would hold. */
  readonly example: Example;
  /** A similar text to which it doesn't apply. */
  readonly counterexample: Example;
}

interface Ranked<T extends Candidate> {
  readonly test: Rule<T>['test'];
  readonly rule: Rule<T>;
  /** 0 for the strongest. */
  readonly rank: number;
}

const [otherCharacter, noCharacter] = [128, 129];
const characterCount = 130;

/** The character at `position`: ASCII, another one, or none. */
function characterAt(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code < 128 ? code : code !== code ? noCharacter : otherCharacter;
}

/** The rules of a family for or against, the strongest first, by the characters around a candidate. */
class Side<T extends Candidate> {
  private readonly before: CharacterClasses;
  private readonly after: CharacterClasses;
  /** Filled on demand, because most pairs of characters never occur. */
  private readonly lists: (readonly Ranked<T>[] | undefined)[];

  constructor(private readonly ranked: readonly Ranked<T>[]) {
    this.before = classesOf(ranked.map(({ rule }) => rule.before));
    this.after = classesOf(ranked.map(({ rule }) => rule.after));
    this.lists = Array.from({ length: this.before.count * this.after.count }, () => undefined);
  }

  /** The rules that don't exclude the characters around the candidate. */
  around({ text, start, end }: Candidate): readonly Ranked<T>[] {
    const before = characterAt(text, start - 1);
    const after = characterAt(text, end);
    const index = (this.before.of[before] ?? 0) * this.after.count + (this.after.of[after] ?? 0);
    return (this.lists[index] ??= this.ranked.filter(
      ({ rule }) => includes(rule.before, before) && includes(rule.after, after),
    ));
  }
}

interface CharacterClasses {
  /** The class of each character. */
  readonly of: Uint8Array;
  readonly count: number;
}

/** Classes of characters that occur in the same sets. */
function classesOf(sets: readonly (string | undefined)[]): CharacterClasses {
  const known = new Map<string, number>();
  const of = Uint8Array.from({ length: characterCount }, (_, character) => {
    const members = sets.map((set) => (includes(set, character) ? '1' : '0')).join('');
    if (!known.has(members)) known.set(members, known.size);
    return known.get(members) ?? 0;
  });
  return { of, count: known.size };
}

function includes(characters: string | undefined, character: number): boolean {
  if (characters === undefined) return true;
  if (character === noCharacter) return false;
  return character === otherCharacter
    ? /[^\0-\x7f]/.test(characters)
    : characters.includes(String.fromCharCode(character));
}

interface Sides<T extends Candidate> {
  readonly pro: Side<T>;
  readonly contra: Side<T>;
}

/** Decides about candidates by the strongest rule that applies. */
export class RuleTable<T extends Candidate> {
  /** Prepared on demand, because most texts belong to one family. */
  private readonly sides: Partial<Record<Family, Sides<T>>> = {};

  /**
   * @param rules In any order.
   * @param byDefault The decision if no rule applies.
   */
  constructor(
    readonly rules: readonly Rule<T>[],
    private readonly byDefault: (candidate: T, family: Family) => boolean,
  ) {}

  /** Whether the candidate is an indicator. */
  decide(candidate: T, family: Family): boolean {
    const byDefault = this.byDefault(candidate, family);
    const { pro, contra } = this.sidesOf(family);
    const opposing = strongest((byDefault ? contra : pro).around(candidate), candidate, family, strengths.length);
    if (opposing === undefined) return byDefault;
    const defending = (byDefault ? pro : contra).around(candidate);
    return strongest(defending, candidate, family, opposing.rank) === undefined ? !byDefault : byDefault;
  }

  /** Whether a candidate that was rejected is an indicator if it is listed as risky: only its looks speak against it. */
  yields(candidate: T, family: Family): boolean {
    return !this.sidesOf(family)
      .contra.around(candidate)
      .some(({ rule, test }) => rule.strength !== 'likeness' && rule.yields !== true && test(candidate, family));
  }

  /** All rules that apply to the candidate, the strongest first. */
  explain(candidate: T, family: Family): readonly Rule<T>[] {
    const { pro, contra } = this.sidesOf(family);
    return [...pro.around(candidate), ...contra.around(candidate)]
      .filter(({ test }) => test(candidate, family))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ rule }) => rule);
  }

  private sidesOf(family: Family): Sides<T> {
    return (this.sides[family] ??= createSides(this.rules, family));
  }

  /** A copy of the table without one rule. */
  without(id: string): RuleTable<T> {
    return new RuleTable(
      this.rules.filter((rule) => rule.id !== id),
      this.byDefault,
    );
  }
}

function createSides<T extends Candidate>(rules: readonly Rule<T>[], family: Family): Sides<T> {
  const ranked = rules
    .filter((rule) => rule.families?.includes(family) !== false)
    .map((rule) => ({ test: rule.test, rule, rank: strengths.indexOf(rule.strength) }))
    .toSorted((a, b) => a.rank - b.rank);
  return {
    pro: new Side(ranked.filter(({ rule }) => isFor(rule.strength))),
    contra: new Side(ranked.filter(({ rule }) => !isFor(rule.strength))),
  };
}

/** The first rule that applies, of those stronger than `limit`. */
function strongest<T extends Candidate>(
  sorted: readonly Ranked<T>[],
  candidate: T,
  family: Family,
  limit: number,
): Ranked<T> | undefined {
  for (const ranked of sorted) {
    if (ranked.rank >= limit) return undefined;
    if (ranked.test(candidate, family)) return ranked;
  }
  return undefined;
}
