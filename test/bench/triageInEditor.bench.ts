import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { packageForTests } from '../../scripts/lib/steps.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { findHeader, waitForResults } from '../harness/queries';
import { startVsCode } from '../harness/vsCode';
import { openFile, runCommand } from '../harness/workbench';
import { type Bench, formatMillis, type Row, withTempFolder } from './measure';
import { createWarmStore, valueAt } from './warmStore';

const storeSize = 500_000;
const names = 100_000;
const logBytes = 40 * 2 ** 20;

/** A log in which each of many names occurs a few times; every tenth one is in the store. */
function log(): string {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < logBytes; at++) {
    const name = at % names;
    const host = name % 10 === 0 ? valueAt(name) : `n${name}.lookups-test-${name % 977}.com`;
    const time = new Date(Date.UTC(2025, 2, 4) + at * 100).toISOString();
    const line = `${time} 10.0.3.${at % 255} TCP_MISS/200 5120 GET ${host} - DIRECT/- text/html\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('');
}

interface Note {
  readonly kind: string;
  readonly at: number;
  readonly millis: number;
}

async function notes(file: string): Promise<readonly Note[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Note]));
}

/** The memory of the extension host with its threads, in bytes. */
async function hostBytes(): Promise<number> {
  const sizes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const command = await readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '');
        if (!command.includes('--type=extensionHost')) return 0;
        const status = await readFile(join('/proc', pid, 'status'), 'utf8').catch(() => '');
        return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      }),
  );
  return Math.max(0, ...sizes);
}

const finalRows = /100,\d+ indicators[^]*took/;

async function measure(folder: string): Promise<readonly Row[]> {
  await packageForTests();
  const store = await createWarmStore(folder, storeSize);
  const probe = join(folder, 'probe.jsonl');
  const vsCode = await startVsCode({
    front: 'bare',
    beside: join(root, 'test', 'bench', 'probe'),
    files: { 'proxy.log': log(), 'small.log': 'GET lookups-test-1.com\n' },
    environment: { THREAT_LOOKUPS_PROBE: probe, THREAT_LOOKUPS_PROFILE: 'off' },
    settings: { 'threatLookups.lookups': 'offline', 'threatLookups.highlights.enabled': false },
    viewport: { width: 1600, height: 900 },
    prepare: async (dataDir) => {
      const storage = join(dataDir, 'data', 'User', 'globalStorage', 'threat-lookups.threat-lookups');
      await mkdir(storage, { recursive: true });
      await copyFile(store, join(storage, 'store.sqlite'));
    },
  });
  try {
    const { page } = vsCode;
    await openFile(page, 'small.log');
    await runCommand(page, 'threatLookups.triage');
    // Everything is loaded, so that only the triage is measured.
    await waitForResults(page, /1 indicator/);
    const tree = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'proxy.log' });
    const rows: { readonly millis: number; readonly blocked: number; readonly bytes: number }[] = [];
    for (let run = 0; run < 3; run++) {
      await page.waitForTimeout(3_000);
      const before = await hostBytes();
      await tree.click({ button: 'right' });
      const item = page.locator('.monaco-menu .action-item', { hasText: 'Triage' }).first();
      await item.hover();
      const startedAt = Date.now();
      // The menu takes a click for the end of the one that opened it.
      await page.keyboard.press('Enter');
      // Wait until rows of an earlier run are gone.
      const isReading = async () => (await findHeader(page, finalRows)) === undefined;
      await until(isReading, { within: 20_000, what: 'the earlier rows are still shown' });
      let peak = before;
      const polling = setInterval(() => void hostBytes().then((bytes) => (peak = Math.max(peak, bytes))), 50);
      await until(() => findHeader(page, finalRows), { within: 120_000, what: 'no final rows' });
      const millis = Date.now() - startedAt;
      clearInterval(polling);
      await page.waitForTimeout(1_000);
      const all = await notes(probe);
      const blocked = all.filter(({ kind, at }) => kind === 'busy' && at >= startedAt && at <= startedAt + millis);
      rows.push({ millis, blocked: Math.max(0, ...blocked.map((note) => note.millis)), bytes: peak - before });
    }
    return rows.map(({ millis, blocked, bytes }, run) => ({
      what: `run ${run + 1}: until the final rows`,
      figure: formatMillis(millis),
      peer: `the thread of the extension host worked ${formatMillis(blocked)} at most without a pause (processor time), and its memory grew by ${Math.round(bytes / 1e6)} MB; goals: 3 s, 50 ms, 150 MB`,
      ratio: '',
    }));
  } finally {
    await vsCode.stop();
  }
}

export const bench: Bench = {
  title: 'Triage in VS Code',
  how: `A log of 40 MiB with 100,000 distinct names, a tenth of which is known, with a store of 500,000 indicators: from the command in the menu of the Explorer until the panel shows the final rows, in a VS Code in a browser.`,
  run: () => withTempFolder(measure),
};
