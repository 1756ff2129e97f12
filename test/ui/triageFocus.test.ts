import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { focused, waitForAnnounced, waitForFocus } from '../harness/panels';
import { waitForResults } from '../harness/queries';
import { useVsCode } from '../harness/vsCode';
import { openFile, runCommand } from '../harness/workbench';

/** Every name occurs once, a minute after the one before. */
const count = 120;
const log = Array.from({ length: count }, (_, at) => {
  const time = new Date(Date.UTC(2025, 5, 1) + at * 60_000).toISOString();
  return `${time} GET lookups-test-${at}.com\n`;
}).join('');

describe('A triage in VS Code', () => {
  const vsCode = useVsCode({
    settings: { 'threatLookups.lookups': 'offline' },
    files: { 'proxy.log': log },
    viewport: { width: 1600, height: 900 },
  });
  let frame: Frame;
  before(async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    await runCommand(page, 'threatLookups.triage');
    frame = await waitForResults(page, /120 indicators/);
  });
  const slider = (name: string): Locator => frame.getByRole('slider', { name });
  const status = (text: RegExp): Promise<void> => frame.locator('.status').getByText(text).waitFor();

  /** Opens and closes the Command Palette, and waits until the panel has the focus again, as keys before are lost. */
  async function openAndClosePalette(): Promise<void> {
    const { page } = vsCode();
    const palette = page.locator('.quick-input-widget');
    // VS Code returns the focus to the active group.
    await page.locator('.editor-group-container.active .tab.active', { hasText: 'Triage' }).waitFor();
    await page.keyboard.press('F1');
    await palette.waitFor();
    await frame.waitForFunction(() => !document.hasFocus());
    assert.equal(await focused(frame), 'body');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await frame.waitForFunction(() => document.hasFocus());
  }

  it('has the focus on the same row after the Command Palette was closed', async () => {
    const { page } = vsCode();
    // The middle of a whole row would be that of its first cell, a link.
    await frame.locator('tbody tr[data-index="2"] td.cell-type').click();
    await waitForFocus(frame, /^row 2$/);
    await openAndClosePalette();
    await waitForFocus(frame, /^row 2$/);
    await page.keyboard.press('ArrowDown');
    await waitForFocus(frame, /^row 3$/);
    await openAndClosePalette();
    await waitForFocus(frame, /^row 3$/);
    await page.keyboard.press('ArrowUp');
    await waitForFocus(frame, /^row 2$/);
  });

  it('is narrowed by the mouse to a part of its timeline, and shows all rows again with Escape', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Focus First Editor Group');
    await frame.waitForFunction(() => !document.hasFocus());
    const box = await frame.locator('.timeline svg').boundingBox();
    assert.ok(box !== null);
    const moveTo = (part: number) => page.mouse.move(box.x + box.width * part, box.y + 10, { steps: 6 });
    await moveTo(0.26);
    await page.mouse.down();
    await moveTo(0.49);
    await page.mouse.up();
    await status(/^30 of 120 shown$/);
    await waitForAnnounced(frame, 'status', /^30 of 120 shown$/m);
    await waitForFocus(frame, /^Start of the range$/);
    await openAndClosePalette();
    await waitForFocus(frame, /^Start of the range$/);
    await page.keyboard.press('Escape');
    await waitForAnnounced(frame, 'status', /^120 indicators/m);
    assert.equal(await frame.locator('.status').innerText(), '');
  });

  it('is narrowed by keyboard from both ends of its timeline', async () => {
    const { page } = vsCode();
    await slider('Start of the range').focus();
    await page.keyboard.press('ArrowRight');
    await status(/^11\d of 120 shown$/);
    const from = await slider('Start of the range').getAttribute('aria-valuetext');
    await page.keyboard.press('Tab');
    await waitForFocus(frame, /^End of the range$/);
    await page.keyboard.press('Home');
    await status(/^[1-9] of 120 shown$/);
    assert.equal(await slider('Start of the range').getAttribute('aria-valuetext'), from);
    await page.keyboard.press('Escape');
    await waitForAnnounced(frame, 'status', /^120 indicators/m);
  });
});
