import { extractIOC } from 'ioc-extractor';
import { findIndicators } from '../../src/core/indicators';
import { formatRatio, type Bench, formatMillis, percentile, type Row, timeRuns } from './measure';
import { adversarial, codeLine, fillText, proxyLine } from './sampleTexts';

const mebibyte = 2 ** 20;
const plain = /[a-z]+:\/\/[^\s"'<>]+|(?:[a-z0-9-]+\.)+[a-z]{2,}|\d+\.\d+\.\d+\.\d+/gi;

/** A single regular expression: the minimum cost of finding, without any classification. */
function regexPass(text: string): unknown {
  return Array.from(text.matchAll(plain), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    raw: match[0],
  }));
}

/** Median milliseconds of both, measured alternately so that other load affects both. */
function alternatingMedians(count: number, ours: () => unknown, theirs: () => unknown): readonly [number, number] {
  const pairs = Array.from(
    { length: count + 3 },
    () => [timeRuns(1, 0, ours)[0] ?? 0, timeRuns(1, 0, theirs)[0] ?? 0] as const,
  );
  const warm = pairs.slice(3);
  return [
    percentile(
      warm.map(([own]) => own),
      50,
    ),
    percentile(
      warm.map(([, peer]) => peer),
      50,
    ),
  ];
}

function row(what: string, peer: string, [own, theirs]: readonly [number, number]): Row {
  return { what, figure: formatMillis(own), peer: `${peer}: ${formatMillis(theirs)}`, ratio: formatRatio(own, theirs) };
}

const regexPeer = 'single regex pass';

function compareWithPeers(what: string, text: string, languageId: string): readonly Row[] {
  const ours = (): unknown => findIndicators(text, { languageId });
  return [
    row(
      what,
      regexPeer,
      alternatingMedians(25, ours, () => regexPass(text)),
    ),
    row(
      what,
      'ioc-extractor',
      alternatingMedians(3, ours, () => extractIOC(text)),
    ),
  ];
}

/** Processor time of this thread (Node 23.9 or later), unaffected by other load; otherwise elapsed time. */
function threadMillis(): number {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1_000;
}

/** Processor time has a resolution of some milliseconds, so short runs are measured together. */
const minSampleMillis = 60;

function threadTime(run: () => unknown): number {
  const startedAt = threadMillis();
  for (let count = 1; ; count++) {
    run();
    const spent = threadMillis() - startedAt;
    if (spent >= minSampleMillis) return spent / count;
  }
}

/**
 * A flat text, as read from a file. `repeat` creates a rope, whose characters cost V8 up to twice as much until it is
 * flattened, at a different time for each text, which would look like growth.
 */
function flattened(text: string): string {
  const isNarrow = !/[^\0-\xff]/.test(text);
  const encoding = isNarrow ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** In MiB; each is twice the previous one. */
const sizes = [1, 2, 4, 8];

/** The mean factor by which each doubling multiplies the time. */
const perDoubling = (medians: readonly number[]): number =>
  ((medians.at(-1) ?? 0) / (medians[0] ?? 0)) ** (1 / (medians.length - 1));

/** A linear loop, to estimate the measuring error. */
function sumOf(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum + text.charCodeAt(index)) | 0;
  return sum;
}

/** The ratio of the time for twice the text to the time for the text; 2 is linear. */
function growth(): Row {
  const rows = Object.entries(adversarial).map(([name, make]) => {
    const texts = sizes.map((size) => flattened(make(size * mebibyte)));
    // Measured alternately so that other load affects all; the first round is a warm-up.
    const rounds = Array.from({ length: 6 }, () =>
      texts.map((text) => [threadTime(() => findIndicators(text)), threadTime(() => sumOf(text))] as const),
    ).slice(1);
    const medians = (which: 0 | 1): readonly number[] =>
      sizes.map((_, size) =>
        percentile(
          rounds.map((round) => round[size]?.[which] ?? 0),
          50,
        ),
      );
    const ours = medians(0);
    return { name, longest: ours.at(-1) ?? 0, times: perDoubling(ours), sum: perDoubling(medians(1)) };
  });
  // Faster texts are scanned by the processor's byte search, whose growth is that of the caches.
  const read = rows.filter(({ longest }) => longest >= 10);
  const worst = read.reduce((a, b) => (b.times > a.times ? b : a));
  const slowest = rows.reduce((a, b) => (b.longest > a.longest ? b : a));
  const sum = Math.max(...read.map((row) => row.sum));
  return {
    what: `${read.length} texts designed to be slow, 1 MiB to 8 MiB, growth of processor time per doubling`,
    figure: `slowest: ${slowest.name}, ${formatMillis(slowest.longest)} for 8 MiB`,
    peer: `highest growth: ${worst.name}; a loop that sums the characters of the same texts: ${formatRatio(sum, 1)}`,
    ratio: formatRatio(worst.times, 1),
  };
}

function oneLongLine(): Row {
  const line = fillText(20e6, () => proxyLine().replace('\n', ' '));
  const ours = (): unknown => findIndicators(line, { languageId: 'log' });
  return row(
    'one line of 20 MB',
    regexPeer,
    alternatingMedians(5, ours, () => regexPass(line)),
  );
}

export const bench: Bench = {
  title: 'Finding indicators',
  how: 'Medians of `findIndicators` over whole texts, compared with a single regex pass that collects its matches (addresses, names, and URLs without any classification) and with `ioc-extractor` from npm. Goal: at most 1.2× the regex pass in a proxy log, 0.85× in TypeScript, 1.5× in one long line, and twice the time for twice the text (2.00×) for any content. Texts that take less than 10 ms for 8 MiB are excluded from the growth, because they only measure memory access. A linear loop shows the measuring error. A unit test counts the work and checks that it is linear.',
  run: () =>
    Promise.resolve([
      ...compareWithPeers('1 MiB of proxy log', fillText(mebibyte, proxyLine), 'log'),
      ...compareWithPeers('1 MiB of TypeScript', fillText(mebibyte, codeLine), 'typescript'),
      growth(),
      oneLongLine(),
    ]),
};
