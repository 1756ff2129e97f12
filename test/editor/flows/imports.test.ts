import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { useWindow } from '../window';

describe('An imported list', () => {
  const window = useWindow({ settings: { 'threatLookups.lookups': 'offline' } });
  let log: TextDocument;
  before(async () => {
    log = await window.document('proxy.log', 'CONNECT team-list.example:443\nCONNECT later.example:443\n');
  });
  const question = /Risk of Entries: team\.txt[^]*What does it mean to be on this list\?/;

  it('is asked about once its entries are there, and has no risk while that is not answered', async () => {
    const { uri } = await window.document('team.txt', 'team-list.example\n');
    window().begin('threatLookups.import', uri);
    const prompt = await window().prompt(question);
    assert.deepEqual(
      prompt.labels().map((label) => label.replace(/^\W+/, '')),
      ['High risk', 'Medium risk', 'Low risk', 'Nothing by itself'],
    );
    assert.match(prompt.activeLabel() ?? '', /High risk recommended/);
    prompt.cancel();
    await window().messages.notification(/Imported 1 indicator from team\.txt/);
    await window().hover(log, 'team-list.example', /Risk unknown[^]*team\.txt/);
  });

  it('is rated as answered, at once, and also what it adds later', async () => {
    const { uri } = await window.document('team.txt', 'team-list.example\n');
    window().begin('threatLookups.import', uri);
    await window().choose(question, /High risk/);
    await window().hover(log, 'team-list.example', /High risk[^]*On the list/);
    const later = await window.document('team.txt', 'team-list.example\nlater.example\n');
    await window().run('threatLookups.import', later.uri);
    assert.equal(window().isPrompting(), false);
    await window().hover(log, 'later.example', /High risk[^]*On the list/);
  });

  it('can be rated from its notification, after the question was closed', async () => {
    const { uri } = await window.document('other.txt', 'other-list.example\n');
    window().begin('threatLookups.import', uri);
    (await window().prompt(/Risk of Entries: other\.txt/)).cancel();
    (await window().messages.notification(/from other\.txt/)).click('Set Risk…');
    await window().choose(/Risk of Entries: other\.txt/, /Medium risk/);
    await window().messages.message(/“other\.txt”: Medium risk/);
  });

  it('is not asked about where it blocks for many reasons, unless as a recommendation of nothing', async () => {
    const { uri } = await window.document('blocked hosts', '# hosts\n0.0.0.0 ads-1.example\n0.0.0.0 ads-2.example\n');
    window().begin('threatLookups.import', uri);
    const prompt = await window().prompt(/Risk of Entries: blocked hosts/);
    assert.match(prompt.activeLabel() ?? '', /Nothing by itself recommended/);
    prompt.cancel();
  });
});
