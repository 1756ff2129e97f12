import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { pickInQuickInput, quickInputLabels, runCommand, typeInQuickInput, webviewFrame } from './workbench';

interface Violation {
  readonly id: string;
  readonly impact: string;
}

/** What axe finds serious in a panel, by the names of its rules. */
export async function accessibilityViolations(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
  const violations = await frame.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

/** Until a panel that was just opened has the focus: from then on it takes it from no palette any more. */
export async function waitForPanelFocus(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => document.hasFocus(), undefined, { timeout: 5_000 }).catch(() => undefined);
}

/**
 * Opens a record by “Open Record…” from the palette: the first row, or the one of this label.
 * @returns the panel's document once its header stands there
 */
export async function openRecord(page: Page, typed: string, title: string, label?: RegExp): Promise<Frame> {
  const open = async (): Promise<Frame> => {
    await runCommand(page, 'threatLookups.openRecord');
    await typeInQuickInput(page, typed, { accept: false });
    if (label === undefined) {
      // Rows of records opened before stand there until VS Code has taken in what was typed.
      const isFirst = async (): Promise<boolean> => (await quickInputLabels(page))[0]?.includes(title) === true;
      await until(isFirst, { within: 5_000, what: `the first row does not name ${title}` });
      await page.keyboard.press('Enter');
    } else await pickInQuickInput(page, label);
    const frame = await webviewFrame(page, `.band h1:text-is("${title}")`, 8_000);
    await waitForPanelFocus(frame);
    return frame;
  };
  // Another panel that takes the focus while it is drawn closes the question: it is asked again.
  return open().catch(open);
}

/** Everything that a panel says, spaces made plain. */
export async function panelText(frame: Frame): Promise<string> {
  return (await frame.locator('#root').innerText()).replaceAll('\u00a0', ' ');
}

/** The titles of a panel's cards. */
export function cardTitles(frame: Frame): Promise<readonly string[]> {
  return frame.locator('.card h2').allInnerTexts();
}
