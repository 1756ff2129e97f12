import { cleanNote, cleanTags } from './annotation';
import { type RiskLevel, riskLevels } from './risk';
import { truncateText, visibleText } from '../text/visibleText';

/** A team's judgment of an indicator; a missing key means that the team states nothing about that. */
export interface Judgment {
  /** Never `unknown`. */
  readonly risk?: RiskLevel;
  /** Why it has this risk. */
  readonly reason?: string;
  readonly retired?: true;
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** Parts with an author each; a reason is part of its risk. */
export const authoredParts = ['risk', 'retired', 'note', 'tags'] as const;

/** Who set something, and when, in milliseconds since 1970. */
export interface Author {
  readonly by: string;
  readonly at: number;
}

/** The authors of parts that were set before the last change. */
type PartAuthors = Readonly<Partial<Record<(typeof authoredParts)[number], Author>>>;

/** A judgment as a team's service stores it. */
export interface TeamJudgment extends Judgment {
  /** Counts the changes of the judgment of an indicator, from 1. */
  readonly version: number;
  /** Who changed it last, and when. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly authors?: PartAuthors;
}

/**
 * The parts of a judgment by author, in the order of {@link authoredParts}; for a removed one, only its last author.
 */
export function byAuthor(judgment: TeamJudgment): readonly (Judgment & Author)[] {
  const { by, at, authors } = judgment;
  const said = new Map<string, Judgment & Author>();
  for (const part of authoredParts) {
    if (judgment[part] === undefined) continue;
    const author = authors?.[part] ?? { by, at };
    const key = `${author.at} ${author.by}`;
    const { reason } = judgment;
    const why = part === 'risk' && reason !== undefined ? { reason } : {};
    said.set(key, { by: author.by, at: author.at, ...said.get(key), [part]: judgment[part], ...why });
  }
  return said.size === 0 ? [{ by, at }] : [...said.values()];
}

/** A change of a judgment; undefined parts stay as they are, null and empty ones are removed. */
export interface JudgmentChange {
  readonly risk?: RiskLevel | null;
  readonly reason?: string | null;
  readonly retired?: boolean;
  readonly note?: string | null;
  readonly tags?: readonly string[];
}

/** The prefix of the keys of a team's members, so that one is recognized as such, also if it leaks. */
export const teamKeyPrefix = 'tl_';

/** Maximum lengths, in UTF-16 units. */
export const maxReasonLength = 500;
export const maxPersonLength = 200;

/** Risks that a judgment may state. */
export const judgedRisks = riskLevels.filter((level) => level !== 'unknown');

/** Whether a judgment is empty, which means that it was removed. */
export function saysNothing({ risk, reason, retired, note, tags }: Judgment): boolean {
  return [risk, reason, retired, note, tags].every((each) => each === undefined);
}

/** A judgment with a change made to it, as it is stored. */
export function changedJudgment(judgment: Judgment, change: JudgmentChange): Judgment {
  const { risk = judgment.risk, reason = judgment.reason, retired = judgment.retired } = change;
  const { note = judgment.note, tags = judgment.tags } = change;
  return cleanJudgment({ risk, reason, retired, note, tags });
}

/** A judgment from elsewhere, without its invalid parts. */
function cleanJudgment(given: Readonly<Record<keyof Judgment, unknown>>): Judgment {
  const risk = judgedRisks.find((level) => level === given.risk);
  const reason = typeof given.reason === 'string' ? truncateText(oneLine(given.reason), maxReasonLength) : '';
  const note = cleanNote(given.note);
  const tags = cleanTags(given.tags);
  return {
    ...(risk === undefined ? {} : { risk }),
    ...(risk === undefined || reason === '' ? {} : { reason }),
    ...(given.retired === true ? { retired: true as const } : {}),
    ...(note === undefined ? {} : { note }),
    ...(tags === undefined ? {} : { tags }),
  };
}

function oneLine(text: string): string {
  return text
    .slice(0, 2 * maxReasonLength)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reads the judgment that a service sends; undefined if it isn't one. */
export function readJudgment(value: unknown): TeamJudgment | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { version, authors, risk, reason, retired, note, tags } = value as Readonly<Record<string, unknown>>;
  const author = readAuthor(value);
  if (!isCount(version) || author === undefined) return undefined;
  const read = authoredParts.flatMap((part) => {
    const one = readAuthor((authors as Partial<Record<string, unknown>> | null | undefined)?.[part]);
    return one === undefined ? [] : [[part, one] as const];
  });
  return {
    ...cleanJudgment({ risk, reason, retired, note, tags }),
    version,
    ...author,
    ...(read.length === 0 ? {} : { authors: Object.fromEntries(read) }),
  };
}

function readAuthor(value: unknown): Author | undefined {
  const { by, at } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const time = typeof at === 'string' ? Date.parse(at) : NaN;
  if (typeof by !== 'string' || !Number.isFinite(time)) return undefined;
  return { by: truncateText(oneLine(by), maxPersonLength), at: time };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** A judgment as it is sent. */
export function wireJudgment({ authors, ...judgment }: TeamJudgment) {
  const sent = Object.entries(authors ?? {}).map(([part, author]) => [part, wireAuthor(author)] as const);
  return { ...wireAuthor(judgment), ...(authors === undefined ? {} : { authors: Object.fromEntries(sent) }) };
}

function wireAuthor<T extends Author>({ at, ...rest }: T) {
  return { ...rest, at: new Date(at).toISOString() };
}

/** Who set the risk of a judgment, when, and why: a reason in a record, which readers other than this extension show too. */
export function riskReason(judgment: TeamJudgment): string {
  const { reason } = judgment;
  const { by, at } = judgment.authors?.risk ?? judgment;
  const who = `Set by ${visibleText(by)} for the team, ${new Date(at).toISOString().slice(0, 10)}`;
  return reason === undefined ? who : `${who}: ${reason}`;
}
