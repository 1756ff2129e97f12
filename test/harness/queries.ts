import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle } from './manifest';
import type { RecordedRequest, RecordingService, Reply } from './recordingService';
import { escapeRegExp } from './text';
import { goToLine, openFile, runCommand } from './workbench';

const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

/** A row of an Explore response; rows with different numbers differ in all sortable columns. */
export function exploreRow(index: number): Readonly<Record<string, unknown>> {
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    iid: index + 1,
    indicator: `lookups-test-${index}.com`,
    type: 'domain',
    risk: risks[index % risks.length],
    retired: 0,
    stamp_seen: `2025-03-${day} 09:05:26`,
    stamp_added: `2024-11-${day} 10:00:00`,
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
 * A service that answers Explore with the requested number of rows (default: ten), threats, or CSV. A query that
 * contains `slow` never ends; one that contains `nowhere` has no results.
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

/** The Explore requests that a service received. */
export function exploreRequests({ requests }: RecordingService): readonly RecordedRequest[] {
  return requests.filter(({ path }) => path.endsWith('/explore.php'));
}

/** The header of a panel; empty in other frames, and in those that are still loading. */
async function headerText(frame: Frame): Promise<string> {
  const text = frame.evaluate(() => document.querySelector<HTMLElement>('.top')?.innerText ?? '').catch(() => '');
  return Promise.race([text, pause(1_000, '')]);
}

/** Waits for the results panel whose header matches. */
export async function waitForResults(page: Page, pattern: RegExp): Promise<Frame> {
  return (await waitForHeader(page, pattern)).frame;
}

/** Waits for a panel of rows whose header matches, and returns the header. A panel that is left may still match. */
export function waitForHeader(page: Page, pattern: RegExp): Promise<PanelHeader> {
  return until(() => findHeader(page, pattern), { what: `no results say ${String(pattern)}` });
}

/** The header of a panel of rows, with its current text. */
export interface PanelHeader {
  readonly frame: Frame;
  readonly text: string;
}

/** The header of the panel of rows that matches now, if any. */
export async function findHeader(page: Page, pattern: RegExp): Promise<PanelHeader | undefined> {
  const headers = page.frames().map(async (frame) => {
    return { frame, text: (await headerText(frame)).replaceAll('\u00a0', ' ') };
  });
  return (await Promise.all(headers)).find(({ text }) => pattern.test(text));
}

/** Waits until the names in the rendered rows of a panel match, and returns them: rows come later than their number. */
export async function waitForNames(
  frame: Frame,
  matches: (names: readonly string[]) => boolean,
): Promise<readonly string[]> {
  let names: readonly string[] = [];
  const isMatch = async (): Promise<boolean> => matches((names = await frame.locator('td.cell-name').allInnerTexts()));
  await until(isMatch, { what: 'other rows are expected' }).catch((error: unknown) => {
    throw new Error(`${String(error)} There are: ${names.join(' ')}`, { cause: error });
  });
  return names;
}

/** Selects an item of the context menu of an element in the workbench or in a panel. */
export async function pickInContextMenu(page: Page, target: Locator, command: string): Promise<void> {
  const label = commandTitle(command);
  const entry = page.locator('.monaco-menu .action-label', { hasText: new RegExp(`^${escapeRegExp(label)}$`) }).first();
  await until(
    async () => {
      await target.click({ button: 'right' });
      if (!(await succeeds(entry.waitFor({ timeout: 5_000 })))) return false;
      // A change of the focus closes the menu, also before a click; a menu that has just opened ignores clicks.
      let isClicked = false;
      do isClicked = (await succeeds(entry.click({ timeout: 2_000 }))) || isClicked;
      while (!(await succeeds(entry.waitFor({ state: 'detached', timeout: 500 }))));
      return isClicked;
    },
    { what: `no menu offers “${label}”` },
  );
}

const succeeds = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  );

/** Opens a file wherever the focus is, because panels capture keys. */
export async function openQueryFile(page: Page, name: string, line = 1): Promise<void> {
  await runCommand(page, 'View: Focus First Editor Group');
  await openFile(page, name);
  await page.locator('.codelens-decoration:visible', { hasText: 'Run' }).first().waitFor();
  if (line > 1) await goToLine(page, line);
}
