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
  // Once per document: its code is half a megabyte, and faster the second time.
  if (!(await frame.evaluate(() => 'axe' in globalThis)))
    await frame.evaluate(readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
  const violations = await frame.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/**
 * Returns the text that screen readers announce: that of the only region with this role. In VS Code, which has its own
 * regions, returns the texts of those in panels, a line each.
 */
export async function announced(panel: Page | Frame, role: 'status' | 'alert'): Promise<string> {
  const page = 'page' in panel ? panel.page() : panel;
  const devtools = await page.context().newCDPSession(page);
  const trees: string[] = [];
  try {
    const { frameTree } = await devtools.send('Page.getFrameTree');
    const framesIn = ({ frame, childFrames = [] }: typeof frameTree): readonly string[] => [
      frame.id,
      ...childFrames.flatMap(framesIn),
    ];
    const [main, ...webviews] = framesIn(frameTree);
    for (const frameId of page === panel ? [main ?? ''] : webviews) {
      const { nodes } = await devtools.send('Accessibility.getFullAXTree', { frameId });
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const textOf = (id: string): string => {
        const node = byId.get(id);
        if (node?.role?.value === 'StaticText') return String(node.name?.value);
        return (node?.childIds ?? []).map(textOf).join('');
      };
      const regions = nodes.filter((node) => node.role?.value === role);
      trees.push(...regions.map(({ nodeId }) => textOf(nodeId)));
    }
  } finally {
    await devtools.detach();
  }
  if (page === panel && trees.length !== 1) throw new Error(`There are ${trees.length} regions with the role ${role}.`);
  return trees.join('\n').replaceAll('\u00a0', ' ').trim();
}

/** Waits until screen readers read a text, see {@link announced}. */
export async function waitForAnnounced(panel: Page | Frame, role: 'status' | 'alert', matching: RegExp): Promise<void> {
  let text = '';
  const isRead = async (): Promise<boolean> => matching.test((text = await announced(panel, role)));
  await until(isRead, { what: `${String(matching)} isn't read` }).catch((error: unknown) => {
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

/** The name of the element that has the focus, such as `row 3`; `body` if none has it. */
export function focused(panel: Page | Frame): Promise<string> {
  return panel.evaluate(() => {
    const { activeElement: element } = document;
    const row = element instanceof HTMLElement ? element.dataset.index : undefined;
    if (row !== undefined) return `row ${row}`;
    return element === document.body ? 'body' : (element?.getAttribute('aria-label') ?? element?.textContent ?? '');
  });
}

/** Waits until an element with this name has the focus. */
export async function waitForFocus(panel: Page | Frame, name: RegExp): Promise<void> {
  let now = '';
  const isThere = async (): Promise<boolean> => name.test((now = await focused(panel)));
  await until(isThere, { what: `${String(name)} has no focus` }).catch((error: unknown) => {
    throw new Error(`${String(error)} It is at: ${now}`, { cause: error });
  });
}
