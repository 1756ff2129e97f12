import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { pickInQuickInput, quickInputLabels, runCommand, typeInQuickInput, webviewFrame } from './workbench';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious accessibility violations that axe finds in a panel: their IDs, each with its first element. */
export async function accessibilityViolations(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
  const violations = await frame.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** What screen readers read without being asked: the text of the only region with this role. */
export async function announced(page: Page, role: 'status' | 'alert'): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const regions = nodes.filter((node) => node.role?.value === role);
  if (regions.length !== 1) throw new Error(`There are ${regions.length} regions with the role ${role}.`);
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return (regions[0] === undefined ? '' : textOf(regions[0].nodeId)).replaceAll('\u00a0', ' ').trim();
}

/** Waits until screen readers read a text, see {@link announced}. */
export async function waitForAnnounced(page: Page, role: 'status' | 'alert', matching: RegExp): Promise<void> {
  let text = '';
  const isRead = async (): Promise<boolean> => matching.test((text = await announced(page, role)));
  await until(isRead, { within: 5_000, what: `${String(matching)} isn't read` }).catch((error: unknown) => {
    throw new Error(`${String(error)} It is: ${text}`, { cause: error });
  });
}

/** Waits until a panel that was just opened has the focus, after which it no longer takes it from the palette. */
export async function waitForPanelFocus(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => document.hasFocus(), undefined, { timeout: 5_000 }).catch(() => undefined);
}

/**
 * Opens a record with “Open Record…” from the palette: the first row, or the one with this label.
 * @returns the panel's frame once its header is visible
 */
export async function openRecord(page: Page, typed: string, title: string, label?: RegExp): Promise<Frame> {
  const open = async (): Promise<Frame> => {
    await runCommand(page, 'threatLookups.openRecord');
    await typeInQuickInput(page, typed, { accept: false });
    if (label === undefined) {
      // Rows of recently opened records are visible until VS Code has processed the input.
      const isFirst = async (): Promise<boolean> => (await quickInputLabels(page))[0]?.includes(title) === true;
      await until(isFirst, { within: 5_000, what: `the first row does not name ${title}` });
      await page.keyboard.press('Enter');
    } else await pickInQuickInput(page, label);
    const frame = await webviewFrame(page, `.band h1:text-is("${title}")`, 8_000);
    await waitForPanelFocus(frame);
    return frame;
  };
  // If another panel takes the focus, the quick pick closes: try again.
  return open().catch(open);
}

/** The text of a panel, with plain spaces. */
export async function panelText(frame: Frame): Promise<string> {
  return (await frame.locator('#root').innerText()).replaceAll('\u00a0', ' ');
}

/** The titles of a panel's cards. */
export function cardTitles(frame: Frame): Promise<readonly string[]> {
  return frame.locator('.card h2').allInnerTexts();
}
