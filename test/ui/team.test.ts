import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { testedCli } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { newDatabase } from '../harness/postgres';
import { waitForResults } from '../harness/queries';
import { waitForMessage, waitForQuickInput } from '../harness/scans';
import { useVsCode, type VsCodeOptions } from '../harness/vsCode';
import {
  goToLine,
  hoverText,
  leaveHover,
  notification,
  openFile,
  pickInQuickInput,
  runCommand,
  screenshot,
  statusBarText,
  typeInQuickInput,
} from '../harness/workbench';
import { useCli } from '../unit/service/cli/running';
import { withPostgres } from '../unit/service/team/withPostgres';

const log = ['GET lookups-test-1.com 200', 'GET lookups-test-2.com 200', 'GET lookups-test-3.com 200'].join('\n');
const window: VsCodeOptions = { files: { 'proxy.log': log } };

withPostgres('Two people with one service', () => {
  const { path, runProgram, start } = useCli(testedCli);
  let address = '';
  let url = '';
  const keys: Record<string, string> = {};

  const command = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await runProgram([...args, '--db', address]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  before(async () => {
    address = await newDatabase();
    writeFileSync(
      path('phishing.csv'),
      'value,risk,threat\nlookups-test-1.com,high,Fishy\nlookups-test-2.com,low,Fishy\n',
    );
    await command('import', path('phishing.csv'));
    for (const [name, role] of [
      ['Ana', 'edit'],
      ['Ben', 'read'],
    ] as const)
      keys[name] = String((await command('team', 'add', name, '--role', role))['key']);
    const [line] = (await once(createInterface({ input: start(['service', '--db', address]).stdout }), 'line')) as [
      string,
    ];
    ({ url } = JSON.parse(line) as { readonly url: string });
  });
  const ana = useVsCode(window);
  const ben = useVsCode(window);

  const connect = async (page: Page, name: string): Promise<void> => {
    await runCommand(page, 'threatLookups.connect');
    await typeInQuickInput(page, url);
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, keys[name] ?? '');
    await waitForQuickInput(page, /Select Lookup Mode/);
    await pickInQuickInput(page, 'On hover');
    await openFile(page, 'proxy.log');
  };
  before(async function connectBoth() {
    this.timeout(180_000);
    await Promise.all([connect(ana().page, 'Ana'), connect(ben().page, 'Ben')]);
  });

  it('see what one of them has imported, in hovers and in triage', async () => {
    const { page } = ben();
    const hover = await hoverText(page, 'lookups-test-1.com', { matching: /High risk/ });
    assert.match(hover, /Threats\s+Fishy[^]*Source\s+127\.0\.0\.1:\d+, updated/);
    await screenshot(page, 'team hover');
    await leaveHover(page);
    await runCommand(page, 'threatLookups.triage');
    const frame = await waitForResults(page, /3 indicators: 1 found/);
    const row = frame.locator('tbody tr[data-index]', { hasText: 'lookups-test-1[.]com' });
    assert.match(await row.locator('td.cell-risk').innerHTML(), /high/i);
  });

  it('see what one of them notes for the team, without a lookup', async () => {
    const { page } = ana();
    await goToLine(page, 1, 8);
    await runCommand(page, 'threatLookups.editNote');
    await waitForQuickInput(page, /For me[^]*For the team\s*sends lookups-test-1\.com to 127\.0\.0\.1/);
    await screenshot(page, 'team audience');
    await pickInQuickInput(page, /For the team/);
    await waitForQuickInput(page, /Note for [^]*The whole team sees this/);
    await typeInQuickInput(page, 'Seen in the mail gateway');
    await waitForMessage(page, /Saved/);
    // With the next poll, within a minute.
    const note = { matching: /Team\s+Note: Seen in the mail gateway\s+by Ana/, within: 90_000 };
    await hoverText(ben().page, 'lookups-test-1.com', note);
    await screenshot(ben().page, 'team note');
  });

  it('learn that a key was revoked with the next lookup, which changes nothing for others', async () => {
    await command('team', 'revoke', 'Ben');
    // The service knows a key for a few seconds without asking its database again.
    const request = new URL(`/api/indicator.php?iid=1&key=${keys['Ben'] ?? ''}`, url);
    const isRejected = async (): Promise<boolean> => (await fetch(request)).status === 401;
    await until(isRejected, { within: 30_000, what: 'the service still accepts the key' });
    const { page } = ben();
    const hover = await hoverText(page, 'lookups-test-3.com', { matching: /API key/ });
    assert.match(hover, /rejected the API key \(HTTP 401\)[^]*Set API Key…/);
    await notification(page, /rejected the API key/);
    assert.match(await statusBarText(page), /API key rejected/);
    await screenshot(page, 'team revoked');
    await hoverText(ana().page, 'lookups-test-2.com', { matching: /Low risk/ });
  });
});
