import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import type { RecordedRequest, Reply } from './recordingService';
import { pollNotifications, pickInQuickInput, quickInputText, runCommand, typeInQuickInput } from './workbench';

const analyze = '/api/analyze.php';
export const waitOptions = { within: 40_000 } as const;

/** A service with a scan queue whose poll responses the test controls. */
export class ScanQueue {
  readonly polledAt: number[] = [];
  readonly submitted: string[] = [];
  /** The response to a poll for a value, by the number of polls. */
  pollResponse: (value: string, times: number) => object = () => ({
    status: 'processing',
    stage: 'whois',
    error: 'Processing.',
  });
  /** Returns an error response to a submission, if any. */
  submissionFailure: () => Reply | undefined = () => undefined;
  /** Returns an error response to a poll, if any. */
  error: () => Reply | undefined = () => undefined;
  private readonly pollCounts = new Map<string, number>();

  readonly reply = (request: RecordedRequest): Reply => {
    if (request.path !== analyze) return { status: 404, body: { error: 'Indicator not found.' } };
    if (request.method === 'POST') {
      const refusal = this.submissionFailure();
      if (refusal !== undefined) return refusal;
      const { value, ioc } = request.query;
      const count = this.submitted.push(value ?? Buffer.from(ioc ?? '', 'base64').toString('utf8'));
      return { body: { qid: String(count), error: 'The request was added.' } };
    }
    this.polledAt.push(Date.now());
    const error = this.error();
    if (error !== undefined) return error;
    const value = this.submitted[Number(request.query['qid']) - 1] ?? '';
    const times = (this.pollCounts.get(value) ?? 0) + 1;
    this.pollCounts.set(value, times);
    return { body: { qid: request.query['qid'], ...this.pollResponse(value, times) } };
  };

  /** The shortest time between two polls in milliseconds. */
  shortestGap(): number {
    return Math.min(...this.polledAt.slice(1).map((at, index) => at - (this.polledAt[index] ?? 0)));
  }
}

/** The final response to polls. */
export const doneResponse = (value: string, risk = 'high'): object => ({
  status: 'done',
  success: 'Done.',
  data: { iid: 5, indicator: value, type: 'domain', risk, riskfactors: [{ description: 'Seen in the scan', risk }] },
});

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
