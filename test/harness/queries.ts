import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle } from './manifest';
import type { RecordedRequest, RecordingService, Reply } from './recordingService';
import { escapeRegExp } from './text';
import { goToLine, openFile, runCommand } from './workbench';

const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

/** One row of an Explore answer, made up; rows of different numbers differ in everything that can be sorted. */
export function exploreRow(index: number): Readonly<Record<string, unknown>> {
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    ...{ iid: index + 1, indicator: `lookups-test-${index}.com`, type: 'domain', risk: risks[index % risks.length] },
    ...{ retired: 0, stamp_seen: `2025-03-${day} 09:05:26`, stamp_added: `2024-11-${day} 10:00:00` },
    summary: { properties: { geo: { city: 'Kassel', country: 'Germany', org: `Example Hosting ${index}` } } },
    threats: index % 3 === 0 ? [{ tid: 4, name: 'Example Kit', category: 'phishing', risk: 'high' }] : [],
  };
}

const threats = [
  { tid: 3, threat: 'Example Kit', category: 'phishing', risk: 'high', othernames: ['EK', 'Kit of Examples'] },
  { tid: 8, threat: 'Salt Anchor', category: 'apt', risk: 'critical', stamp_seen: '2025-01-02 03:04:05' },
];

const csv = [
  '# Explore results, 2025-03-04 09:05:26 UTC',
  'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr',
  'lookups-test-1.com,domain,high,"2024-11-02 10:00:00",,"2025-03-02 09:05:26",,https://lookups-test-9.com/indicator?iid=2,Kassel,Germany,DE,Example Hosting,',
  '',
].join('\n');

/**
 * A service that answers Explore with as many rows as it is asked for (ten where no limit goes along), threats, or CSV; a
 * query that holds `slow` never ends, one that holds `nowhere` finds nothing.
 */
export function exploreResponse({ path, query }: RecordedRequest): Reply {
  if (!path.endsWith('/explore.php')) return { status: 404, body: { error: 'Indicator not found.' } };
  const requested = query.q ?? '';
  if (requested.includes('slow')) return 'hang';
  if (requested.includes('nowhere')) return { body: { results: [] } };
  if (query.type === 'threats') return { body: { results: threats } };
  if (query.format === 'csv') return { headers: { 'content-type': 'text/csv' }, body: csv };
  const rows = Array.from({ length: Number(query.limit ?? '10') }, (_, index) => exploreRow(index));
  return { body: { results: rows } };
}

/** The requests to Explore that a service was sent. */
export function exploreRequests({ requests }: RecordingService): readonly RecordedRequest[] {
  return requests.filter(({ path }) => path.endsWith('/explore.php'));
}

/** The results panel whose top matches, once it does. */
export function waitForResults(page: Page, pattern: RegExp): Promise<Frame> {
  return until(
    async () => {
      for (const frame of page.frames()) {
        const text = await frame
          .locator('.top')
          .innerText({ timeout: 200 })
          .catch(() => '');
        if (pattern.test(text.replaceAll('\u00a0', ' '))) return frame;
      }
      return undefined;
    },
    { within: 20_000, what: `no results say ${String(pattern)}` },
  );
}

/** The names of the rows of a panel that are in the page. */
export function rowNames(frame: Frame): Promise<readonly string[]> {
  return frame.locator('td.cell-name').allInnerTexts();
}

/** Chooses an entry of the context menu of something in the workbench or in a panel. */
export async function pickInContextMenu(page: Page, target: Locator, command: string): Promise<void> {
  const label = commandTitle(command);
  const entry = page.locator('.monaco-menu .action-label', { hasText: new RegExp(`^${escapeRegExp(label)}$`) }).first();
  await until(
    async () => {
      await target.click({ button: 'right' });
      // A view that takes the focus closes a menu that has just opened.
      return entry.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    },
    { within: 20_000, what: `no menu offers “${label}”` },
  );
  // A menu that has just opened takes no click yet.
  await until(
    async () => {
      await entry.click({ timeout: 1_000 }).catch(() => undefined);
      return entry.waitFor({ state: 'detached', timeout: 500 }).then(
        () => true,
        () => false,
      );
    },
    { within: 10_000, what: `the menu keeps “${label}”` },
  );
}

/** Opens a file wherever the focus is: panels keep keys for themselves. */
export async function openQueryFile(page: Page, name: string, line = 1): Promise<void> {
  await runCommand(page, 'View: Focus First Editor Group');
  await openFile(page, name);
  await page.locator('.codelens-decoration:visible', { hasText: 'Run' }).first().waitFor({ timeout: 30_000 });
  if (line > 1) await goToLine(page, line);
}
