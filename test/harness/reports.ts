import type { Frame, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { runCommand, webviewFrame } from './workbench';
import { uiText } from '../../src/features/shared/ui/text';

/** Opens a report with its command. Returns the frame whose heading is `title`. */
export async function openReport(page: Page, command: string, title: string): Promise<Frame> {
  await runCommand(page, command);
  return webviewFrame(page, `h1:text-is("${title}")`);
}

/** The rendered rows of a report, the cells of each separated by bars. */
export function reportRows(frame: Frame): Promise<readonly string[]> {
  return frame
    .locator('tbody tr[data-index]')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()).join(' | ')),
    );
}

/** Waits until the rows of a report match; the error of a timeout shows them. */
export async function waitForRows(
  frame: Frame,
  matches: (rows: readonly string[]) => boolean,
  what: string,
): Promise<readonly string[]> {
  let rows: readonly string[] = [];
  const matched = async (): Promise<boolean> => {
    rows = await reportRows(frame);
    return matches(rows);
  };
  await until(matched, { what }).catch((error: unknown) => {
    throw new Error(`${String(error)} The rows:\n${rows.join('\n')}`, { cause: error });
  });
  return rows;
}

/** Opens the request log and waits until one of its rows matches. Returns all rendered rows. */
export async function requestLogRows(page: Page, row: RegExp): Promise<readonly string[]> {
  const frame = await openReport(page, 'threatLookups.showSent', uiText('Request Log'));
  return waitForRows(frame, (rows) => rows.some((each) => row.test(each)), `no row of the log matches ${String(row)}`);
}
