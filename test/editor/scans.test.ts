import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ScanEngine, type Scan, type Scans } from '../../src/core/scans';
import { emptyRecord } from '../../src/core/records/record';
import { isOpen } from '../../src/core/scans/types';
import { eventually } from './helpers/waiting';
import { scanItem } from '../../src/features/scans/scansView';

const indicator = { type: 'domain', value: 'lookups-test-1.com' } as const;

/** An engine without a store, with a service whose scans finish at once. */
function quickScans(): Scans {
  const none = (): Promise<never> => Promise.reject(new Error('no store'));
  const record = { ...emptyRecord(indicator.value, 'domain'), risk: 'high' } as const;
  return new ScanEngine({
    store: { list: none, save: none, remove: none, lease: none },
    service: () => ({
      address: 'https://lookups-test-9.com',
      host: 'lookups-test-9.com',
      remote: true,
      submitScan: () => Promise.resolve({ ok: true, value: { qid: 7 } }),
      pollScan: () => Promise.resolve({ ok: true, value: { kind: 'done', record } }),
    }),
    isOffline: () => false,
    blocked: () => undefined,
    requestLog: { begin: () => () => undefined },
    saveResult: () => Promise.resolve(),
    now: Date.now,
    wait: (millis, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, millis);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve(undefined);
        });
      }),
  });
}

describe('Scans in VS Code', () => {
  it('register their commands', async () => {
    const commands = new Set(await vscode.commands.getCommands(true));
    const wanted = ['scan', 'cancelScans', 'repeatFailedScans', 'clearScans', 'setRisk', 'retireIndicator'];
    assert.deepEqual(
      wanted.filter((name) => !commands.has(`threatLookups.${name}`)),
      [],
    );
  });

  it('have a view that opens on demand', async () => {
    await vscode.commands.executeCommand('threatLookups.scans.focus');
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('have a label, an icon, and context menu commands', async () => {
    const scans = quickScans();
    const item = (scan: Scan): vscode.TreeItem => scanItem(scan, (value) => value.replaceAll('.', '[.]'), Date.now());
    const [scan] = await scans.add([{ indicator, sent: indicator, kind: 'passive', store: false }]);
    assert.ok(scan);
    assert.equal(item(scan).contextValue, 'open');
    const ended = await eventually(() => scans.list().find((each) => !isOpen(each)), 'the end of the scan');
    const line = item(ended);
    assert.equal(line.label, 'lookups-test-1[.]com');
    assert.match(String(line.description), /^High risk \(previously: not found\) · passive · /);
    assert.deepEqual(line.iconPath, new vscode.ThemeIcon('error', new vscode.ThemeColor('threatLookups.risk.high')));
    assert.equal(line.contextValue, 'done');
    assert.equal(line.command?.command, 'threatLookups.openRecord');
    scans.dispose();
  });
});
