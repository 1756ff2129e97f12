import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { useWindow } from '../window';

const value = 'login-update.example';

describe('An override', () => {
  const window = useWindow();
  let log: TextDocument;

  const hover = (matching: RegExp): Promise<string> => window().hover(log, value, matching);
  const command = async (id: string): Promise<void> => {
    window().begin(id);
    await window().answer(/Enter a domain, IP address, or URL/, value);
  };

  before(async () => {
    log = await window.document('proxy.log', `lookup of ${value}\n`);
    await window().run('threatLookups.loadSample');
    await hover(/Critical risk/);
  });

  it('takes precedence over every source, shows the calculated score, and can be reset', async () => {
    await command('threatLookups.setRisk');
    await window().choose(/Set Risk of login-update\[\.\]example[^]*on this machine only/, /Low risk/);
    await window().messages.message(/The risk of login-update\[\.\]example is now: low/);
    assert.match(await hover(/Low risk/), /set manually \(automatic score: critical\)/);
    await command('threatLookups.setRisk');
    await window().choose(/Set Risk of/, /Remove Custom Risk/);
    await window().messages.message(/Removed the custom risk for .*\. Risk is now: critical/);
    assert.doesNotMatch(await hover(/Critical risk/), /set manually/);
  });

  it('retires an indicator, and reactivates it', async () => {
    await command('threatLookups.retireIndicator');
    await window().messages.message(/login-update\[\.\]example is marked as retired/);
    await hover(/Critical risk ·\s+retired/);
    await command('threatLookups.unretireIndicator');
    await window().messages.message(/login-update\[\.\]example is active again/);
    assert.doesNotMatch(await hover(/Critical risk/), /retired/);
  });

  it('ends with new activity: a stored scan reactivates the indicator', async () => {
    await command('threatLookups.retireIndicator');
    await hover(/Critical risk ·\s+retired/);
    // Only a scan that is visible to others counts as activity.
    await command('threatLookups.scan');
    await window().choose(/Select a scan type/, 'Local Scan');
    await window().messages.message(/login-update\[\.\]example: Critical risk · retired \(unchanged\)/);
    await command('threatLookups.scan');
    await window().choose(/visible to others off/, /visible to others/);
    await window().choose(/visible to others on/, 'Local Scan');
    await window().messages.message(/login-update\[\.\]example: Critical risk \(previously: Critical risk · retired\)/);
    assert.doesNotMatch(await hover(/Critical risk/), /retired/);
  });
});
