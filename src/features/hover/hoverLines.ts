import { hostOf } from '../../core/indicators/identity/hostOf';
import type { LookupResult } from '../../core/lookups/types';
import type { Known } from '../../core/records/knowledge';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { isSameSource } from '../../core/records/knowledge';
import { shortSource, verdictOf } from '../shared/format/verdict';
import { truncateText } from '../shared/text/visibleText';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { omitPassword } from '../shared/text/omitPassword';
import { mergedReasons, mergedThreats, reasonText } from './mergedLines';
import { ownSource } from '../../core/context/builtIn';
import { noiseContext } from '../../core/context/listNoise';
import { riskRank } from '../../core/records/risk';
import { annotationLine } from './annotationLine';
import { contextLines } from './contextLine';
import { actionsLine, copyDefangedLink, link, scanLink } from './actions';
import type { HoverContext } from './hoverContext';
import {
  aboutLine,
  fromLine,
  label,
  markingsLine,
  otherSourceLine,
  otherSourceLines,
  otherSourceParts,
  plain,
  seenLine,
  threatsLine,
  verdictParts,
  whyLine,
} from './knowledgeLines';
import { locationLine } from './locationLine';
import { sentLine, stateLine, unreadStoreLine, urlNotKnownLine } from './stateLine';
import { t } from '../../l10n';

/** The maximum length of a hover. */
export const maxLines = 10;
const hostReasonsShown = 2;
/** Characters of an indicator, so that it fits in a line of a hover, next to a verdict. */
const maxIndicator = 72;

/**
 * The whole hover of one lookup, most severe first, at most {@link maxLines} lines. Empty where there is nothing to show
 * (code, no service, nothing stored).
 */
export function hoverLines(result: LookupResult, context: HoverContext): readonly Line[] {
  const lines = linesOf(result, context);
  const { detectionRules } = context;
  if (detectionRules === undefined) return lines;
  const rules = detectionRules.length === 0 ? t('no rule applies') : detectionRules.join(' · ');
  return [...lines, [...label(t('Detection')), plain(rules)]];
}

function linesOf(result: LookupResult, context: HoverContext): readonly Line[] {
  const { known } = result;
  const [lead] = known;
  const state = stateLine(result, context);
  if (lead === undefined) return bareLines(result, state, context);
  const unread = unreadStoreLine(result, context);
  const around = present([
    locationLine(result),
    hostLine(result, context),
    aboveLine(result, context),
    sentLine(result, context),
    urlNotKnownLine(result, context),
    state,
    unread,
  ]);
  const head = [
    headLine(result, lead, context),
    ...present([annotationLine(context)]),
    ...contextLines(result),
    ...quietLines(result, context),
  ];
  const main = mergedLines(known, maxLines - 1 - head.length - around.length, context);
  const room = maxLines - 1 - head.length - main.length - around.length;
  return [
    ...[...head, ...main, ...otherSourceLines(known.slice(1), room, context)],
    ...[...around, actionsLine(result, context)],
  ];
}

/** Why a risky indicator isn't highlighted: the list according to which it is a known service. */
function quietLines({ indicator, known, host }: LookupResult, { skipsWellKnown }: HoverContext): readonly Line[] {
  if (skipsWellKnown !== true) return [];
  const noise = noiseContext(indicator, indicator.type === 'url' ? (host ?? []) : known);
  const isRisky = known.some(({ record: { risk } }) => riskRank(risk) > riskRank('none'));
  if (noise === undefined || !isRisky) return [];
  // The list that the extension contains has no name that users know.
  const list = noise.source === ownSource ? undefined : truncateText(noise.source, 60);
  return [
    [
      plain(
        list === undefined ? t('Not highlighted: known service') : t('Not highlighted: known service in “{0}”', list),
      ),
    ],
  ];
}

function bareLines(result: LookupResult, state: Line | undefined, context: HoverContext): readonly Line[] {
  const unread = unreadStoreLine(result, context);
  const host = hostLine(result, context);
  const above = aboveLine(result, context);
  const found = present([host, above]);
  const note = annotationLine(context);
  if (state === undefined && unread === undefined && found.length === 0 && note === undefined) return [];
  const head: Line = shown(result, context);
  const about = [...present([note]), ...contextLines(result), ...present([locationLine(result)])];
  // An offer rather than an answer takes a single line.
  if (state !== undefined && result.state.kind === 'noService' && found.length === 0) {
    const scan: Line = context.scansOutside === true ? [{ kind: 'gap' }, scanLink(result, context)] : [];
    const offer: Line = [...state, ...scan, { kind: 'gap' }, copyDefangedLink(result, context)];
    return about.length === 0 ? [[...head, { kind: 'gap' }, ...offer]] : [head, ...about, offer];
  }
  // What is known about the host, or a name above, comes before the reason why nothing else is known.
  const reason = found.length > 0 && result.state.kind === 'noService' ? undefined : state;
  const miss = urlNotKnownLine(result, context);
  return present([
    head,
    ...about,
    ...found,
    miss,
    reason,
    sentLine(result, context),
    unread,
    actionsLine(result, context),
  ]);
}

/** Whether something is known about an indicator, its host, or a name above, which is shown at once. */
export function hasFindings({ known, host, above }: LookupResult): boolean {
  return known.length > 0 || host !== undefined || above !== undefined;
}

/** What the service's answer adds to a hover that already shows `before`: its line, or why there is none. May be empty. */
export function addedLines(before: LookupResult, after: LookupResult, context: HoverContext): readonly Line[] {
  if (!hasFindings(before)) return hoverLines(after, context);
  const fresh = after.known.filter(
    (known) => !before.known.some((old) => isSameSource(old, known) && old.asOf === known.asOf),
  );
  const state = stateLine(after, context);
  return fresh
    .flatMap((known) => {
      const old = before.known.find((other) => isSameSource(other, known));
      if (old !== undefined && sameVerdict(old, known))
        return [unchangedLine(known, context), ...newReasons(before.known, known)];
      // What is shown already isn't repeated, and a verdict that doesn't lead isn't shown like one that does.
      return known === after.known[0]
        ? [verdictParts(known), ...freshLines(before.known, known, context)]
        : [otherSourceLine(known, context), ...newReasons(before.known, known)];
    })
    .concat(
      present([
        newHostLine(before, after, context),
        newAboveLine(before, after, context),
        sentLine(after, context),
        urlNotKnownLine(after, context),
        state,
      ]),
    )
    .slice(0, maxLines);
}

function sameVerdict(a: Known, b: Known): boolean {
  const [one, other] = [verdictOf(a.record), verdictOf(b.record)];
  return one.label === other.label && one.retired === other.retired && one.manual === other.manual;
}

function unchangedLine(known: Known, context: HoverContext): Line {
  return [...label(t('Unchanged')), ...otherSourceParts(known, context)];
}

/** The reasons, threats, and description that aren't shown yet. */
function newReasons(shownAlready: readonly Known[], fresh: Known): readonly Line[] {
  const rest = withoutShown(shownAlready, fresh);
  return present([
    whyLine([rest]),
    aboutLine(shownAlready) === undefined ? aboutLine([fresh]) : undefined,
    threatsLine([rest]),
  ]);
}

function freshLines(shownAlready: readonly Known[], fresh: Known, context: HoverContext): readonly Line[] {
  return [
    ...newReasons(shownAlready, fresh),
    ...present([markingsLine([fresh]), seenLine([fresh], context), fromLine(fresh, context)]),
  ];
}

/** What a source knows without the reasons, feeds, and threats that others gave. */
function withoutShown(shownAlready: readonly Known[], { record, ...known }: Known): Known {
  const shownReasons = new Set(mergedReasons(shownAlready).map(({ text }) => text.toLowerCase()));
  const shownThreats = new Set(mergedThreats(shownAlready).map(({ value }) => value.name.toLowerCase()));
  const riskFactors = record.riskFactors.filter(({ description }) => !shownReasons.has(description.toLowerCase()));
  return {
    ...known,
    record: {
      ...record,
      riskFactors,
      feeds: record.riskFactors.length > 0 ? [] : record.feeds,
      threats: record.threats.filter(({ name }) => !shownThreats.has(name.toLowerCase())),
    },
  };
}

function headLine(result: LookupResult, lead: Known, context: HoverContext): Line {
  return [...verdictParts(lead), { kind: 'gap' }, ...shown(result, context)];
}

/** The indicator defanged and truncated, and an internationalized name as its readers write it. */
function shown({ indicator }: LookupResult, context: HoverContext): Line {
  const value = omitPassword(indicator.value);
  const defanged = context.defang(value);
  const truncated = truncateIndicator(defanged, maxIndicator);
  const name: Part = {
    kind: 'text',
    text: truncated,
    tone: 'code',
    ...(truncated === defanged ? {} : { title: truncateIndicator(defanged, 1000) }),
  };
  const native = context.displayForm(value);
  return native === value ? [name] : [name, plain(` (${truncateIndicator(context.defang(native), 60)})`)];
}

/** What all sources know, in at most `room` lines: the description goes first, then the markings. */
function mergedLines(known: readonly Known[], room: number, context: HoverContext): readonly Line[] {
  const [lead] = known;
  const [why, about, threats, markings, seen] = [
    whyLine(known),
    aboutLine(known),
    threatsLine(known),
    markingsLine(known),
    seenLine(known, context),
  ];
  const from = lead === undefined ? undefined : fromLine(lead, context);
  const all = present([why, about, threats, markings, seen, from]);
  if (all.length <= room) return all;
  const short = present([why, threats, markings, seen, from]);
  return short.length <= room ? short : present([why, threats, seen, from]).slice(0, Math.max(1, room));
}

/** What is known about the host of a URL: its verdict, and why. */
function hostLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { indicator, host, worseHost } = result;
  const known = host ?? (worseHost === undefined ? [] : [worseHost]);
  const [lead] = known;
  if (lead === undefined) return undefined;
  // A network that contains the host isn't the host.
  const { type, value } = (lead.source.range === undefined ? undefined : hostOf(indicator)) ?? lead.record;
  const reasons = mergedReasons(known).slice(0, hostReasonsShown);
  const hasSeveralSources = known.some(({ source }) => !isSameSource({ source }, lead));
  // Otherwise a reason names the source, or another line about the URL.
  const isSourceShown = !hasSeveralSources && !reasons.some(({ namesSource }) => namesSource) && !isNamed(lead, result);
  return [
    ...label(t('Host')),
    ...verdictParts(lead),
    { kind: 'gap' },
    link(
      truncateIndicator(context.defang(value), 60),
      { id: 'threatLookups.openRecord', args: [{ type, value }] },
      t('Open the record of this host'),
    ),
    ...reasons.flatMap((reason) => [plain(' · '), plain(reasonText(reason, hasSeveralSources))]),
    ...(isSourceShown ? [plain(` · ${truncateText(shortSource(lead.source), 60)}`)] : []),
  ];
}

/** Whether a line about the URL itself names the source of what is known about the host. */
function isNamed(ofHost: Known, { known, notKnown: [miss], state }: LookupResult): boolean {
  return (
    known.some((own) => isSameSource(own, ofHost)) ||
    (state.kind === 'settled' && miss !== undefined && isSameSource(miss, ofHost))
  );
}

/** A name above that is a risk, and its source; what that means for the indicator, the reader decides. */
function aboveLine({ indicator, above }: LookupResult, context: HoverContext): Line | undefined {
  if (above === undefined) return undefined;
  const [lead] = above.known;
  const { type, value } = above.indicator;
  return [
    ...label(indicator.type === 'url' ? t('Above its host') : t('Above this name')),
    ...verdictParts(lead),
    { kind: 'gap' },
    link(
      truncateIndicator(context.defang(value), 60),
      { id: 'threatLookups.openRecord', args: [{ type, value }] },
      t('Open the record of this name'),
    ),
    plain(` · ${truncateText(shortSource(lead.source), 60)}`),
  ];
}

function newAboveLine(before: LookupResult, after: LookupResult, context: HoverContext): Line | undefined {
  return before.above === undefined ? aboveLine(after, context) : undefined;
}

function newHostLine(before: LookupResult, after: LookupResult, context: HoverContext): Line | undefined {
  const isShown = (after.host ?? []).every((known) =>
    (before.host ?? []).some((old) => isSameSource(old, known) && old.asOf === known.asOf),
  );
  return isShown ? undefined : hostLine(after, context);
}

function present(lines: readonly (Line | undefined)[]): Line[] {
  return lines.filter((line) => line !== undefined);
}
