import { CodeZones } from './codeZones';
import type { Syntax } from './language';

/**
 * The state of a program's text at the beginning of a line, as a text that brings a search into the same state: '' in
 * plain code, else what opened the string or comment that runs on.
 */
export type ZoneState = string;

/** The states behind each of the lines, which stand one below the other and begin in `before`. */
export function statesBehind(before: ZoneState, lines: readonly string[], syntax: Syntax): readonly ZoneState[] {
  const text = `${before}${lines.join('\n')}\n`;
  const byLine = new CodeZones(text, syntax);
  const byCharacter = new CodeZones(text, syntax);
  const states: ZoneState[] = [];
  let start = before.length;
  let state = before;
  for (const line of lines) {
    const end = start + line.length + 1;
    if (byLine.at(end) === 'code') state = '';
    else {
      const opened = lastOpened(byCharacter, start, end);
      if (opened !== undefined) state = stateOf(text, opened, syntax);
    }
    states.push(state);
    start = end;
  }
  return states;
}

/** Where, from `start` on, the string or comment begins that is open at `end`; undefined where it began before. */
function lastOpened(zones: CodeZones, start: number, end: number): number | undefined {
  let opened: number | undefined;
  let zone = zones.at(start);
  for (let position = start; position < end; position++) {
    const next = zones.at(position + 1);
    if (zone === 'code' && next !== 'code') opened = position;
    zone = next;
  }
  return opened;
}

/** What stands for the string or comment that begins at `at` and runs on over a line end. */
function stateOf(text: string, at: number, { blockComments, longStrings, strings }: Syntax): ZoneState {
  const long = [...blockComments.map(([open]) => open), ...longStrings].find((open) => text.startsWith(open, at));
  if (long !== undefined) return `${long}\n`;
  // A short string, or a regular expression, runs on behind a backslash alone.
  return `${strings.find((open) => text.startsWith(open, at)) ?? '/'}\\\n`;
}

/** Lines that are read in one go. */
const linesAtOnce = 256;
/** After an edit the states behind it are followed so far; should they still differ, they are found out anew. */
const followed = 2_000;

/** The states at the beginning of a document's lines, known from the top as far down as somebody asked. */
export class ZoneStates {
  private states: ZoneState[] = [''];

  constructor(
    private readonly line: (index: number) => string,
    private readonly syntax: Syntax,
  ) {}

  /** The state at the beginning of a line; undefined where `enough` said stop before it was reached. */
  at(line: number, enough: () => boolean): ZoneState | undefined {
    while (this.states.length <= line) {
      this.extend(Math.min(line + 1 - this.states.length, linesAtOnce));
      if (this.states.length <= line && enough()) return undefined;
    }
    return this.states[line];
  }

  /** Lines `from` to `to` (inclusive) are now `count` lines; answers with the line up to which states are others now. */
  edited(from: number, to: number, count: number): number {
    const held = this.states;
    if (from + 1 >= held.length) return from + count;
    const behind = held.slice(to + 1);
    this.states = held.slice(0, from + 1);
    this.extend(count);
    for (let index = 0; index < behind.length; index++) {
      if (this.states.at(-1) === behind[index]) {
        this.states = this.states.concat(behind.slice(index + 1));
        return from + count + index;
      }
      if (index === followed) return Infinity;
      if (index + 1 < behind.length) this.extend(1);
    }
    return Infinity;
  }

  private extend(count: number): void {
    const first = this.states.length - 1;
    const lines = Array.from({ length: count }, (_, index) => this.line(first + index));
    this.states.push(...statesBehind(this.states[first] ?? '', lines, this.syntax));
  }
}
