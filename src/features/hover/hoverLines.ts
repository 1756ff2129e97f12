import type { LookupResult } from '../../core/lookups/types';
import type { Known } from '../../core/records/knowledge';
import type { Line, Part } from '../shared/text/safeMarkdown';
import { isSameSource } from '../../core/records/knowledge';
import { verdictOf } from '../shared/format/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { omitPassword } from '../shared/text/omitPassword';
import { actionsLine, copyDefangedLink, link, scanLink } from './actions';
import type { HoverContext } from './hoverContext';
import {
  aboutLine,
  fromLine,
  label,
  markingsLine,
  otherSourceLine,
  otherSourceParts,
  plain,
  seenLine,
  threatsLine,
  verdictParts,
  whyLine,
} from './knowledgeLines';
import { strings } from './strings';
import { sentLine, stateLine, unreadStoreLine } from './stateLine';

/** The maximum length of a hover. */
export const maxLines = 10;

/**
 * The whole hover of one lookup, most severe first, at most {@link maxLines} lines. Empty where there is nothing to show
 * (code, no service, nothing stored).
 */
export function hoverLines(result: LookupResult, context: HoverContext): readonly Line[] {
  const [lead, ...others] = result.known;
  const state = stateLine(result, context);
  if (lead === undefined) return bareLines(result, state, context);
  const unread = unreadStoreLine(result, context);
  const around = present([hostLine(result, context), sentLine(result, context), state, unread]);
  const main = [headLine(result, lead, context), ...knowledgeLines(lead, context)];
  const room = maxLines - 1 - main.length - around.length;
  return [...main, ...otherSourceLines(others, room, context), ...around, actionsLine(result, context)];
}

function bareLines(result: LookupResult, state: Line | undefined, context: HoverContext): readonly Line[] {
  const unread = unreadStoreLine(result, context);
  if (state === undefined && unread === undefined && result.worseHost === undefined) return [];
  // An offer rather than an answer takes a single line.
  const head: Line = shown(result, context);
  if (state !== undefined && result.state.kind === 'noService' && result.worseHost === undefined) {
    const scan: Line = context.scansOutside === true ? [{ kind: 'gap' }, scanLink(result, context)] : [];
    return [[...head, { kind: 'gap' }, ...state, ...scan, { kind: 'gap' }, copyDefangedLink(result, context)]];
  }
  const around = [hostLine(result, context), sentLine(result, context), unread];
  return present([head, state, ...around, actionsLine(result, context)]);
}

/** What the service's answer adds to a hover that already shows `before`: its line, or why there is none. May be empty. */
export function addedLines(before: LookupResult, after: LookupResult, context: HoverContext): readonly Line[] {
  if (before.known.length === 0) return hoverLines(after, context);
  const fresh = after.known.filter(
    (known) => !before.known.some((old) => isSameSource(old, known) && old.asOf === known.asOf),
  );
  const state = stateLine(after, context);
  return fresh
    .flatMap((known) => {
      const old = before.known.find((other) => isSameSource(other, known));
      const same = old !== undefined && sameVerdict(old, known);
      return same
        ? [unchangedLine(known, context), ...newReasons(old, known)]
        : [verdictParts(known.record), ...knowledgeLines(known, context)];
    })
    .concat(present([newHostLine(before, after, context), sentLine(after, context), state]))
    .slice(0, maxLines);
}

function sameVerdict(a: Known, b: Known): boolean {
  const [one, other] = [verdictOf(a.record), verdictOf(b.record)];
  return one.label === other.label && one.retired === other.retired && one.manual === other.manual;
}

function unchangedLine(known: Known, context: HoverContext): Line {
  return [...label(strings.unchanged()), ...otherSourceParts(known, context)];
}

/** The parts of a full record that a summary lacked. */
function newReasons(old: Known, fresh: Known): readonly Line[] {
  return present([
    whyLine(old) === undefined ? whyLine(fresh) : undefined,
    aboutLine(old) === undefined ? aboutLine(fresh) : undefined,
    threatsLine(old) === undefined ? threatsLine(fresh) : undefined,
  ]);
}

function headLine(result: LookupResult, lead: Known, context: HoverContext): Line {
  return [...verdictParts(lead.record), { kind: 'gap' }, ...shown(result, context)];
}

/** The indicator defanged and truncated, and an internationalized name as its readers write it. */
function shown({ indicator }: LookupResult, context: HoverContext): Line {
  const value = omitPassword(indicator.value);
  const defanged = context.defang(value);
  const truncated = truncateIndicator(defanged, 90);
  const name: Part = {
    kind: 'text',
    text: truncated,
    tone: 'code',
    ...(truncated === defanged ? {} : { title: truncateIndicator(defanged, 1000) }),
  };
  const native = context.displayForm(value);
  return native === value ? [name] : [name, plain(` (${truncateIndicator(context.defang(native), 60)})`)];
}

function knowledgeLines(known: Known, context: HoverContext): readonly Line[] {
  return present([
    whyLine(known),
    aboutLine(known),
    threatsLine(known),
    markingsLine(known),
    seenLine(known, context),
    fromLine(known, context),
  ]);
}

function otherSourceLines(others: readonly Known[], room: number, context: HoverContext): readonly Line[] {
  if (others.length <= room) return others.map((known) => otherSourceLine(known, context));
  const shownOthers = others.slice(0, Math.max(0, room - 1));
  return [
    ...shownOthers.map((known) => otherSourceLine(known, context)),
    ...(room > 0
      ? [[...label(strings.otherSource()), plain(strings.moreSources(others.length - shownOthers.length))]]
      : []),
  ];
}

/** A URL is at least as risky as its host. */
function hostLine({ worseHost }: LookupResult, context: HoverContext): Line | undefined {
  if (worseHost === undefined) return undefined;
  const { type, value } = worseHost.record;
  return [
    ...label(strings.host()),
    ...verdictParts(worseHost.record),
    { kind: 'gap' },
    link(
      truncateIndicator(context.defang(value), 60),
      { id: 'threatLookups.openRecord', args: [{ type, value }] },
      strings.openHost(),
    ),
  ];
}

function newHostLine(before: LookupResult, after: LookupResult, context: HoverContext): Line | undefined {
  return before.worseHost === undefined ? hostLine(after, context) : undefined;
}

function present(lines: readonly (Line | undefined)[]): Line[] {
  return lines.filter((line) => line !== undefined);
}
