import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MirrorMemory } from '../../src/features/sources/mirrorMemory';
import { TaxiiSecrets } from '../../src/features/sources/taxiiSecrets';
import { FakeSecrets, memory, recordingOutput } from './helpers/fakes';

describe('Local Mirrors in VS Code', () => {
  it('register their commands', async () => {
    const commands = new Set(await vscode.commands.getCommands(true));
    const wanted = [
      'addTaxiiServer',
      'syncAll',
      'fullSync',
      'pauseSync',
      'resumeSync',
      'cancelSync',
      'chooseCollections',
      'changeCredentials',
      'removeSource',
      'showSyncReport',
    ];
    assert.deepEqual(
      wanted.filter((name) => !commands.has(`threatLookups.${name}`)),
      [],
    );
  });

  it('have a view that opens on demand', async () => {
    await vscode.commands.executeCommand('threatLookups.sources.focus');
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('store secrets by URL, share keys within the same origin only, and delete unused ones', async () => {
    const secrets = new FakeSecrets();
    const taxii = new TaxiiSecrets(secrets, (address) => Promise.resolve(`key of ${address}`), recordingOutput());
    const address = 'https://intel.example/p';
    const own = { kind: 'basic', user: 'u' } as const;
    await taxii.set(address, own, 'secret');
    assert.equal(await taxii.get({ address, signIn: own }), 'secret');
    assert.equal(await taxii.get({ address: 'https://intel.example', signIn: own }), undefined);
    const borrowed = { kind: 'basic', user: 'taxii2', keyOf: 'https://intel.example' } as const;
    assert.equal(await taxii.get({ address, signIn: borrowed }), 'key of https://intel.example');
    assert.equal(await taxii.get({ address: 'https://other.example', signIn: borrowed }), undefined);
    await taxii.set(address, borrowed, undefined);
    assert.deepEqual([...secrets.values], []);
  });

  it('read the stored state of syncs, even if it is invalid', () => {
    const kept = memory();
    const mirror = new MirrorMemory(kept);
    assert.deepEqual(mirror.syncs(), { paused: [], underWay: [] });
    mirror.saveSyncs({ paused: ['a'], underWay: [{ key: 'b', full: true }] });
    assert.deepEqual(mirror.syncs(), { paused: ['a'], underWay: [{ key: 'b', full: true }] });
    void kept.update('mirror.syncs', { paused: [1, 'c'], underWay: 'x' });
    assert.deepEqual(mirror.syncs(), { paused: ['c'], underWay: [] });
  });
});
