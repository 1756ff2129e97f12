import { CodeZones } from './codeZones';
import type { Syntax } from './language';

/**
 * The state of a program's text at the beginning of a line, as a text that brings a search into the same state: '' in
 * plain code, else what opened the string or comment that runs on.
 */
export type ZoneState = string;

/** The states behind each of the lines, which stand one below the other and begin in `before`. */
export function statesBehind(before: ZoneState, lines: readonly string[], syntax: Syntax): readonly ZoneState[] {
  const zones = new CodeZones(`${before}${lines.join('\n')}\n`, syntax);
  let end = before.length;
  return lines.map((line) => {
    end += line.length + 1;
    return zones.stateAt(end);
  });
}

/** The state behind a text that begins in `before` and ends with a line end. */
export function stateBehind(before: ZoneState, text: string, syntax: Syntax): ZoneState {
  const whole = `${before}${text}`;
  return new CodeZones(whole, syntax).stateAt(whole.length);
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
