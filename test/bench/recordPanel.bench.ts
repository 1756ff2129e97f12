import { readdirSync, readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { hostileRecord, fullRecord } from '../harness/sampleRecords';
import { openRecord } from '../harness/panels';
import { startRecordingService } from '../harness/recordingService';
import { startVsCode } from '../harness/vsCode';
import { runCommand, typeInQuickInput, quickInputLabels, webviewFrame } from '../harness/workbench';
import { type Bench, formatMillis, percentile, type Row } from './measure';

const runs = 5;
const panels = 10;
/** Keys per group; five groups of a thousand are five thousand properties. */
const sizes = [10, 5_000] as const;

function propertiesOf(count: number): unknown {
  const perGroup = Math.min(1000, count);
  const group = Object.fromEntries(Array.from({ length: perGroup }, (_, index) => [`key${index}`, `value ${index}`]));
  return Object.fromEntries(Array.from({ length: count / perGroup }, (_, index) => [`group${index}`, group]));
}

/** The smallest record of the same run is the baseline. */
function compareWithPeers(plain: number, millis: number): Pick<Row, 'peer' | 'ratio'> {
  if (plain === millis) return { peer: '', ratio: '' };
  return { peer: `${sizes[0]} properties: ${formatMillis(plain)}`, ratio: `${(millis / plain).toFixed(2)}×` };
}

function sizeOf(value: string): number {
  return Number(/^size(\d+)-/.exec(value)?.[1] ?? 10);
}

/** Resident memory of all processes of the pinned browser, in bytes. */
function browserMemory(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, process) => {
      try {
        if (!readFileSync(`/proc/${process}/cmdline`, 'utf8').includes('--type=renderer')) return sum;
        const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8'))?.[1];
        return sum + Number(kilobytes ?? 0) * 1024;
      } catch {
        return sum;
      }
    }, 0);
}

async function run(): Promise<readonly Row[]> {
  const service = await startRecordingService(({ query }) => {
    const value = query.indicator ?? '';
    if (value.startsWith('hostile')) return { body: hostileRecord(value) };
    return { body: { ...fullRecord(value), properties: propertiesOf(sizeOf(value)) } };
  });
  const vsCode = await startVsCode({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
  });
  try {
    const { page } = vsCode;
    const timed = async (value: string): Promise<number> => {
      await runCommand(page, 'threatLookups.openRecord');
      await typeInQuickInput(page, value, { accept: false });
      await quickInputLabels(page);
      const startedAt = performance.now();
      await page.keyboard.press('Enter');
      const frame: Frame = await webviewFrame(page, `.band h1:text-is("${value.replaceAll('.', '[.]')}")`);
      await frame.locator('.columns .card').first().waitFor();
      const millis = performance.now() - startedAt;
      // The panel is taking the focus, which would interfere with the next command.
      await frame.locator('h1').click();
      return millis;
    };
    const rows: Row[] = [];
    let plain: number | undefined;
    await timed('size10-warm.lookups-test-1.com');
    for (const size of sizes) {
      const millis: number[] = [];
      for (let index = 0; index < runs; index++) {
        millis.push(await timed(`size${size}-${index}.lookups-test-1.com`));
      }
      const median = percentile(millis, 50);
      plain ??= median;
      rows.push({
        what: `${size} properties, median of ${runs}`,
        figure: formatMillis(median),
        ...compareWithPeers(plain, median),
      });
    }
    const hostile: number[] = [];
    for (let index = 0; index < runs; index++) hostile.push(await timed(`hostile-${index}.lookups-test-1.com`));
    rows.push({
      what: `a hostile record: 50,000 properties with markup, texts of 1 to 2 MB, 3,000 levels, median of ${runs}`,
      figure: formatMillis(percentile(hostile, 50)),
      ...compareWithPeers(plain ?? 0, percentile(hostile, 50)),
    });
    const before = browserMemory();
    for (let index = 0; index < panels; index++) {
      const value = `size5000-m${index}.lookups-test-1.com`;
      await (await openRecord(page, value, value.replaceAll('.', '[.]'))).locator('h1').click();
    }
    rows.push({
      what: `browser memory for ${panels} more panels with 5000 properties each, one of them visible (hidden ones are discarded)`,
      figure: `${Math.round((browserMemory() - before) / 1024 / 1024)} MB`,
      peer: '',
      ratio: '',
    });
    return rows;
  } finally {
    await vsCode.stop();
    await service.stop();
  }
}

export const bench: Bench = {
  title: 'Record panel',
  how: 'Opening a record with “Open Record…” in VS Code (newest, in the pinned Chromium): from Enter in the palette until the first card is visible, including the request to a service on loopback.',
  run,
};
