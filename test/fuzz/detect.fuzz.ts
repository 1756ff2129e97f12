import type { FindOptions } from '../../src/core/indicators';
import { allowedMillis, findFailure, findingMillis } from './invariants';
import { below, mutate, pick, seededRandom } from './mutate';
import { type Seed, seeds } from './seeds';
import { shrink } from './shrink';

/** The result of a fuzzer: the number of lines, and the first failure, if any. */
export interface FuzzRun {
  readonly lines: number;
  readonly failure?: string;
}

export interface FuzzLimits {
  readonly seed: number;
  readonly lines: number;
  readonly millis: number;
  /** Its first element is the number of the current line, so that the caller can detect a line that never ends. */
  readonly progress: Int32Array;
}

const first: Seed = { text: 'a-site.com' };

/** Returns the line with this number for a seed. */
function mutatedLine(seed: number, number: number): { readonly text: string; readonly options: FindOptions } {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) + number);
  const { text, languageId } = pick(random, seeds, first);
  const other = seeds[below(random, seeds.length)]?.text ?? '';
  return { text: mutate(text, other, random), options: languageId === undefined ? {} : { languageId } };
}

function describeSlowness(text: string, options: FindOptions): string | undefined {
  const millis = findingMillis(text, options);
  const allowed = allowedMillis(text);
  return millis > allowed
    ? `${text.length} characters took ${millis.toFixed(1)} ms, more than ${allowed.toFixed(1)} ms`
    : undefined;
}

function findProblem(text: string, options: FindOptions): string | undefined {
  const startedAt = performance.now();
  const failure = findFailure(text, options);
  // Finding alone takes less time than all that was just checked, so most lines aren't read again to measure it.
  const canBeSlow = performance.now() - startedAt > allowedMillis(text);
  return failure ?? (canBeSlow ? describeSlowness(text, options) : undefined);
}

export const fuzz = {
  title: 'Finding indicators in mutated lines',
  /** The line as text, to report one that never ends. */
  line: (seed: number, number: number): string => JSON.stringify(mutatedLine(seed, number)),
  run({ seed, lines, millis, progress }: FuzzLimits): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 256 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const { text, options } = mutatedLine(seed, number);
      const failure = findProblem(text, options);
      if (failure === undefined) continue;
      const kind = failure.slice(0, 8);
      const smallest = shrink(text, 10_000, (candidate) => findProblem(candidate, options)?.slice(0, 8) === kind);
      return {
        lines: number + 1,
        failure: [
          `line ${number} of seed ${seed}, language ${options.languageId ?? 'none'}: ${findProblem(smallest, options) ?? failure}`,
          `  shrunk: ${JSON.stringify(smallest)}`,
          `  whole:  ${JSON.stringify(text.slice(0, 2000))}`,
        ].join('\n'),
      };
    }
    return { lines };
  },
};
