import { SyntaxRegions } from './syntaxRegions';
import type { Syntax } from './language';

/**
 * The state of a program's text at the beginning of a line, as a text that brings a search into the same state: '' in
 * plain code, else what opened the string or comment that runs on.
 */
export type RegionState = string;

/** The states behind each of the lines, which stand one below the other and begin in `before`. */
export function statesAfter(before: RegionState, lines: readonly string[], syntax: Syntax): readonly RegionState[] {
  const regions = new SyntaxRegions(`${before}${lines.join('\n')}\n`, syntax);
  let end = before.length;
  return lines.map((line) => {
    end += line.length + 1;
    return regions.stateAt(end);
  });
}

/** The state behind a text that begins in `before` and ends with a line end. */
export function stateAfter(before: RegionState, text: string, syntax: Syntax): RegionState {
  const whole = `${before}${text}`;
  return new SyntaxRegions(whole, syntax).stateAt(whole.length);
}

/** Lines that are read in one go. */
const batchSize = 256;
/** After an edit the states behind it are followed so far; should they still differ, they are found out anew. */
const maxFollowedLines = 2_000;

/** The states at the beginning of a document's lines, known from the top as far down as somebody asked. */
export class RegionStates {
  private states: RegionState[] = [''];

  constructor(
    private readonly line: (index: number) => string,
    private readonly syntax: Syntax,
  ) {}

  /** The state at the beginning of a line; undefined where `enough` said stop before it was reached. */
  at(line: number, shouldStop: () => boolean): RegionState | undefined {
    while (this.states.length <= line) {
      this.extend(Math.min(line + 1 - this.states.length, batchSize));
      if (this.states.length <= line && shouldStop()) return undefined;
    }
    return this.states[line];
  }

  /** Lines `from` to `to` (inclusive) are now `count` lines; answers with the line up to which states are others now. */
  applyEdit(from: number, to: number, count: number): number {
    const previous = this.states;
    if (from + 1 >= previous.length) return from + count;
    const after = previous.slice(to + 1);
    this.states = previous.slice(0, from + 1);
    this.extend(count);
    for (let index = 0; index < after.length; index++) {
      if (this.states.at(-1) === after[index]) {
        this.states = this.states.concat(after.slice(index + 1));
        return from + count + index;
      }
      if (index === maxFollowedLines) return Infinity;
      if (index + 1 < after.length) this.extend(1);
    }
    return Infinity;
  }

  private extend(count: number): void {
    const first = this.states.length - 1;
    const lines = Array.from({ length: count }, (_, index) => this.line(first + index));
    this.states.push(...statesAfter(this.states[first] ?? '', lines, this.syntax));
  }
}
