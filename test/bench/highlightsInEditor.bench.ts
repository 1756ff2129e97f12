import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { packageForTests } from '../../scripts/lib/steps.mjs';
import { startVsCode, type VsCode } from '../harness/vsCode';
import { goToLine } from '../harness/workbench';
import { formatRatio, type Bench, formatMillis, formatCount, percentile, type Row, withTempFolder } from './measure';
import { type WasActive, activityOf, type Profile } from './profile';
import { storeSize, valueAt, createWarmStore } from './warmStore';

/** The maximum length below 50 MiB, above which VS Code passes no document to extensions. */
const largest = 50 * 2 ** 20 - 200;
const keys = 120;
const scrolls = 40;
/** Number of scrolls through the whole text. */
const turns = 150;
/** Pause between two keys, so that half of them occur while the previous change is searched. */
const pauses = [40, 180];

/** A stored value that is highlighted; every fifth one has no risk. */
const riskyAt = (index: number): string => valueAt((index % 20_000) * 5 + 1 + (index % 4));

const logLine = (index: number): string =>
  `1763${index}.001    87 10.0.3.${index % 255} TCP_MISS/200 5120 GET http://${riskyAt(index)}/a/b.js?x=1 - DIRECT/-\n`;

function longLog(): string {
  const lines: string[] = [];
  for (let length = 0, index = 0; length < largest; index++) {
    const line = logLine(index);
    lines.push(line);
    length += line.length;
  }
  return lines.join('').slice(0, largest);
}

/** The log of the probe in the extension host. */
interface Note {
  readonly kind: 'started' | 'blocked' | 'busy' | 'gc' | 'major gc';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly millis: number;
}

/** The longest times after each key or scroll in which the extension host's event loop was blocked. */
interface BlockedTimes {
  /** Elapsed milliseconds, including other load on the machine. */
  readonly elapsed: readonly number[];
  /** Milliseconds of processor time. */
  readonly busy: readonly number[];
  /** Milliseconds of processor time while the extension was active. */
  readonly own: readonly number[];
}

interface Measured {
  readonly typing: BlockedTimes;
  readonly scrolling: BlockedTimes;
}

/** The extension in the extension host: ours, none, or one that underlines each visible line immediately. */
type Who = 'ours' | 'none' | 'floor';

interface Start {
  /** The one-based line that is then visible. */
  readonly line: number;
  readonly isProfiled?: boolean;
}

/** Part of the URL of every function in the packaged extension. */
const ownCode = '/threat-lookups.threat-lookups';

async function notes(file: string): Promise<readonly Note[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Note]));
}

/**
 * Waits until the extension host wasn't blocked for two seconds. A busy machine may never be idle; then the measurement
 * continues, and both passes are affected.
 */
async function settled(file: string): Promise<void> {
  const isQuiet = async () => {
    const all = await notes(file);
    const last = all.findLast(({ kind, millis }) => kind === 'started' || (kind === 'blocked' && millis > 40));
    return last !== undefined && Date.now() - last.at - last.millis > 2_000;
  };
  await until(isQuiet, { within: 30_000, what: "the extension host isn't idle" }).catch(() => undefined);
}

/** Ends the profile of an extension host. @returns when the extension was active */
async function profiled(probe: string): Promise<WasActive> {
  await writeFile(`${probe}.end`, '');
  const read = () => readFile(`${probe}.cpuprofile`, 'utf8').catch(() => undefined);
  await until(async () => (await read()) !== undefined, { within: 60_000, what: "the profile isn't written" });
  return activityOf(JSON.parse((await read()) ?? '') as Profile, ownCode);
}

/** The longest time after each timestamp, up to the next one. */
function blockedTimes(timestamps: readonly number[], all: readonly Note[], wasActive: WasActive): BlockedTimes {
  const longest = (wanted: readonly Note[]): readonly number[] =>
    timestamps.slice(0, -1).map((from, index) => {
      const to = timestamps[index + 1] ?? from;
      const within = wanted.filter(({ at, millis }) => at + millis >= from && at < to);
      return Math.max(0, ...within.map(({ millis }) => millis));
    });
  const busy = all.filter(({ kind }) => kind === 'busy');
  return {
    elapsed: longest(all.filter(({ kind }) => kind === 'blocked')),
    busy: longest(busy),
    own: longest(busy.filter(({ at, millis }) => wasActive(at, at + millis))),
  };
}

/** Runs in the page: whether every visible line is highlighted, except possibly the last, truncated one. */
function areAllHighlighted(): boolean {
  const count = (selector: string): number => document.querySelectorAll(`.editor-instance ${selector}`).length;
  return count('.view-line') > 10 && count('.view-overlays [class*="ced-"]') >= count('.view-line') - 1;
}

/** Timeout for highlights in milliseconds; slower ones count as this. */
const maxWait = 5_000;

/** Scrolls, and returns the milliseconds until all new lines are highlighted, at most {@link maxWait}. */
async function scrollAndWait(page: Page, expectHighlights: boolean): Promise<number> {
  const marked = page.evaluate(
    ({ expected, limit }) =>
      new Promise<number>((resolve) => {
        const numbers = (): string =>
          [...document.querySelectorAll<HTMLElement>('.editor-instance .line-numbers')]
            .map((e) => e.innerText)
            .sort()
            .join(' ');
        const count = (selector: string): number => document.querySelectorAll(`.editor-instance ${selector}`).length;
        const was = numbers();
        const startedAt = performance.now();
        let moved: number | undefined;
        const poll = (now: number): void => {
          if (moved === undefined && numbers() !== was) moved = now;
          const done = !expected || count('.view-overlays [class*="ced-"]') >= count('.view-line') - 1;
          if (moved !== undefined && done) resolve(performance.now() - moved);
          else if (performance.now() - startedAt > limit) resolve(limit);
          else requestAnimationFrame(poll);
        };
        requestAnimationFrame(poll);
      }),
    { expected: expectHighlights, limit: maxWait },
  );
  await page.mouse.wheel(0, 120);
  return marked;
}

async function open(
  folder: string,
  owner: Who,
  store: string,
  { line, isProfiled = false }: Start,
): Promise<VsCode & { readonly probe: string }> {
  const probe = join(folder, `${owner}.jsonl`);
  const vsCode = await startVsCode({
    front: 'bare',
    extension: owner === 'ours' ? 'packaged' : 'none',
    beside: join(root, 'test', 'bench', owner === 'floor' ? 'floor' : 'probe'),
    files: { 'proxy.log': longLog() },
    openFiles: ['proxy.log'],
    linesWithin: 120_000,
    environment: { THREAT_LOOKUPS_PROBE: probe, THREAT_LOOKUPS_PROFILE: isProfiled ? 'on' : 'off' },
    settings: {
      'threatLookups.highlights.minimumRisk': 'low',
      'workbench.editorLargeFileConfirmation': 1024,
      'files.autoSave': 'off',
      // Copies the whole text after every edit and suggests all of its words: work of the page, not of the host.
      'files.hotExit': 'off',
      'editor.wordBasedSuggestions': 'off',
      // VS Code's built-in extensions read the whole text after every key and scan for ports, which isn't measured.
      'merge-conflict.codeLens.enabled': false,
      'merge-conflict.decorators.enabled': false,
      'remote.autoForwardPorts': false,
      // One notch of the wheel, for which VS Code scrolls some 2,600 lines.
      'editor.mouseWheelScrollSensitivity': 1000,
    },
    prepare: async (dataDir) => {
      const storage = join(dataDir, 'data', 'User', 'globalStorage', 'threat-lookups.threat-lookups');
      await mkdir(storage, { recursive: true });
      await copyFile(store, join(storage, 'store.sqlite'));
    },
  });
  const { page } = vsCode;
  if (owner !== 'none') await page.waitForFunction(areAllHighlighted, undefined, { timeout: 120_000 });
  await settled(probe);
  await goToLine(page, line);
  const box = await page.locator('.editor-instance').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300);
  await settled(probe);
  return { ...vsCode, probe };
}

async function measure(folder: string, owner: Who, store: string): Promise<Measured> {
  const vsCode = await open(folder, owner, store, { line: 250_000, isProfiled: owner === 'ours' });
  try {
    const { page, probe } = vsCode;
    const typed: number[] = [];
    for (let index = 0; index < keys; index++) {
      typed.push(Date.now());
      await page.keyboard.press(index % 10 === 9 ? 'Enter' : 'x');
      await page.waitForTimeout(pauses[Math.floor((index * pauses.length) / keys)] ?? 0);
    }
    typed.push(Date.now());
    await settled(probe);
    const scrolled: number[] = [];
    for (let index = 0; index < scrolls; index++) {
      scrolled.push(Date.now());
      await scrollAndWait(page, owner !== 'none');
      await page.waitForTimeout(400);
    }
    scrolled.push(Date.now());
    await settled(probe);
    const all = await notes(probe);
    const wasActive = owner === 'ours' ? await profiled(probe) : () => false;
    return { typing: blockedTimes(typed, all, wasActive), scrolling: blockedTimes(scrolled, all, wasActive) };
  } finally {
    await vsCode.stop();
  }
}

/**
 * Milliseconds until highlights appear, for the extension and for the minimum. Both are open and scroll alternately, so
 * that other load affects both.
 */
async function alternateHighlights(
  folder: string,
  store: string,
): Promise<{ readonly ours: readonly number[]; readonly floor: readonly number[] }> {
  const ours = await open(folder, 'ours', store, { line: 1 });
  try {
    const floor = await open(folder, 'floor', store, { line: 1 });
    try {
      const marked = { ours: [] as number[], floor: [] as number[] };
      for (let index = 0; index < 2 * turns; index++) {
        const [own, vsCode] = index % 2 === 0 ? ([marked.ours, ours] as const) : ([marked.floor, floor] as const);
        own.push(await scrollAndWait(vsCode.page, true));
        await vsCode.page.waitForTimeout(400);
      }
      return marked;
    } finally {
      await floor.stop();
    }
  } finally {
    await ours.stop();
  }
}

const figures = (millis: readonly number[]): string =>
  [50, 95, 100].map((at) => formatMillis(percentile(millis, at))).join(' · ');

async function run(): Promise<readonly Row[]> {
  // An older package might not read the store that this benchmark fills.
  await packageForTests();
  return withTempFolder(async (folder) => {
    const store = await createWarmStore(folder);
    const without = await measure(folder, 'none', store);
    const ours = await measure(folder, 'ours', store);
    const marked = await alternateHighlights(folder, store);
    const row = (what: string, mine: readonly number[], peer: string): Row => ({
      what: `${what}, p50 · p95 · max`,
      figure: figures(mine),
      peer,
      ratio: '',
    });
    const rows = (after: string, mine: BlockedTimes, theirs: BlockedTimes): readonly Row[] => [
      row(`longest blocked time by the extension after a ${after}`, mine.own, `goal: at most ${formatMillis(16)}`),
      row(`longest blocked time after a ${after}`, mine.busy, `without the extension: ${figures(theirs.busy)}`),
      row(`the same in elapsed time`, mine.elapsed, `without the extension: ${figures(theirs.elapsed)}`),
    ];
    return [
      ...rows('key', ours.typing, without.typing),
      ...rows('scroll', ours.scrolling, without.scrolling),
      {
        what: 'from visible lines until all of them are highlighted, p50 · p95 · max',
        figure: figures(marked.ours),
        peer: `each line underlined immediately, without searching: ${figures(marked.floor)}; goal: under ${formatMillis(100)}`,
        ratio: formatRatio(percentile(marked.ours, 50), percentile(marked.floor, 50)),
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Highlights in VS Code',
  how: `The packaged extension in VS Code (newest) with a log just below 50 MiB, above which VS Code passes no document to extensions. Every line has an indicator in the store (${formatCount(storeSize)} indicators). ${keys} keys in the middle, every tenth of them Enter, and ${scrolls} scrolls to new lines. Blocked times of the extension host are the processor time between two ticks of a 1 ms timer in a probe next to the extension (0: under 3 ms), which delay typing; a CPU profile shows in which of them the extension's code was active. VS Code's merge conflict extension, which reads the whole text after every key, is disabled. The peer is the same VS Code without the extension. For highlights, ${turns} scrolls from the first line, alternating with a minimal extension that underlines each visible line immediately: the minimum that VS Code takes. Goal: at most 16 ms of our own, and highlights within 100 ms.`,
  run,
};
