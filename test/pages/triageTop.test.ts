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
          .map((part) => ({ name: part.textContent || part.tagName, box: part.getBoundingClientRect() }))
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
});
