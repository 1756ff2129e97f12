import assert from 'node:assert/strict';
import { locate, useTriagePage } from '../harness/pages/triagePage';

const levels = ['critical', 'high', 'medium', 'low', 'none'] as const;
const nameOf = (level: string, at: number): string => `${level}${at}.lookups-test-1.com`;

describe('The top of a triage', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      const names = levels.flatMap((level) =>
        Array.from({ length: 120 }, (_, at) => ({ level, name: nameOf(level, at) })),
      );
      const text = ['indicator,risk', ...names.map(({ level, name }) => `${name},${level}`)].join('\n');
      await host.worker.import({ input: { name: 'all.csv', text } });
      host.forget();
      const all = [...names.map(({ name }) => name), ...Array.from({ length: 120 }, (_, at) => nameOf('new', at))];
      const lines = all.map((name, at) => {
        const time = new Date(Date.UTC(2025, 5, 1) + at * 60_000).toISOString();
        return `${time} GET ${name}`;
      });
      return [host.write('proxy.log', `${lines.join('\n')}\n`)];
    },
    viewport: { width: 1400, height: 800 },
  });
  const { page, top } = locate(triage);

  it('has the timeline beside the risks without overlaps, at any width', async () => {
    await top(/720 indicators/);
    for (const width of [1600, 1400, 1300, 1200, 1000, 800, 600, 400]) {
      await triage().panel.setWidth(width);
      const problems = await page().evaluate(() => {
        const parts = [...document.querySelectorAll('.top button, .timeline svg, .timeline-label')]
          .filter((part) => part.checkVisibility())
          .map((part) => {
            // The end of the sentence is cut.
            const [{ left, right, top, bottom }, line] = [part.getBoundingClientRect(), part.closest('.summary')];
            const end = Math.min(right, line?.getBoundingClientRect().right ?? right);
            const box = { left, right: end, top, bottom, width: end - left };
            return { name: part.textContent || part.tagName, box };
          })
          .filter(({ box }) => box.width > 0);
        const overlaps = parts.flatMap((a, at) =>
          parts
            .slice(at + 1)
            .filter(
              ({ box }) =>
                box.left < a.box.right - 1 &&
                a.box.left < box.right - 1 &&
                box.top < a.box.bottom - 1 &&
                a.box.top < box.bottom - 1,
            )
            .map((b) => `${a.name} | ${b.name}`),
        );
        const picture = document.querySelector('.timeline svg')?.getBoundingClientRect().width ?? 0;
        return picture < 60 ? [...overlaps, `the picture is ${picture} px wide`] : overlaps;
      });
      assert.deepEqual(problems, [], `${width} px`);
    }
  });

  it('shows when the log begins and ends at any width', async () => {
    for (const width of [1600, 1400, 1000, 700, 400]) {
      await triage().panel.setWidth(width);
      const shown = page().locator('.timeline-label:visible, .period:visible');
      assert.match(
        (await shown.allInnerTexts()).join('|'),
        /^2025-06-01 0\d:\d\d – 2025-06-01 1\d:\d\d$/,
        `${width} px`,
      );
    }
  });

  it('filters by the numbers of its first line', async () => {
    await triage().panel.setWidth(1600);
    const known = page().getByRole('button', { name: '600 known' });
    const others = page().getByRole('button', { name: '120 not looked up' });
    await others.click();
    await page().getByText('120 of 720 shown').waitFor();
    assert.equal(await others.getAttribute('aria-pressed'), 'true');
    await others.click();
    await known.click();
    await page().getByText('600 of 720 shown').waitFor();
    await known.click();
    await page()
      .getByText(/ of 720 shown/)
      .waitFor({ state: 'detached' });
  });
});
