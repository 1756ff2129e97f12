import type { FindOptions } from '../../src/core/indicators';
import { allowedMillis, faultOf, findingMillis } from './invariants';
import { below, mutated, pick, randomFrom } from './mutate';
import { type Seed, seeds } from './seeds';
import { shrunk } from './shrink';

/** What a fuzz file exports as `fuzz`: how far it got, and the first line that fails, if any. */
export interface FuzzRun {
  readonly lines: number;
  readonly fault?: string;
}

export interface FuzzBounds {
  readonly seed: number;
  readonly lines: number;
  readonly millis: number;
  /** Its first element is the number of the line in hand, for who watches that the run goes on. */
  readonly progress: Int32Array;
}

const first: Seed = { text: 'a-site.com' };

/** The line with this number of the run with this seed. */
function lineOf(seed: number, number: number): { readonly text: string; readonly options: FindOptions } {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) + number);
  const { text, languageId } = pick(random, seeds, first);
  const other = seeds[below(random, seeds.length)]?.text ?? '';
  return { text: mutated(text, other, random), options: languageId === undefined ? {} : { languageId } };
}

function slowness(text: string, options: FindOptions): string | undefined {
  const millis = findingMillis(text, options);
  const allowed = allowedMillis(text);
  return millis > allowed
    ? `${text.length} characters took ${millis.toFixed(1)} ms, more than ${allowed.toFixed(1)} ms`
    : undefined;
}

export const fuzz = {
  title: 'Finding indicators in mutated lines',
  /** A line as it can be read again: for one that never ends. */
  line: (seed: number, number: number): string => JSON.stringify(lineOf(seed, number)),
  run({ seed, lines, millis, progress }: FuzzBounds): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 256 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const { text, options } = lineOf(seed, number);
      const findProblem = (candidate: string): string | undefined =>
        faultOf(candidate, options) ?? slowness(candidate, options);
      const fault = findProblem(text);
      if (fault === undefined) continue;
      const kind = fault.slice(0, 8);
      const smallest = shrunk(text, 10_000, (candidate) => findProblem(candidate)?.slice(0, 8) === kind);
      return {
        lines: number + 1,
        fault: [
          `line ${number} of seed ${seed}, language ${options.languageId ?? 'none'}: ${findProblem(smallest) ?? fault}`,
          `  shrunk: ${JSON.stringify(smallest)}`,
          `  whole:  ${JSON.stringify(text.slice(0, 2000))}`,
        ].join('\n'),
      };
    }
    return { lines };
  },
};
