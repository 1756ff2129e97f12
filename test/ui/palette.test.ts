import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useVsCode } from '../harness/vsCode';
import { quickInputLabels, screenshot, typeInQuickInput } from '../harness/workbench';

const prefix = 'Threat Lookups: ';

/** Every row of the open palette that is ours; VS Code renders only those on the screen. */
async function allCommands(page: Page): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (;;) {
    const before = found.size;
    for (const label of await quickInputLabels(page)) if (label.startsWith(prefix)) found.add(label);
    if (found.size === before) return found;
    await page.keyboard.press('PageDown');
  }
}

describe('The command palette of an empty window', () => {
  const vsCode = useVsCode({});

  it('offers at most 30 commands', async () => {
    const { page } = vsCode();
    await page.keyboard.press('F1');
    await typeInQuickInput(page, `>${prefix}`, { accept: false });
    await page.locator('.quick-input-list .label-name', { hasText: 'Look Up Indicator…' }).first().waitFor();
    await screenshot(page, 'palette of an empty window');
    const commands = await allCommands(page);
    assert.ok(commands.size >= 20 && commands.size <= 30, [...commands].join('\n'));
  });
});
