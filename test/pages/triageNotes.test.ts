import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { viewIds } from '../../src/features/shared/ids/contributionIds';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { user } from '../harness/pages/user';
import { env } from '../harness/fakeVsCode';

const two = { type: 'domain', value: 'lookups-test-2.com' } as const;
const three = { type: 'domain', value: 'lookups-test-3.com' } as const;
const hostile = '<img src=x onerror=alert(1)> seen\nby lookups-test-9.com \u202e';

describe('Notes in a triage', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      await host.loadSample();
      return [host.write('proxy.log', `login-update.example\n${two.value}\n${three.value}\n`)];
    },
    viewport: { width: 1600, height: 900 },
  });
  const { page, cell, top, showAll, names, focus, button } = locate(triage);
  const header = (name: string) => page().getByRole('columnheader', { name });

  it('have columns once a row has a note or tags', async () => {
    const { host } = triage();
    await top(/3 indicators/);
    await showAll();
    assert.equal(await header('Note').count(), 0);
    const from = { kind: 'record' } as const;
    await host.worker.triageAnnotate({ changes: [{ indicator: two, from, at: 1, note: hostile }] });
    await focus('lookups-test-3[.]com');
    const editing = host.command('threatLookups.editTags', three);
    const pick = await until(() => user.quickPicks.findLast(({ isOpen }) => isOpen), {
      what: 'no quick pick',
    });
    pick.type('Q3, report');
    assert.match(pick.prompt, /comma/);
    pick.type('Q3 report');
    assert.deepEqual(pick.rows, ['Q3 report new tag']);
    pick.check(/Q3/);
    pick.acceptChecked();
    await editing;
    await header('Note').waitFor();
    await header('Tags').waitFor();
    assert.equal(await cell('lookups-test-3[.]com', 'tags').innerText(), 'Q3 report');
    assert.equal(await cell('lookups-test-3[.]com', 'state').innerText(), 'To Review');
  });

  it('are plain text, and found by the filter', async () => {
    const shown = await cell('lookups-test-2[.]com', 'note').innerText();
    assert.equal(shown, '<img src=x onerror=alert(1)> seen by lookups-test-9[.]com [U+202E]');
    assert.equal(await page().locator('tbody img').count(), 0);
    const filter = page().getByRole('searchbox');
    await filter.fill('onerror');
    await names('lookups-test-2[.]com');
    await filter.fill('q3 rep');
    await names('lookups-test-3[.]com');
    await filter.fill('lookups-test');
    await page().getByText('2 of 3 shown').waitFor();
  });

  it('are copied for a ticket, escaped', async () => {
    await button('Copy for Ticket').click();
    const ticket = await until(
      async () => ((await env.clipboard.readText()).includes('Note') ? env.clipboard.readText() : undefined),
      {
        what: 'no ticket',
      },
    );
    assert.ok(ticket.includes('`<img src=x onerror=alert(1)> seen by lookups-test-9[.]com [U+202E]`'), ticket);
    assert.ok(ticket.includes('`Q3 report`'), ticket);
  });

  it('are in the view of the list, with the whole note in the tooltip', async () => {
    const view = triage().host.views.get(viewIds.triageList);
    assert.ok(view);
    const items = await Promise.all(((await view.getChildren()) ?? []).map(async (row) => view.getTreeItem(row)));
    const all = items
      .map(({ description, tooltip }) => `${String(description)} | ${typeof tooltip === 'string' ? tooltip : ''}`)
      .join('\n');
    assert.match(all, /To Review · No information · Q3 report \|/);
    assert.match(all, /To Review · No information · “<img [^”]* seen by …” \|/);
    assert.match(all, /Note: .*seen\nby lookups-test-9\[\.\]com/);
  });
});
