import { getSourceId } from '../../core/records/sourceId';
import type { Known, Source } from '../../core/records/knowledge';
import type { ThreatLink } from '../../core/records/record';
import { formatAge, formatDate, formatUtc, t, plural } from '../../l10n';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { categoryLabel } from '../../core/records/labels/categoryLabel';
import type { HoverContext } from './hoverContext';
import {
  dotted,
  mergedDates,
  mergedDescription,
  mergedMarkings,
  mergedReasons,
  mergedThreats,
  reasonText,
  type Sourced,
  type SourcedReason,
} from './mergedLines';
import { strings } from './strings';
import { messageParts } from '../shared/text/safeMarkdown';
import {
  colorId,
  riskStyle,
  formatSource,
  verdictLabel,
  verdictNotes,
  getVerdict,
} from '../../core/records/labels/verdict';
import { truncateText, hasUnseen } from '../../core/text/visibleText';

const factorsShown = 2;
/** If several sources give reasons. */
const mergedReasonsShown = 4;
const threatsShown = 3;
const markingsShown = 3;
/** Lines of further sources, and names of more in a tooltip. */
const [otherSourcesShown, otherSourcesNamed] = [3, 10];

/** Plain text of a line. */
export function plain(text: string): Part {
  return { kind: 'text', text };
}

/** The dimmed label in front of a line. */
export function label(text: string): readonly Part[] {
  return [{ kind: 'text', text, tone: 'label' }, { kind: 'gap' }];
}

/** Icon and label of a verdict in its color: “(error) High risk · (history) retired”, “(error) High risk · sample”. */
export function verdictParts({ record, source }: Pick<Known, 'record' | 'source'>): readonly Part[] {
  const verdict = getVerdict(record);
  const color = colorId(verdict.color, verdict.retired);
  return [
    { kind: 'icon', icon: verdict.icon, color },
    plain(' '),
    { kind: 'text', text: verdict.label, tone: 'strong', color },
    ...(verdict.retired
      ? ([
          plain(' · '),
          { kind: 'icon', icon: 'history' },
          plain(' '),
          { kind: 'text', text: t('retired'), color },
        ] as const)
      : []),
    ...verdictNotes({ record, source }).map((note) => plain(` · ${note}`)),
  ];
}

/** The most important reasons of all sources; undefined if none gives a reason. */
export function whyLine(all: readonly Known[], context: HoverContext): Line | undefined {
  const reasons = mergedReasons(all);
  if (reasons.length === 0) return undefined;
  const withSources = new Set(reasons.flatMap(({ sources }) => sources.map(formatSource))).size > 1;
  const shown = reasons.slice(0, withSources ? mergedReasonsShown : factorsShown);
  const more = reasons.length - shown.length + shown.reduce((sum, { unnamed }) => sum + unnamed, 0);
  const parts = shown.map((reason) => reasonParts(reason, withSources, context));
  return [
    ...label(t('Reasons')),
    ...dotted([
      ...parts,
      ...(more > 0 ? [[plain(plural(more, { one: 'and {0} more reason', other: 'and {0} more reasons' }))]] : []),
    ]),
  ];
}

/** A reason with its risk, and with a link to the record of the parent domain in its text. */
export function reasonParts(reason: SourcedReason, withSources: boolean, context: HoverContext): Line {
  const { parent } = reason;
  const text = reasonText(reason, withSources);
  const at = parent === undefined ? -1 : text.indexOf(parent);
  if (parent === undefined || at === -1) return [plain(text)];
  return [
    plain(text.slice(0, at)),
    {
      kind: 'link',
      label: context.defang(parent),
      title: t('Open the record for this name'),
      command: { id: 'threatLookups.openRecord', args: [{ type: 'domain', value: parent }] },
    },
    plain(text.slice(at + parent.length)),
  ];
}

/** The first description of the indicator by a source, if any. */
export function aboutLine(all: readonly Known[]): Line | undefined {
  const about = mergedDescription(all);
  return about === undefined ? undefined : [...label(t('Description')), plain(truncateText(about, 160))];
}

/** The markings of its sources, which restrict sharing: TLP by name, and others. */
export function markingsLine(all: readonly Known[]): Line | undefined {
  const names = mergedMarkings(all);
  if (names.length === 0) return undefined;
  const shown = names.slice(0, markingsShown).map((name) => truncateText(name, 60));
  return [...label(t('Marking')), plain(withMore(shown, names.length - shown.length, strings.moreMarkings))];
}

/** Threats by name and category; each links to its record at the source that reported it. */
export function threatsLine(all: readonly Known[]): Line | undefined {
  const threats = mergedThreats(all);
  if (threats.length === 0) return undefined;
  const shown = threats.slice(0, threatsShown).map(({ value, source }) => threatParts(value, source));
  const more = threats.length - shown.length;
  return [
    ...label(t('Threats')),
    ...dotted([
      ...shown,
      ...(more > 0 ? [[plain(plural(more, { one: 'and {0} more threat', other: 'and {0} more threats' }))]] : []),
    ]),
  ];
}

/** A threat by name and category, which links to its record at the source that reported it. */
export function threatParts({ tid, name, category, risk }: ThreatLink, source: Source): readonly Part[] {
  const about = [
    ...(category === undefined ? [] : [truncateText(categoryLabel(category), 40)]),
    // The level itself is shown in the threat's record.
    ...(risk === 'retired' ? [riskStyle(risk).short] : []),
  ];
  const withAbout = (threat: Part): Line =>
    about.length === 0 ? [threat] : messageParts('{0} ({1})', threat, plain(about.join(', ')));
  if (name.trim() === '' || hasUnseen(name)) return withAbout(plain(truncateText(name, 60)));
  const subject = { kind: 'threat', source: getSourceId(source), tid, name: truncateText(name, 300) } as const;
  return withAbout({
    kind: 'link',
    label: truncateText(name, 60),
    title: t('Open the record for this threat'),
    command: { id: 'threatLookups.openRecord', args: [subject] },
  });
}

/**
 * When it was last seen, first added, actively scanned (passive scans leave no time), and retired, according to all
 * sources. Ages carry the date, dates the time.
 */
export function seenLine(all: readonly Known[], context: HoverContext): Line | undefined {
  const { seen, added, probed, retired } = mergedDates(all);
  const several = all.length > 1;
  const age = ({ value, source }: Sourced<number>): Part => agePart(value, context.now, several ? source : undefined);
  /** How each is shown at the beginning of the line, and after others. */
  const entries: { readonly first: Line; readonly later: Line }[] = [];
  if (seen !== undefined) entries.push({ first: [...label(t('Last seen')), age(seen)], later: [] });
  if (added !== undefined) {
    const title = fromSource(formatUtc(added.value), several ? added.source : undefined);
    const date: Part = { kind: 'text', text: formatDate(added.value), title };
    entries.push({ first: [...label(t('First added')), date], later: messageParts('first added on {0}', date) });
  }
  if (probed !== undefined) {
    const at = age(probed);
    entries.push({ first: [...label(t('Actively scanned')), at], later: messageParts('actively scanned {0}', at) });
  } else if (entries.length > 0 && all.some((known) => known.detail === 'full' && scans(known))) {
    entries.push({ first: [], later: [plain(t('never actively scanned'))] });
  }
  if (retired !== undefined) {
    const at = age(retired);
    entries.push({ first: [...label(t('Retired')), at], later: messageParts('retired {0}', at) });
  }
  if (entries.length === 0) return undefined;
  return entries.flatMap(({ first, later }, index) => (index === 0 ? first : [plain(' · '), ...later]));
}

/** A time as its age, with the exact time, and who reports it, in the tooltip. */
export function agePart(at: number, now: number, source?: Source): Part {
  const title = fromSource(t('{0} ({1})', formatDate(at), formatUtc(at)), source);
  return { kind: 'text', text: formatAge(at, now), title };
}

function fromSource(text: string, source: Source | undefined): string {
  return source === undefined ? text : `${text} · ${truncateText(formatSource(source), 80)}`;
}

/** Only services scan; a list or a bundle has no scan times. */
function scans(known: Known): boolean {
  return known.source.kind === 'service' || known.source.kind === 'sample';
}

/** The source and when it was updated. */
export function fromLine(known: Known, context: HoverContext): Line {
  return [...label(t('Source')), ...sourceParts(known, context)];
}

/** Further sources: a line each while there is room, then the number of others, with their names in the tooltip. */
export function otherSourceLines(others: readonly Known[], room: number, context: HoverContext): readonly Line[] {
  const lines = Math.min(room, otherSourcesShown);
  if (others.length <= lines) return others.map((known) => otherSourceLine(known, context));
  const shown = others.slice(0, Math.max(0, lines - 1));
  const rest = others.slice(shown.length);
  const text = plural(
    rest.length,
    {
      one: '{0} more source in the record, updated {1}',
      other: '{0} more sources in the record, most recently updated {1}',
    },
    formatAge(Math.max(...rest.map(({ asOf }) => asOf)), context.now),
  );
  const title = rest
    .slice(0, otherSourcesNamed)
    .map(
      ({ record, source, asOf }) =>
        `${verdictLabel(record)}: ${truncateText(formatSource(source), 60)}, ${formatAge(asOf, context.now)}`,
    );
  return [
    ...shown.map((known) => otherSourceLine(known, context)),
    ...(lines > 0
      ? [
          [
            ...label(t('Other source')),
            { kind: 'text', text, title: withMore(title, rest.length - title.length, strings.moreOtherSources) },
          ] as const,
        ]
      : []),
  ];
}

/** A further source in one line: its verdict, name, and age. */
export function otherSourceLine(known: Known, context: HoverContext): Line {
  return [...label(t('Other source')), ...otherSourceParts(known, context)];
}

/** Like {@link otherSourceLine}, but without the label. */
export function otherSourceParts(known: Known, context: HoverContext): Line {
  return [...verdictParts(known), plain(' · '), ...sourceParts(known, context)];
}

function sourceParts({ source, asOf }: Known, { now }: HoverContext): Line {
  return messageParts('{0}, updated {1}', plain(truncateText(formatSource(source), 80)), agePart(asOf, now));
}

function withMore(shown: readonly string[], more: number, words: (count: number) => string): string {
  return [...shown, ...(more > 0 ? [words(more)] : [])].join(' · ');
}
