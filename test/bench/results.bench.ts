import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { defang, findIndicators } from '../../src/core/indicators';
import { emptyRecord } from '../../src/core/records/record';
import { isRedacted, getLocation } from '../../src/core/results';
import { getRows } from '../../src/features/shared/panels/resultRows';
import { resultsView } from '../../src/features/results/panel/resultsView';
import { formatRatio, type Bench, formatMillis, percentile, type Row } from './measure';

const count = 10_000;
/** One notch of a mouse wheel in pixels. */
const notch = 120;
const notches = 400;
const jumps = 100;
const now = Date.UTC(2025, 2, 4, 9, 5, 26);
const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

/** The messages from the host for a response of ten thousand rows. */
function messages(): readonly unknown[] {
  const context = { now, plan: 'business' as const };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...emptyRecord(`lookups-test-${index}.com`, 'domain'),
    risk: risks[index % risks.length] ?? 'none',
    timestamps: { seen: now - index * 3_600_000, added: now - index * 7_200_000 },
    properties: { geo: { city: ['Kassel'], country: ['Germany'], org: [`Example Hosting ${index}`] } },
  }));
  const found = { type: 'indicators', rows, unreadable: 0 } as const;
  const origin = { address: 'https://lookups-test-9.com', host: 'lookups-test-9.com', remote: true };
  const run = { id: '1', at: now, query: 'risk=high', settings: { limit: count }, origin };
  const ended = { ...run, end: { kind: 'answered', millis: 900, count, unreadable: 0 } } as const;
  const shown = { ...context, file: 'file:///a.explore', shown: (text: string) => text, serviceHost: undefined };
  const rowContext = {
    ...context,
    tools: { defang, findIndicators },
    locationOf: getLocation,
    isRedacted,
    source: origin.address,
  };
  const counts = { rows: count, levels: [], tags: [], bins: [] };
  return [
    { kind: 'show', view: resultsView(ended, [ended], { count, warnings: [] }, shown) },
    {
      kind: 'shown',
      id: '1',
      asked: 1,
      rows: Array.from({ length: count }, (_, index) => index),
      empty: [],
      folded: 0,
      isNarrowed: false,
      all: counts,
      matching: counts,
      bins: [],
      first: getRows(found, 0, count, rowContext).map((row, index) => [index, row]),
    },
  ];
}

/** Processor time of the page's thread for each step, in milliseconds. */
async function stepTimes(
  page: Page,
  session: CDPSession,
  times: number,
  step: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000;
  };
  const found: number[] = [];
  let before = await busy();
  for (let index = 0; index < times; index++) {
    await step(index);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    const after = await busy();
    found.push(after - before);
    before = after;
  }
  return found;
}

/** Scrolls `.grid` by notches and by jumps. */
async function scrolled(page: Page): Promise<{ readonly wheel: number[]; readonly jumped: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const to = (top: number) =>
    page.evaluate((at) => {
      const grid = document.querySelector('.grid');
      if (grid !== null) grid.scrollTop = at;
    }, top);
  const height = await page.evaluate(() => document.querySelector('.grid')?.scrollHeight ?? 0);
  await stepTimes(page, session, 20, (index) => to(index * notch));
  const wheel = await stepTimes(page, session, notches, (index) => to((index + 20) * notch));
  const jumped = await stepTimes(page, session, jumps, (index) => to(((index * 37) % jumps) * (height / jumps)));
  return { wheel, jumped };
}

function pageOf(script: string, style: string, body = '<div id="root"></div>'): string {
  return `<!doctype html><html><head><style>html,body{height:100vh;margin:0}${style}</style></head><body>${body}
<script>window.acquireVsCodeApi=()=>({postMessage(){},setState(){},getState(){}})</script><script>${script}</script></body></html>`;
}

async function run(): Promise<readonly Row[]> {
  const browser = await launchChromium();
  try {
    const bundle = (name: string): string => readFileSync(join(root, 'dist', 'webviews', name), 'utf8');
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.setContent(pageOf(bundle('results.js').replaceAll('</script', '<\\/script'), bundle('results.css')));
    for (const message of messages()) await page.evaluate((data) => window.postMessage(data, '*'), message);
    await page.locator('tbody tr[data-index="5"]').waitFor();
    const grid = await scrolled(page);
    // Renders every row, as a table without a library does.
    const cells = (index: number): string =>
      `<td>High risk</td><td><a href="#">lookups-test-${index}[.]com</a></td><td>domain</td>${'<td>3 days ago</td>'.repeat(3)}<td></td><td>Kassel, Germany</td><td>Example Hosting ${index}</td>`;
    const rows = Array.from({ length: count }, (_, index) => `<tr>${cells(index)}</tr>`).join('');
    const plain = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await plain.setContent(
      pageOf('', '.grid{height:700px;overflow:auto}td{height:26px}', `<div class="grid"><table>${rows}</table></div>`),
    );
    const table = await scrolled(plain);
    const row = (what: string, ours: number[], theirs: number[], share: number): Row => {
      const [mine, peer] = [percentile(ours, share), percentile(theirs, share)];
      return {
        what: `${what}, ${share === 50 ? 'median' : `p${share}`}`,
        figure: formatMillis(mine),
        peer: `plain table with every row in the page: ${formatMillis(peer)}`,
        ratio: formatRatio(mine, peer),
      };
    };
    return [
      ...[50, 95, 99].map((share) => row(`a notch of the wheel (${notch} pixels)`, grid.wheel, table.wheel, share)),
      ...[50, 95].map((share) => row('a jump to another position', grid.jumped, table.jumped, share)),
    ];
  } finally {
    await browser.close();
  }
}

export const bench: Bench = {
  title: 'Scrolling results',
  how: `Processor time of the page's thread for one frame while ${count.toLocaleString('en')} results are scrolled, in the pinned Chromium, with the panel's bundle and the messages of its host. At 60 Hz, a frame has 16.7 ms. A plain table computes the layout of its rows once, before it is scrolled.`,
  run,
};
