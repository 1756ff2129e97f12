import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { locate, useTriagePage } from '../harness/pages/triagePage';

describe('The ways to copy a triage', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'all.csv', text: 'indicator,risk\nlookups-test-1.com,high' } });
      host.forget();
      const lines = ['lookups-test-1.com', 'lookups-test-2.com', '192.0.2.7'].map(
        (name, at) => `2025-06-01T00:0${at}:00Z GET ${name}`,
      );
      return [host.write('proxy.log', `${lines.join('\n')}\n`)];
    },
    viewport: { width: 1400, height: 600 },
  });
  const { page, top, button } = locate(triage);
  const arrow = () => button('More Ways to Copy');
  const items = () => page().getByRole('menuitem');
  const focused = (): Promise<string | null> => page().evaluate(() => document.activeElement?.textContent ?? null);
  const copied = (form: string) =>
    until(() => triage().panel.sent.some((message) => (message as { form?: string }).form === form), { what: form });

  beforeEach(() => triage().panel.setWidth(1400));

  it('are one button with a menu for the keyboard', async () => {
    await top(/1 found/);
    await button('Copy for Ticket').focus();
    await page().keyboard.press('ArrowRight');
    await page().keyboard.press('ArrowDown');
    await until(async () => (await focused()) === 'Copy Defanged', { what: 'the first item' });
    assert.equal(await arrow().getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await items().allInnerTexts(), ['Copy Defanged', 'Copy', 'Copy as Markdown']);
    for (const [key, name] of [
      ['ArrowUp', 'Copy as Markdown'],
      ['ArrowDown', 'Copy Defanged'],
      ['End', 'Copy as Markdown'],
      ['Home', 'Copy Defanged'],
      ['ArrowDown', 'Copy'],
    ] as const) {
      await page().keyboard.press(key);
      assert.equal(await focused(), name, key);
    }
    await page().keyboard.press('Enter');
    await copied('plain');
    await items().first().waitFor({ state: 'detached' });
    assert.equal(await focused(), '▾');
    await page().keyboard.press('ArrowUp');
    await until(async () => (await focused()) === 'Copy as Markdown', { what: 'the last item' });
    await page().keyboard.press('Tab');
    await items().first().waitFor({ state: 'detached' });
  });

  it('close with Escape, which returns the focus, and with a click elsewhere', async () => {
    await arrow().click();
    await items().first().waitFor();
    await page().keyboard.press('Escape');
    await items().first().waitFor({ state: 'detached' });
    assert.equal(await focused(), '▾');
    await arrow().click();
    await items().first().waitFor();
    await arrow().focus();
    await page().keyboard.press('Escape');
    await items().first().waitFor({ state: 'detached' });
    await arrow().click();
    await items().first().waitFor();
    await page().locator('.below').click();
    await items().first().waitFor({ state: 'detached' });
  });

  it('copy the rows that are shown, with their columns', async () => {
    await arrow().click();
    await page().getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await copied('markdown');
    await page()
      .getByText(/^Copied 1 row/)
      .first()
      .waitFor();
  });

  it('have a menu that is in view and readable in any theme', async () => {
    for (const theme of ['Light Modern', 'Dark Modern', 'Light High Contrast', 'Dark High Contrast'] as const) {
      await triage().panel.setTheme(theme);
      for (const width of [1400, 500]) {
        await triage().panel.setWidth(width);
        await arrow().click();
        const { box, colors } = await items()
          .nth(1)
          .evaluate((item) => {
            const menu = item.parentElement ?? item;
            const { left, right } = menu.getBoundingClientRect();
            return {
              box: left >= 0 && right <= document.documentElement.clientWidth,
              colors: [getComputedStyle(item).color, getComputedStyle(menu).backgroundColor],
            };
          });
        assert.ok(box, `${theme}, ${width} px`);
        assert.notEqual(colors[0], colors[1], theme);
        await page().keyboard.press('Escape');
        await items().first().waitFor({ state: 'detached' });
      }
    }
  });

  it('leave all tools in one line at 500 px, and are whole at 400 px', async () => {
    for (const width of [500, 400]) {
      await triage().panel.setWidth(width);
      await until(
        async () => {
          const { tops, cut } = await page().evaluate(() => {
            const tools = [...document.querySelectorAll<HTMLElement>('.title .buttons > *, .split > button')];
            const seen = tools.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
            const all = [...document.querySelectorAll('.title button, .tools button, .tools input, .title summary')]
              .filter((each) => each.checkVisibility() && each.closest('.summary, .menu-items') === null)
              .map((each) => each.getBoundingClientRect());
            const { clientWidth } = document.documentElement;
            return {
              tops: new Set(seen.map((box) => Math.round(box.top))).size,
              cut: all.some((box) => box.left < 0 || box.right > clientWidth + 0.5),
            };
          });
          return tops === 1 && !cut;
        },
        { what: `tools in one line at ${width} px` },
      );
      const tools = await page()
        .locator('.tools > *:visible')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
        );
      assert.ok(Math.max(...tools) - Math.min(...tools) <= 2, `${width} px: ${tools.join()}`);
    }
  });
});
