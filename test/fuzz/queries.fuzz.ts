import {
  completionsAt,
  diagnoseFile,
  formatFile,
  helpAt,
  parseQueryFile,
  completionContextAt,
  type TextRange,
  withEdits,
} from '../../src/core/explore';
import type { FuzzLimits, FuzzRun } from './detect.fuzz';
import { below, mutate, pick, seededRandom } from './mutate';
import { shrink } from './shrink';

const seeds: readonly string[] = [
  'risk=high and (type=domain or type=url) and not seen=2025-03-01',
  '### Fresh\n# @name fresh\n# @limit 100\nioc=*.a-site.com # why\n  or ioc="http://a-site.com/?x=1&y=(2)#top"\n',
  'threat="Example \\"Kit\\"" and feed!=Lists or ++registrar=Example* and "name server"=ns1.a-site.com',
  '# @type threats\n# @format stix\nport=443 or protocol=HTTPS\n###\nretired=0 AND risk="very low"',
  'not not (not (a=1 and (b=2 or (c=3))) or d= e=5 ) )',
  ' ### One\nrisk=high\n\t### Two\nand (type=ip\n  ### Three\n)',
  'rsik=high && type:domain\n# @limt many\nioc= and = or "',
];
const now = Date.UTC(2025, 4, 20);

function textOf(seed: number, number: number): string {
  const random = seededRandom(Math.imul(seed, 0x85ebca6b) + number);
  return mutate(pick(random, seeds, 'risk=high'), seeds[below(random, seeds.length)] ?? '', random);
}

/** Checks the invariants of the query language for a text; undefined if they hold. */
function findFailure(text: string): string | undefined {
  try {
    const file = parseQueryFile(text);
    const outside = ({ start, end }: TextRange): boolean => start < 0 || end < start || end > text.length;
    const diagnostics = diagnoseFile(file, now);
    for (const { range, code, fixes } of diagnostics) {
      if (outside(range) || fixes.some(({ edits }) => edits.some((edit) => outside(edit.range))))
        return `range of ${code} is not in the text`;
    }
    for (const query of file.queries) {
      if (query.parsed.node === undefined) continue;
      if (outside(query.parsed.node.range)) return 'range of a tree is not in the text';
    }
    for (const offset of [0, text.length >> 1, text.length]) {
      const place = completionContextAt(file, offset);
      if (place !== undefined && (outside(place.range) || completionsAt(place).length < 0)) return `place at ${offset}`;
      helpAt(file, offset);
    }
    return findFormatFailure(text);
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function findFormatFailure(text: string): string | undefined {
  const file = parseQueryFile(text);
  const once = withEdits(text, formatFile(file));
  const again = parseQueryFile(once);
  if (withEdits(once, formatFile(again)) !== once) return 'format is not settled after one run';
  const meaning = (of: typeof file): string =>
    of.queries
      .flatMap(({ range, parsed, settings }) =>
        range === undefined ? [] : [JSON.stringify([settings, parsed.errors.length])],
      )
      .join();
  return meaning(again) === meaning(file) ? undefined : 'format changes what a file means';
}

function describeSlowness(text: string): string | undefined {
  const allowed = 30 + text.length / 50;
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && fastest > allowed; run++) {
    const startedAt = performance.now();
    diagnoseFile(parseQueryFile(text), now);
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest > allowed ? `slow: ${text.length} characters took ${fastest.toFixed(1)} ms` : undefined;
}

export const fuzz = {
  title: 'Reading mutated query files',
  line: (seed: number, number: number): string => JSON.stringify(textOf(seed, number)),
  run({ seed, lines, millis, progress }: FuzzLimits): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 64 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const text = textOf(seed, number);
      const findProblem = (candidate: string): string | undefined =>
        findFailure(candidate) ?? describeSlowness(candidate);
      const failure = findProblem(text);
      if (failure === undefined) continue;
      const kind = failure.slice(0, 8);
      const smallest = shrink(text, 10_000, (candidate) => findProblem(candidate)?.slice(0, 8) === kind);
      return {
        lines: number + 1,
        failure: `text ${number} of seed ${seed}: ${findProblem(smallest) ?? failure}\n  shrunk: ${JSON.stringify(smallest)}`,
      };
    }
    return { lines };
  },
};
