import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { waitForQuickInput, waitForMessage, submitScan } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  hoverText,
  leaveHover,
  pickInQuickInput,
  runCommand,
  screenshot,
  typeInQuickInput,
} from '../harness/workbench';

const value = 'login-update.example';

describe('An override', () => {
  const vsCode = useVsCode({ files: { 'proxy.log': `lookup of ${value}\n` }, openFiles: ['proxy.log'] });

  const hover = async (page: Page, matching: RegExp): Promise<string> => {
    const text = await hoverText(page, value, { matching, within: 40_000 });
    return text;
  };
  const command = async (page: Page, id: string): Promise<void> => {
    await leaveHover(page);
    await runCommand(page, id);
    await typeInQuickInput(page, value);
  };

  before(async function () {
    this.timeout(60_000);
    await runCommand(vsCode().page, 'threatLookups.loadSample');
    await hover(vsCode().page, /Critical risk/);
  });

  it('takes precedence over every source, shows the calculated score, and can be reset', async () => {
    const { page } = vsCode();
    await command(page, 'threatLookups.setRisk');
    await waitForQuickInput(page, /Set Risk of login-update\[\.\]example[^]*on this machine only/);
    await screenshot(page, 'set risk');
    await pickInQuickInput(page, /Low risk/);
    await waitForMessage(page, /login-update\[\.\]example: Low risk, set by you/);
    assert.match(await hover(page, /Low risk/), /set manually \(automatic score: critical\)/);
    await screenshot(page, 'risk set by hand');
    await command(page, 'threatLookups.setRisk');
    await pickInQuickInput(page, /Remove Custom Risk/);
    await waitForMessage(page, /the custom risk was removed\. Now: Critical risk/);
    assert.doesNotMatch(await hover(page, /Critical risk/), /set manually/);
  });

  it('retires an indicator, and reactivates it', async () => {
    const { page } = vsCode();
    await command(page, 'threatLookups.retireIndicator');
    await waitForMessage(page, /login-update\[\.\]example is marked as retired/);
    await hover(page, /Critical risk ·\s+retired/);
    await screenshot(page, 'retired by hand');
    await command(page, 'threatLookups.unretireIndicator');
    await waitForMessage(page, /login-update\[\.\]example is active again/);
    assert.doesNotMatch(await hover(page, /Critical risk/), /retired/);
  });

  it('ends with new activity: a stored scan reactivates the indicator', async () => {
    const { page } = vsCode();
    await command(page, 'threatLookups.retireIndicator');
    await hover(page, /Critical risk ·\s+retired/);
    await leaveHover(page);
    // Only a scan that is visible to others counts as activity.
    await submitScan(page, value, 'Passive Scan');
    await waitForMessage(page, /login-update\[\.\]example: Critical risk · retired \(unchanged\)/);
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, value);
    await pickInQuickInput(page, /visible to others/);
    await waitForQuickInput(page, /visible to others\s*on\b/);
    await pickInQuickInput(page, 'Passive Scan');
    await waitForMessage(page, /login-update\[\.\]example: Critical risk \(previously: Critical risk · retired\)/);
    assert.doesNotMatch(await hover(page, /Critical risk/), /retired/);
  });
});
