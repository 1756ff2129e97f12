import { sourceIdOf } from '../../core/records/sourceId';
import type { Known, Source } from '../../core/records/knowledge';
import type { IndicatorRecord, ThreatLink } from '../../core/records/record';
import { worseFirst } from '../../core/records/risk';
import { markingsOf } from '../../core/stix/tlp';
import { formatAge, formatDate, formatList, formatUtc } from '../../l10n';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { colorId, riskStyle, formatSource, verdictOf } from '../shared/format/verdict';
import { truncateText, hasUnseen } from '../shared/text/visibleText';
import { categoryLabel } from '../shared/format/categoryLabel';
import { descriptionOf } from '../../core/records/labels/descriptionOf';
import type { HoverContext } from './hoverContext';
import { strings } from './strings';

const factorsShown = 2;
const threatsShown = 3;
const feedsShown = 2;
const markingsShown = 3;

/** Plain text of a line. */
export function plain(text: string): Part {
  return { kind: 'text', text };
}

/** The dimmed label in front of a line. */
export function label(text: string): readonly Part[] {
  return [{ kind: 'text', text, tone: 'label' }, { kind: 'gap' }];
}

/** Icon and label of a verdict in its color: “(error) High risk · (history) retired”. */
export function verdictParts(record: IndicatorRecord): readonly Part[] {
  const verdict = verdictOf(record);
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
          { kind: 'text', text: strings.retired(), color },
        ] as const)
      : []),
    ...(verdict.manual === undefined ? [] : [plain(` · ${verdict.manual}`)]),
  ];
}

/** The most severe risk factors, else the feeds, import, or mirror that list the indicator. Undefined if the source gives no reason. */
export function whyLine({ record, source }: Known): Line | undefined {
  const factors = [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk));
  if (factors.length > 0) {
    const shown = factors
      .slice(0, factorsShown)
      .map(({ description, risk }) =>
        risk === 'unknown'
          ? truncateText(description, 90)
          : strings.withRisk(truncateText(description, 90), riskStyle(risk).short),
      );
    return [...label(strings.reasons()), plain(withMore(shown, factors.length - shown.length))];
  }
  if (record.feeds.length === 0) {
    return source.kind === 'import' || source.kind === 'mirror'
      ? [...label(strings.reasons()), plain(strings.listedIn(truncateText(source.name, 60)))]
      : undefined;
  }
  const feeds = record.feeds.slice(0, feedsShown).map(({ name }) => truncateText(name, 60));
  const listed = strings.listedIn(formatList(feeds));
  return [...label(strings.reasons()), plain(withMore([listed], record.feeds.length - feeds.length))];
}

/** The source's description of the indicator, if any. */
export function aboutLine({ record }: Known): Line | undefined {
  const about = descriptionOf(record);
  return about === undefined ? undefined : [...label(strings.description()), plain(truncateText(about, 160))];
}

/** Who may see it according to its source: TLP by name, and other markings. */
export function markingsLine({ record }: Known): Line | undefined {
  const { names } = markingsOf(record);
  if (names.length === 0) return undefined;
  const shown = names.slice(0, markingsShown).map((name) => truncateText(name, 60));
  return [...label(strings.marking()), plain(withMore(shown, names.length - shown.length))];
}

/** Threats by name and category; each links to its record at the source that reported it. */
export function threatsLine({ record, source }: Pick<Known, 'record' | 'source'>): Line | undefined {
  if (record.threats.length === 0) return undefined;
  const shown = [...record.threats].sort((a, b) => worseFirst(a.risk, b.risk)).slice(0, threatsShown);
  const more = record.threats.length - shown.length;
  return [
    ...label(strings.threats()),
    ...shown.flatMap((threat, index) => [...(index === 0 ? [] : [plain(' · ')]), ...threatParts(threat, source)]),
    ...(more > 0 ? [plain(` · ${strings.more(more)}`)] : []),
  ];
}

function threatParts({ tid, name, category, risk }: ThreatLink, source: Source): readonly Part[] {
  const about = [
    ...(category === undefined ? [] : [truncateText(categoryLabel(category), 40)]),
    // The level itself is shown in the threat's record.
    ...(risk === 'retired' ? [riskStyle(risk).short] : []),
  ];
  const withAbout = (threat: Part): Line =>
    about.length === 0 ? [threat] : strings.threat(threat, plain(about.join(', ')));
  if (name.trim() === '' || hasUnseen(name)) return withAbout(plain(truncateText(name, 60)));
  const subject = { kind: 'threat', source: sourceIdOf(source), tid, name: truncateText(name, 300) } as const;
  return withAbout({
    kind: 'link',
    label: truncateText(name, 60),
    title: strings.openThreat(),
    command: { id: 'threatLookups.openRecord', args: [subject] },
  });
}

/** When it was last seen, first added, actively scanned (passive scans leave no time), and retired. Ages carry the date, dates the time. */
export function seenLine(known: Known, context: HoverContext): Line | undefined {
  const { timestamps } = known.record;
  const age = (at: number): Part => agePart(at, context.now);
  /** How each is shown at the beginning of the line, and after others. */
  const entries: { readonly first: Line; readonly later: Line }[] = [];
  if (timestamps.seen !== undefined)
    entries.push({ first: [...label(strings.lastSeen()), age(timestamps.seen)], later: [] });
  if (timestamps.added !== undefined) {
    const date: Part = { kind: 'text', text: formatDate(timestamps.added), title: formatUtc(timestamps.added) };
    entries.push({ first: [...label(strings.firstAdded()), date], later: strings.alsoFirstAdded(date) });
  }
  if (timestamps.probed !== undefined) {
    const probed = age(timestamps.probed);
    entries.push({ first: [...label(strings.activelyScanned()), probed], later: strings.alsoActivelyScanned(probed) });
  } else if (entries.length > 0 && known.detail === 'full' && scans(known)) {
    entries.push({ first: [], later: [plain(strings.neverActivelyScanned())] });
  }
  if (timestamps.retired !== undefined && known.record.retired) {
    const retired = age(timestamps.retired);
    entries.push({ first: [...label(strings.retiredLabel()), retired], later: strings.alsoRetired(retired) });
  }
  if (entries.length === 0) return undefined;
  return entries.flatMap(({ first, later }, index) => (index === 0 ? first : [plain(' · '), ...later]));
}

/** A time as its age, with the exact time in the tooltip. */
export function agePart(at: number, now: number): Part {
  return { kind: 'text', text: formatAge(at, now), title: strings.exactTime(formatDate(at), formatUtc(at)) };
}

/** Only services scan; a list or a bundle has no scan times. */
function scans(known: Known): boolean {
  return known.source.kind === 'service' || known.source.kind === 'sample';
}

/** The source and when it was updated. */
export function fromLine(known: Known, context: HoverContext): Line {
  return [...label(strings.source()), ...sourceParts(known, context)];
}

/** A further source in one line: its verdict, name, and age. */
export function otherSourceLine(known: Known, context: HoverContext): Line {
  return [...label(strings.otherSource()), ...otherSourceParts(known, context)];
}

/** The same without the label. */
export function otherSourceParts(known: Known, context: HoverContext): Line {
  return [...verdictParts(known.record), plain(' · '), ...sourceParts(known, context)];
}

function sourceParts({ source, asOf }: Known, { now }: HoverContext): Line {
  return strings.updated(plain(truncateText(formatSource(source), 80)), agePart(asOf, now));
}

function withMore(shown: readonly string[], more: number): string {
  return [...shown, ...(more > 0 ? [strings.more(more)] : [])].join(' · ');
}
