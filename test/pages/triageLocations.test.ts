import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { strings } from '../../src/features/triage/strings';
import { accessibilityViolations } from '../harness/panels';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { user } from '../harness/pages/user';
import type { Uri } from '../harness/fakeVsCode';
import { zipOf } from '../harness/zipFile';

const long = `https://lookups-test-1.com/session?${'user=someone&'.repeat(30)}`;
const log = ['GET lookups-test-1.com', `GET ${long}`, 'GET lookups-test-1.com', 'GET lookups-test-1.com', ''].join(
  '\n',
);
const name = 'lookups-test-1[.]com';
const domain = { type: 'domain', value: 'lookups-test-1.com' };

interface Opened {
  readonly path: string;
  readonly line: number;
}

/** The files that VS Code was asked to open, each with its line from 1. */
function opened(): readonly Opened[] {
  return user.executed.flatMap(({ command, args }) => {
    if (command !== 'vscode.open') return [];
    const [uri, options] = args as [Uri, { readonly selection: { readonly start: { readonly line: number } } }];
    return [{ path: uri.path, line: options.selection.start.line + 1 }];
  });
}

describe('Locations of triage rows', () => {
  const triage = useTriagePage({
    prepare: (host) => [host.write('proxy.log', log)],
    viewport: { width: 460, height: 800 },
  });
  const { page, row, cell, top, names } = locate(triage);
  const filter = () => page().getByRole('searchbox', { name: 'Filter rows' });
  /** Which of the four lines was shown last, and that the stub of VS Code has no editor for it. */
  const occurrence = (index: number, line: number): string =>
    strings.locationWith(strings.locationOf(index, 4), strings.notShown('proxy.log', line));

  it('are visible in a narrow panel', async () => {
    await top(/2 indicators/);
    for (const width of [560, 460]) {
      await triage().panel.setWidth(width);
      const isVisible = async (): Promise<boolean> => {
        const where = await cell(name, 'where').boundingBox();
        const room = await page().locator('.results').boundingBox();
        return where !== null && room !== null && where.x + where.width <= room.x + room.width + 1;
      };
      await until(isVisible, { what: `the location isn't visible at ${width}` });
    }
    assert.deepEqual(await accessibilityViolations(triage().panel.frame), []);
  });

  it('stay with the rows that match a filter for a name as in the log', async () => {
    await row(name).locator('td.cell-lines').click();
    await page().keyboard.press('Control+f');
    await page().keyboard.insertText('lookups-test-1.com/session');
    await until(async () => (await page().locator('tbody tr[data-index]').count()) === 1, {
      what: 'the one row that matches',
    });
    assert.equal(await page().locator('td.cell-where').innerText(), 'line 2');
    await filter().fill('no such name');
    await names();
    await filter().fill('');
  });

  it('are opened beside the panel by a click, the first one first', async () => {
    await cell(name, 'where').getByRole('button').click();
    const path = `${triage().host.folder}/proxy.log`;
    await until(() => opened().length === 1, { what: 'nothing opens' });
    assert.deepEqual(opened(), [{ path, line: 1 }]);
    assert.equal(triage().host.messages.at(-1), occurrence(1, 1));
  });

  it('belong to the row of the last click, so that keys continue with it', async () => {
    const { host } = triage();
    // The filter has the focus, and another row was active before.
    await row('session').locator('td.cell-lines').click();
    await filter().focus();
    await cell(name, 'where').getByRole('button').click();
    await until(() => opened().length === 2, { what: 'nothing opens' });
    await host.command('threatLookups.nextOccurrence');
    assert.equal(opened().at(-1)?.line, 2);
    await host.command('threatLookups.previousOccurrence');
    assert.equal(host.messages.at(-1), occurrence(1, 1));
  });

  it('are visited one after the other by commands, in both directions and from the start again', async () => {
    const { host } = triage();
    user.executed.length = 0;
    for (const command of ['nextOccurrence', 'nextOccurrence', 'nextOccurrence', 'previousOccurrence'] as const)
      await host.command(`threatLookups.${command}`, domain);
    assert.deepEqual(
      opened().map(({ line }) => line),
      [2, 3, 4, 3],
    );
    assert.deepEqual(host.messages.slice(-4), [occurrence(2, 2), occurrence(3, 3), occurrence(4, 4), occurrence(3, 3)]);
    const context = user.executed.findLast(({ command }) => command === 'setContext');
    assert.deepEqual(context?.args, ['threatLookups.triagePlace', true]);
  });

  it('keep their filter after a reload', async () => {
    await filter().fill('session');
    await until(async () => (await page().locator('tbody tr[data-index]').count()) === 1, {
      what: 'the one row that matches',
    });
    await triage().panel.waitForState({ filter: 'session' });
    await triage().panel.reloadWindow();
    await top(/2 indicators/);
    await page().getByText('1 of 2 shown').waitFor();
    assert.equal(await page().locator('tbody tr[data-index]').count(), 1);
    assert.equal(await filter().inputValue(), 'session');
  });
});

describe('A triage of a ZIP archive', () => {
  const triage = useTriagePage({
    prepare: (host) => [
      host.write(
        'logs.zip',
        zipOf([
          { name: 'one.log', content: 'first line\nGET lookups-test-1.com\n' },
          { name: 'two.log', content: 'first line\nsecond line\nGET lookups-test-2.com\n' },
          { name: 'secret.log', content: 'GET lookups-test-3.com\n', isEncrypted: true },
        ]),
      ),
    ],
    viewport: { width: 1200, height: 800 },
  });
  const { page, row, cell, top } = locate(triage);

  it('counts the lines of each file, and names files that can’t be read', async () => {
    await top(/2 indicators/);
    assert.equal(await cell('lookups-test-1', 'where').innerText(), 'logs.zip!one.log:2');
    assert.equal(await cell('lookups-test-2', 'where').innerText(), 'logs.zip!two.log:3');
    await page()
      .getByText(/Not read: .*logs\.zip!secret\.log \(.*encrypted/i)
      .waitFor();
  });

  it('unfolds and opens lines of a file', async () => {
    await row('lookups-test-2').locator('.unfold').click();
    await page().locator('.line-of-row', { hasText: 'logs.zip!two.log, line 3' }).first().waitFor();
    await cell('lookups-test-2', 'where').getByRole('button').click();
    await until(() => triage().host.ran.some(({ id }) => id === 'threatLookups.goToLogLine'), {
      what: 'no line is opened',
    });
    const location = triage().host.ran.find(({ id }) => id === 'threatLookups.goToLogLine')?.args[0];
    assert.deepEqual(location, { uri: `${triage().host.uri('logs.zip').toString()}#two.log`, line: 3, column: 5 });
  });
});
