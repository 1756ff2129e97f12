import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
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

  it('has its headline and its tools in one line each, with what is known in view at any width, and the sentence where it fits', async () => {
    for (const width of [1600, 1400, 1200, 1100, 1000, 700, 500, 400]) {
      await triage().panel.setWidth(width);
      await until(
        async () => {
          const { heights, isWhole, cut, known } = await page().evaluate(() => {
            const button = document.querySelector('.summary button');
            const box = button?.getBoundingClientRect();
            const line = document.querySelector('.summary');
            const sentence = line?.querySelector('strong');
            return {
              heights: ['.title', '.tools'].map((name) => document.querySelector(name)?.clientHeight ?? 0),
              isWhole: line && sentence && sentence.getBoundingClientRect().right <= line.getBoundingClientRect().right,
              cut: ['.title', '.tools'].some((name) => {
                const line = document.querySelector(name);
                return line === null || line.scrollWidth > line.clientWidth + 1;
              }),
              known: box && document.elementFromPoint(box.right - 2, box.top + box.height / 2)?.textContent,
            };
          });
          if (width >= 1000 && isWhole !== true) return false;
          return heights.every((height) => height > 0 && height < 40) && !cut && known === '600 found';
        },
        { what: `one line each, and what is known, at ${width} px` },
      );
    }
  });

  it('names risks whose words have no room to screen readers', async () => {
    await triage().panel.setWidth(1150);
    const chip = page().locator('.title').getByRole('button', { name: 'Critical risk 120' });
    assert.match(await chip.innerText(), /120/);
    await triage().panel.setWidth(1600);
    await chip.getByText('Critical risk').waitFor();
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

  it('cuts no filter where there is no room for all of them', async () => {
    await triage().panel.setWidth(400, 800);
    await page()
      .getByRole('button', { name: /^Filters/, expanded: false })
      .click();
    for (const height of [420, 500, 800]) {
      await triage().panel.setWidth(400, height);
      const cut = await page()
        .locator('.chip-groups')
        .evaluate((group) => {
          const { bottom } = group.getBoundingClientRect();
          return [...group.querySelectorAll('.chip')]
            .filter((chip) => chip.getBoundingClientRect().top < bottom - 1)
            .flatMap((chip) => (chip.getBoundingClientRect().bottom > bottom ? [chip.textContent] : []));
        });
      assert.deepEqual(cut, [], `${height} px`);
    }
    await page()
      .getByRole('button', { name: /^Filters/, expanded: true })
      .click();
    await triage().panel.setWidth(1400, 800);
  });

  it('filters by the numbers of its first line', async () => {
    await triage().panel.setWidth(1600);
    const known = page().getByRole('button', { name: '600 found' });
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

describe('The lines of an unfolded row', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'all.csv', text: 'indicator,risk\nlookups-test-1.com,high' } });
      host.forget();
      const lines = ['10.0.0.7', '10.200.104.224', '10.1.1.1'].map(
        (client, at) =>
          `1764063967.40${at}    656 ${client} TCP_TUNNEL/200 62086 CONNECT lookups-test-1.com:443 - HIER_DIRECT/192.0.2.1 -`,
      );
      // A visitor who is listed isn't a client of the line.
      const visit =
        '192.0.2.9 - - [25/Nov/2025:12:00:00 +0000] "GET http://lookups-test-1.com/ HTTP/1.1" 404 153 "-" "-"';
      return [host.write('access.log', `${visit}\n`), host.write('squid.log', `${lines.join('\n')}\n`)];
    },
    viewport: { width: 1000, height: 600 },
  });
  const { page, row } = locate(triage);
  const unfold = () => row('lookups-test-1').locator('.unfold');

  it('have their clients and texts below each other', async () => {
    await unfold().click();
    await page().locator('.line-of-row code').nth(3).waitFor();
    for (const part of ['.client', 'code']) {
      const lefts = await page()
        .locator(`.line-of-row ${part}`)
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
      assert.equal(lefts.length, 4);
      assert.equal(new Set(lefts).size, 1, `${part}: ${lefts.join()}`);
    }
  });

  it('show the indicator at any width, and what is before it up to there', async () => {
    for (const width of [1000, 400, 320]) {
      await triage().panel.setWidth(width);
      const lines = await page()
        .locator('.line-of-row code')
        .evaluateAll((all) =>
          all.map((each) => {
            const { left, right } = (each.closest('.grid') ?? each).getBoundingClientRect();
            const mark = each.querySelector('mark')?.getBoundingClientRect();
            return {
              isInside: mark !== undefined && mark.left >= left && mark.right <= right,
              width: mark?.width ?? 0,
            };
          }),
        );
      assert.equal(lines.length, 4);
      for (const line of lines) assert.ok(line.isInside && line.width > 60, `${width} px: ${JSON.stringify(line)}`);
    }
    await triage().panel.setWidth(1000);
  });

  it('have a button that is as readable under the mouse as beside it, in any theme', async () => {
    for (const theme of ['Light Modern', 'Dark Modern', 'Light High Contrast', 'Dark High Contrast'] as const) {
      await triage().panel.setTheme(theme);
      await unfold().hover();
      const [over, button] = await unfold().evaluate((element) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.background = 'var(--vscode-button-hoverBackground)';
        const colors = [element, probe].map((each) => getComputedStyle(each).backgroundColor);
        probe.remove();
        return colors;
      });
      assert.ok(over !== button || button === 'rgba(0, 0, 0, 0)', `${theme}: ${over}`);
    }
  });
});

describe('The columns of a triage', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'all.csv', text: 'indicator,risk\nlookups-test-1.com,high\n' } });
      host.forget();
      const long = `http://lookups-test-9.com/${'a'.repeat(200)}`;
      return [
        host.write('proxy.log', `2025-06-01T00:00:00Z GET lookups-test-1.com\n2025-06-01T00:00:01Z GET ${long}\n`),
      ];
    },
    viewport: { width: 1400, height: 800 },
  });
  const { page, top, names } = locate(triage);

  it('have the width of the rows that are shown, also after others were', async () => {
    await top(/1 found/);
    const title = page().getByRole('columnheader', { name: 'Indicator' });
    const width = (): Promise<number> => title.evaluate(({ clientWidth }) => clientWidth);
    await names('lookups-test-1[.]com');
    const before = await width();
    await page().getByRole('searchbox').fill('lookups-test-9');
    await until(async () => (await width()) > before + 100, { what: 'a wider column' });
    await page().getByRole('searchbox').fill('');
    await names('lookups-test-1[.]com');
    await until(async () => (await width()) === before, { what: 'the width before' });
  });
});
