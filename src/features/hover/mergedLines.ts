import type { Known, Source } from '../../core/records/knowledge';
import { isDescriptionOnly } from '../../core/records/context';
import { isRatedByListing } from '../../core/records/sourceDetails';
import { getDescription } from '../../core/records/labels/getDescription';
import type { ThreatLink, Timestamps } from '../../core/records/record';
import { type RiskWord, worseFirst } from '../../core/records/risk';
import { getMarkings } from '../../core/stix/tlp';
import { formatList, t, plural } from '../../l10n';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { truncateText } from '../../core/text/visibleText';
import { strings } from './strings';
import { parentReason, riskStyle, shortSource } from '../../core/records/labels/verdict';

/** Merges the data of sources for a hover; the first source leads. */

const feedsShown = 2;
const sourcesShown = 2;
/** Length of a list's or feed's name within a reason, so that two names and the risk fit into one line. */
const nameLength = 45;
const reasonLength = 110;

/** A reason for a verdict, with the sources that give it. */
export interface SourcedReason {
  readonly text: string;
  readonly risk: RiskWord;
  readonly sources: readonly Source[];
  /** The text names its source, as “Listed in list.txt” does. */
  readonly namesSource: boolean;
  /** The number of feeds that the text doesn't name. */
  readonly unnamed: number;
  /** The parent domain that the source rates. */
  readonly parent?: string;
}

/** A value with the source that reports it. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

/** Sources by their own statements: a risk that the user set repeats the reasons of the leading source. */
function withoutRepetition(all: readonly Known[]): readonly Known[] {
  const own = all.filter(({ source, record }) => !(source.kind === 'user' && record.manualRisk));
  return own.length === 0 ? all : own;
}

/**
 * The reasons of all sources: the most severe one of each source, then the second ones, and so on, so that no source
 * hides another. Equal reasons are merged.
 */
export function mergedReasons(all: readonly Known[]): readonly SourcedReason[] {
  // Next to a current verdict, the reasons of a retired record aren't current.
  const hasCurrent = all.some(({ record }) => !record.retired);
  const ranked = withoutRepetition(all)
    .flatMap((known) =>
      reasonsFrom(known, hasCurrent && known.record.retired).map((reason, round) => ({
        reason,
        round,
        retired: known.record.retired,
      })),
    )
    .sort(
      (a, b) => Number(a.retired) - Number(b.retired) || a.round - b.round || worseFirst(a.reason.risk, b.reason.risk),
    );
  const merged = new Map<string, SourcedReason>();
  for (const { reason } of ranked) {
    const name = reason.text.toLowerCase();
    const known = merged.get(name);
    merged.set(name, known === undefined ? reason : { ...known, sources: [...known.sources, ...reason.sources] });
  }
  return [...merged.values()];
}

/** The risk factors of a source, the most severe first, or the feeds, import, or mirror that list the indicator. */
function reasonsFrom(known: Known, outdated: boolean): readonly SourcedReason[] {
  return ownReasons(known).map((reason) => ({
    unnamed: 0,
    ...reason,
    sources: [known.source],
    risk: outdated ? 'retired' : reason.risk,
  }));
}

type OwnReason = Pick<SourcedReason, 'text' | 'risk' | 'namesSource'> &
  Partial<Pick<SourcedReason, 'unnamed' | 'parent'>>;

function ownReasons(known: Known): readonly OwnReason[] {
  const { record, source } = known;
  const { riskFactors, feeds, contexts = [] } = record;
  if (source.urls !== undefined) return [{ text: listedUrlsText(source.urls), risk: record.risk, namesSource: false }];
  if (source.parent !== undefined) {
    const text = parentReason({ ...source, name: truncateText(source.name, nameLength) }, source.parent);
    return [{ text, risk: record.risk, namesSource: true, parent: source.parent.name }];
  }
  if (riskFactors.length > 0 && !isRatedByListing(known))
    return [...riskFactors]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .map(({ description, risk }) => ({ text: description, risk, namesSource: description.includes(source.name) }));
  // A list that only describes gives no reason for a risk; the description is shown elsewhere.
  if (isDescriptionOnly(record)) return [];
  const [listing] = riskFactors;
  if (listing !== undefined) return listingReason(source, listing.risk);
  if (feeds.length > 0) return [feedsReason(feeds)];
  // A blocklist is shown as a context, and needs no reason.
  return contexts.length > 0 ? [] : listingReason(source, 'unknown');
}

/** The reason that an import or a mirror lists the indicator. */
function listingReason(source: Source, risk: RiskWord): readonly OwnReason[] {
  if (source.kind !== 'import' && source.kind !== 'mirror') return [];
  return [{ text: listingText(source), risk, namesSource: true }];
}

function listedUrlsText({ count, hasMore }: NonNullable<Source['urls']>): string {
  return hasMore
    ? plural(count, {
        one: '{0} or more listed URLs on this host',
        other: '{0} or more listed URLs on this host',
      })
    : plural(count, { one: '{0} listed URL on this host', other: '{0} listed URLs on this host' });
}

function feedsReason(feeds: Known['record']['feeds']): OwnReason {
  const names = feeds.slice(0, feedsShown).map(({ name }) => truncateText(name, nameLength));
  return {
    text: strings.listedIn(formatList(names)),
    risk: 'unknown',
    namesSource: false,
    unnamed: feeds.length - names.length,
  };
}

function listingText({ name, range }: Source): string {
  const list = truncateText(name, nameLength);
  if (range === undefined) return strings.listedIn(list);
  return range.startsWith('*.')
    ? t('Subdomain of {1}, listed in {0}', list, range.slice(2))
    : t('Listed in {0} as part of {1}', list, range);
}

/** A reason with its risk, and its sources where several sources give reasons. */
export function reasonText({ text, risk, sources, namesSource }: SourcedReason, withSources: boolean): string {
  const short = truncateText(text, reasonLength);
  const level = risk === 'unknown' ? undefined : riskStyle(risk).short;
  const names = [...new Set(sources.map(shortSource))].slice(0, sourcesShown).map((name) => truncateText(name, 40));
  const from = withSources && !namesSource ? formatList(names) : undefined;
  if (level === undefined) return from === undefined ? short : strings.withRisk(short, from);
  return from === undefined ? strings.withRisk(short, level) : t('{0} ({1}, {2})', short, level, from);
}

/** The threats of all sources by name, the most severe first; of the same name, that of the first source. */
export function mergedThreats(all: readonly Known[]): readonly Sourced<ThreatLink>[] {
  const found = new Map<string, Sourced<ThreatLink>>();
  for (const { record, source } of withoutRepetition(all)) {
    for (const threat of record.threats) {
      const name = threat.name.toLowerCase();
      if (!found.has(name)) found.set(name, { value: threat, source });
    }
  }
  return [...found.values()].sort((a, b) => worseFirst(a.value.risk, b.value.risk));
}

/** The first description of a source. */
export function mergedDescription(all: readonly Known[]): string | undefined {
  return all.map(({ record }) => getDescription(record)).find((about) => about !== undefined);
}

/** The markings of all sources, each once. */
export function mergedMarkings(all: readonly Known[]): readonly string[] {
  return [...new Set(all.flatMap(({ record }) => getMarkings(record).names))];
}

/** Dates of all sources: first added, last seen, scanned, and retired. Networks and parent domains count only alone. */
export function mergedDates(all: readonly Known[]): { readonly [K in keyof Timestamps]?: Sourced<number> } {
  const own = all.filter(({ source }) => source.range === undefined && source.parent === undefined);
  const from = own.length > 0 ? own : all;
  const pick = (name: keyof Timestamps, isBetter: (a: number, b: number) => boolean): Sourced<number> | undefined =>
    from
      .flatMap(({ record, source }) => {
        const value = record.timestamps[name];
        return value === undefined ? [] : [{ value, source }];
      })
      .reduce<Sourced<number> | undefined>(
        (best, each) => (best === undefined || isBetter(each.value, best.value) ? each : best),
        undefined,
      );
  const later = (a: number, b: number): boolean => a > b;
  const dates = {
    seen: pick('seen', later),
    added: pick('added', (a, b) => a < b),
    probed: pick('probed', later),
    retired: all[0]?.record.retired === true ? pick('retired', later) : undefined,
  };
  return Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined));
}

/** Parts separated by dots. */
export function dotted(parts: readonly Line[]): Line {
  return parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

const separator: Part = { kind: 'text', text: ' · ' };
