import { SyntaxRegions } from './syntax/syntaxRegions';
import type { Syntax } from './syntax/language';

/**
 * The scanner state at the start of a line, as a text that puts another scanner into the same state: '' in plain code,
 * otherwise the opener of the string or comment that continues.
 */
export type RegionState = string;

/** The states after each of the consecutive lines, starting in state `before`. */
function statesAfter(before: RegionState, lines: readonly string[], syntax: Syntax): readonly RegionState[] {
  const regions = new SyntaxRegions(`${before}${lines.join('\n')}\n`, syntax);
  let end = before.length;
  return lines.map((line) => {
    end += line.length + 1;
    return regions.stateAt(end);
  });
}

/** The state after a text that starts in state `before`; it can end within a line. */
export function stateAfter(before: RegionState, text: string, syntax: Syntax): RegionState {
  const whole = `${before}${text}`;
  return new SyntaxRegions(whole, syntax).stateAt(whole.length);
}

/** Lines read at once. */
const batchSize = 256;
/** How many lines after an edit are compared. If their states still differ, they are computed again on demand. */
const maxFollowedLines = 2_000;

/** The states at the start of a document's lines, known from the top down to the last requested line. */
export class RegionStates {
  private states: RegionState[] = [''];

  constructor(
    private readonly line: (index: number) => string,
    private readonly syntax: Syntax,
  ) {}

  /** The state at the start of a line; undefined if `shouldStop` returned true before it was reached. */
  at(line: number, shouldStop: () => boolean): RegionState | undefined {
    while (this.states.length <= line) {
      this.extend(Math.min(line + 1 - this.states.length, batchSize));
      if (this.states.length <= line && shouldStop()) return undefined;
    }
    return this.states[line];
  }

  /** Replaces lines `from` to `to` (inclusive) by `count` lines. Returns the line up to which states have changed. */
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
