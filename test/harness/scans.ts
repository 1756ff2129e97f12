import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { pollNotifications, pickInQuickInput, quickInputText, runCommand, typeInQuickInput } from './workbench';

export { doneResponse, ScanQueue } from './scanQueue';

export const waitOptions = { within: 40_000 } as const;

/** The text of the Scans view, one line per scan. */
export const scanViewText = async (page: Page): Promise<string> =>
  (await page.locator('.sidebar .monaco-list-row').allInnerTexts())
    .map((row) => row.replaceAll('\u00a0', ' ').replaceAll('\n', ' '))
    .join('\n');

export const waitForScanView = (page: Page, pattern: RegExp): Promise<unknown> =>
  until(async () => pattern.test(await scanViewText(page)), {
    ...waitOptions,
    what: `${String(pattern)} in the view “Scans”`,
  });

/** Waits for a text in the tooltip of a side bar row; moves the mouse again if the row has moved. */
export const waitForTooltip = (page: Page, row: string, pattern: RegExp | string): Promise<unknown> =>
  until(
    async () => {
      await page.mouse.move(2, 2);
      await page.locator('.sidebar .monaco-list-row', { hasText: row }).first().hover();
      const tooltip = page.locator('.monaco-hover:visible').getByText(pattern).first();
      return tooltip.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    },
    { ...waitOptions, what: `${String(pattern)} in the tooltip of “${row}”` },
  );

/** Waits until the text of the quick input matches, because it is rendered in steps. */
export const waitForQuickInput = (page: Page, pattern: RegExp): Promise<string> =>
  until(
    async () => {
      const text = await quickInputText(page);
      return pattern.test(text) ? text : undefined;
    },
    { ...waitOptions, what: `${String(pattern)} in the quick input` },
  );

/** Waits for a text in the status bar or in a notification. */
export async function waitForMessage(page: Page, pattern: RegExp): Promise<void> {
  const surfaces = page.locator('.statusbar, .notification-toast, .notifications-center.visible');
  const seen = new Set<string>();
  const probe = async (): Promise<boolean> => {
    const texts = (await surfaces.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
    for (const text of texts) seen.add(text.replaceAll(/\s+/g, ' '));
    return texts.some((text) => pattern.test(text));
  };
  const what = `${String(pattern)} in the status bar or a notification`;
  await pollNotifications(page, probe, what).catch((error: unknown) => {
    throw new Error(`${what}, but ${[...seen].join(' | ')}`, { cause: error });
  });
}

/** Submits a scan with the palette. `kind` is the label of a scan type. */
export async function submitScan(page: Page, value: string, kind: string): Promise<void> {
  await runCommand(page, 'threatLookups.scan');
  await typeInQuickInput(page, value);
  await waitForQuickInput(page, /Select a scan type/);
  await pickInQuickInput(page, kind);
}
