import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { useVsCode } from '../harness/vsCode';
import { quickInputLabels, screenshot, typeInQuickInput } from '../harness/workbench';

const prefix = 'Threat Lookups: ';

/** Every row of the open palette that is ours; VS Code renders only those on the screen. */
async function allCommands(page: Page): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let pages = 0; pages < 6; pages++) {
    for (const label of await quickInputLabels(page)) if (label.startsWith(prefix)) found.add(label);
    await page.keyboard.press('PageDown');
  }
  return found;
}

describe('The command palette of an empty window', () => {
  const vsCode = useVsCode({});

  it('offers at most 30 commands', async () => {
    const { page } = vsCode();
    // What the palette offers is settled when it opens: commands of an extension that is still starting are missing.
    await until(
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('F1');
        await typeInQuickInput(page, `>${prefix}`, { accept: false });
        return (await quickInputLabels(page)).some((label) => label.startsWith(prefix));
      },
      { within: 30_000, what: 'the palette offers no command' },
    );
    await screenshot(page, 'palette of an empty window');
    const commands = await allCommands(page);
    assert.ok(commands.size >= 20 && commands.size <= 30, [...commands].join('\n'));
  });
});
