import { sourceIdOf } from '../../core/lookups/opened';
import type { Known, Source } from '../../core/records/knowledge';
import type { IndicatorRecord, ThreatLink } from '../../core/records/record';
import { worseFirst } from '../../core/records/risk';
import { markingsOf } from '../../core/stix/tlp';
import { formatAge, formatDate, formatUtc } from '../common/ages';
import type { Line, Part } from '../common/safeMarkdown';
import { colorId, riskStyle, formatSource, verdictOf } from '../common/verdict';
import { truncateText, hasUnseen } from '../common/visibleText';
import { categoryLabel } from '../common/categoryLabel';
import { descriptionOf } from '../../core/records/descriptionOf';
import type { HoverContext } from './hoverContext';

const factorsShown = 2;
const threatsShown = 3;
const feedsShown = 2;
const markingsShown = 3;

/** Plain text of a line. */
export function plain(text: string): Part {
  return { kind: 'text', text };
}

/** The dimmed word in front of a line. */
export function label(word: string): readonly Part[] {
  return [{ kind: 'text', text: word, tone: 'label' }, { kind: 'gap' }];
}

/** Icon and words of a verdict, coloured: “(error) High risk · (history) retired”. */
export function verdictParts(record: IndicatorRecord): readonly Part[] {
  const verdict = verdictOf(record);
  const color = colorId(verdict.color, verdict.retired);
  return [
    { kind: 'icon', icon: verdict.icon, color },
    plain(' '),
    { kind: 'text', text: verdict.words, tone: 'strong', color },
    ...(verdict.retired
      ? ([
          plain(' · '),
          { kind: 'icon', icon: 'history' },
          plain(' '),
          { kind: 'text', text: 'retired', color },
        ] as const)
      : []),
    ...(verdict.manual === undefined ? [] : [plain(` · ${verdict.manual}`)]),
  ];
}

/** Why: the worst factors, else the feeds, the imported file or the mirror that list it. Nothing where the source gives no reason. */
export function whyLine({ record, source }: Known): Line | undefined {
  const factors = [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk));
  if (factors.length > 0) {
    const told = factors
      .slice(0, factorsShown)
      .map(
        ({ description, risk }) =>
          `${truncateText(description, 90)}${risk === 'unknown' ? '' : ` (${riskStyle(risk).short})`}`,
      );
    return [...label('Why'), plain(withMore(told, factors.length - told.length))];
  }
  if (record.feeds.length === 0) {
    return source.kind === 'import' || source.kind === 'mirror'
      ? [...label('Why'), plain(`Listed in ${truncateText(source.name, 60)}`)]
      : undefined;
  }
  const feeds = record.feeds.slice(0, feedsShown).map(({ name }) => truncateText(name, 60));
  return [...label('Why'), plain(withMore([`Listed in ${feeds.join(', ')}`], record.feeds.length - feeds.length))];
}

/** What the source calls it and writes of it; nothing where it gives it no words. */
export function aboutLine({ record }: Known): Line | undefined {
  const about = descriptionOf(record);
  return about === undefined ? undefined : [...label('About'), plain(truncateText(about, 160))];
}

/** Who may see it, as its source says: TLP by name, and other statements. */
export function markingsLine({ record }: Known): Line | undefined {
  const { names } = markingsOf(record);
  if (names.length === 0) return undefined;
  const told = names.slice(0, markingsShown).map((name) => truncateText(name, 60));
  return [...label('Marked'), plain(withMore(told, names.length - told.length))];
}

/** Threats by name with their category; each leads to its record, at the source that told of it. */
export function threatsLine({ record, source }: Pick<Known, 'record' | 'source'>): Line | undefined {
  if (record.threats.length === 0) return undefined;
  const told = [...record.threats].sort((a, b) => worseFirst(a.risk, b.risk)).slice(0, threatsShown);
  const more = record.threats.length - told.length;
  return [
    ...label('Threats'),
    ...told.flatMap((threat, index) => [...(index === 0 ? [] : [plain(' · ')]), ...threatParts(threat, source)]),
    ...(more > 0 ? [plain(` · ${more} more`)] : []),
  ];
}

function threatParts({ tid, name, category, risk }: ThreatLink, source: Source): readonly Part[] {
  const about = [
    ...(category === undefined ? [] : [truncateText(categoryLabel(category), 40)]),
    // The level is the record's own to say; that a threat is over makes it another one.
    ...(risk === 'retired' ? [riskStyle(risk).short] : []),
  ];
  const words = about.length === 0 ? '' : ` (${about.join(', ')})`;
  if (name.trim() === '' || hasUnseen(name)) return [plain(`${truncateText(name, 60)}${words}`)];
  const subject = { kind: 'threat', source: sourceIdOf(source), tid, name: truncateText(name, 300) } as const;
  return [
    {
      kind: 'link',
      label: truncateText(name, 60),
      title: 'Open the record of this threat',
      command: { id: 'threatLookups.openRecord', args: [subject] },
    },
    ...(words === '' ? [] : [plain(words)]),
  ];
}

/** When it was last seen, first added and actively scanned (a passive scan leaves no such moment); ages carry the date, dates the moment. The first word says which. */
export function seenLine(known: Known, context: HoverContext): Line | undefined {
  const { timestamps } = known.record;
  const age = (at: number): Part => ({
    kind: 'text',
    text: formatAge(at, context.now),
    title: `${formatDate(at, context.dates)} (${formatUtc(at)})`,
  });
  const told: (readonly [word: string, alone: string, when?: Part])[] = [];
  if (timestamps.seen !== undefined) told.push(['', 'Seen', age(timestamps.seen)]);
  if (timestamps.added !== undefined) {
    const text = formatDate(timestamps.added, context.dates);
    told.push(['first ', 'First added', { kind: 'text', text, title: formatUtc(timestamps.added) }]);
  }
  if (timestamps.probed !== undefined) told.push(['actively scanned ', 'Actively scanned', age(timestamps.probed)]);
  else if (told.length > 0 && known.detail === 'full' && scans(known)) told.push(['never actively scanned', '']);
  if (timestamps.retired !== undefined && known.record.retired)
    told.push(['retired ', 'Retired', age(timestamps.retired)]);
  if (told.length === 0) return undefined;
  return told.flatMap(([word, alone, when], index) => {
    const moment = when === undefined ? [] : [when];
    return index === 0 ? [...label(alone), ...moment] : [plain(` · ${word}`), ...moment];
  });
}

/** Only services scan; a list or a bundle says nothing of it. */
function scans(known: Known): boolean {
  return known.source.kind === 'service' || known.source.kind === 'sample';
}

/** Whom it comes from and as of when. */
export function fromLine(known: Known, context: HoverContext): Line {
  return [...label('From'), ...sourceParts(known, context)];
}

/** A further source in one line: its verdict, its name, its age. */
export function alsoLine(known: Known, context: HoverContext): Line {
  return [...label('Also'), ...verdictParts(known.record), plain(' · '), ...sourceParts(known, context)];
}

function sourceParts(known: Known, context: HoverContext): readonly Part[] {
  const age = formatAge(known.asOf, context.now);
  return [
    plain(`${truncateText(formatSource(known.source), 80)}, ${age === 'just now' ? '' : 'as of '}`),
    {
      kind: 'text',
      text: age,
      title: `${formatDate(known.asOf, context.dates)} (${formatUtc(known.asOf)})`,
    },
  ];
}

function withMore(told: readonly string[], more: number): string {
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(' · ');
}
