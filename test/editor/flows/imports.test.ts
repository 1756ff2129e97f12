import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { useWindow } from '../window';

describe('An imported list', () => {
  const window = useWindow({ settings: { 'threatLookups.lookups': 'offline' } });
  let log: TextDocument;
  before(async () => {
    log = await window.document('proxy.log', 'CONNECT team-list.example:443\nCONNECT later.example:443\n');
  });
  const question = /List Type: team\.txt[^]*How should entries without a risk be treated\?/;

  it('is asked about before it is imported, and has no risk if that is not answered', async () => {
    const { uri } = await window.document('team.txt', 'team-list.example\n');
    window().begin('threatLookups.import', uri);
    const prompt = await window().prompt(question);
    assert.deepEqual(
      prompt.labels().map((label) => label.replace(/^\W+/, '')),
      [
        'High risk',
        'Critical risk',
        'Medium risk',
        'Low risk',
        'Listed only, no risk',
        'Informational',
        'Known services',
      ],
    );
    assert.match(prompt.activeLabel() ?? '', /High risk recommended/);
    prompt.cancel();
    await window().messages.notification(/Imported 1 indicator from “team\.txt”/);
    await window().hover(log, 'team-list.example', /Risk unknown[^]*team\.txt/);
  });

  it('is rated as answered, at once, and also what it adds later', async () => {
    const { uri } = await window.document('team.txt', 'team-list.example\n');
    window().begin('threatLookups.import', uri);
    await window().choose(question, /High risk/);
    await window().hover(log, 'team-list.example', /High risk[^]*Listed in/);
    const later = await window.document('team.txt', 'team-list.example\nlater.example\n');
    await window().run('threatLookups.import', later.uri);
    assert.equal(window().isPrompting(), false);
    await window().hover(log, 'later.example', /High risk[^]*Listed in/);
  });

  it('can be rated from its notification, after the question was closed', async () => {
    const { uri } = await window.document('other.txt', 'other-list.example\n');
    window().begin('threatLookups.import', uri);
    (await window().prompt(/List Type: other\.txt/)).cancel();
    (await window().messages.notification(/Entries in “other\.txt” have no risk yet/)).click('Change List Type…');
    await window().choose(/List Type: other\.txt/, /Medium risk/);
    await window().messages.message(/List type of “other\.txt” is now: Medium risk/);
  });

  it('only describes its entries, if that is the answer', async () => {
    const { uri } = await window.document('exits.txt', 'exit-1.example\n');
    window().begin('threatLookups.import', uri);
    await window().choose(/List Type: exits\.txt/, /Informational/);
    await window().messages.notification(/Imported 1 indicator from “exits\.txt”/);
    const exits = await window.document('exits.log', 'exit-1.example\n');
    const hover = await window().hover(exits, 'exit-1.example', /Listed · exits\.txt/);
    assert.doesNotMatch(hover, /Reasons/);
  });

  it('is asked about together with others, before any of them is imported', async () => {
    const first = await window.document('first list.txt', 'first-of-two.example\n');
    const second = await window.document('second list.txt', 'second-of-two.example\n');
    window().begin('threatLookups.import', first.uri, [first.uri, second.uri]);
    await window().choose(/Type of 2 Lists/, /Medium risk/);
    await window().messages.notification(/Imported 2 indicators from 2 files/);
    const both = await window.document('two.log', 'first-of-two.example second-of-two.example\n');
    await window().hover(both, 'first-of-two.example', /Medium risk/);
    await window().hover(both, 'second-of-two.example', /Medium risk/);
    assert.equal(window().isPrompting(), false);
  });

  it('is not asked about where it blocks for many reasons, unless as a recommendation of nothing', async () => {
    const { uri } = await window.document('blocked hosts', '# hosts\n0.0.0.0 ads-1.example\n0.0.0.0 ads-2.example\n');
    window().begin('threatLookups.import', uri);
    const prompt = await window().prompt(/List Type: blocked hosts/);
    assert.match(prompt.activeLabel() ?? '', /Listed only, no risk recommended/);
    prompt.cancel();
  });
});

describe('A table of unknown form', () => {
  const window = useWindow({ settings: { 'threatLookups.lookups': 'offline' } });
  const rows = 'when,src,dst,family\n2026-02-03,first.example,second.example,Copper Kettle\n';
  const columns = /Columns of proxy\.csv[^]*What do the columns contain\?/;

  it('is shown with what its columns seem to contain, and read as corrected', async () => {
    const log = await window.document('table.log', 'first.example second.example\n');
    const { uri } = await window.document('proxy.csv', rows);
    window().begin('threatLookups.import', uri);
    const prompt = await window().prompt(columns);
    assert.match(prompt.text(), /Import with These Columns[^]*src Indicator[^]*family Threat/);
    await window().choose(columns, /^when/);
    assert.match((await window().prompt(/Column “when”/)).text(), /Other Content current/);
    await window().choose(/Column “when”/, /Other Content/);
    await window().choose(columns, /^src/);
    await window().choose(/Column “src”/, /Other Content/);
    await window().choose(columns, /^dst/);
    await window().choose(/Column “dst”/, /Indicator/);
    await window().choose(columns, /Import with These Columns/);
    await window().messages.notification(/Imported 1 indicator from “proxy\.csv”/);
    await window().hover(log, 'second.example', /High risk[^]*Copper Kettle/);
  });

  it('is read in the same way when it is imported again, without a question', async () => {
    const { uri } = await window.document('proxy.csv', rows.replace('second.example', 'third.example'));
    const log = await window.document('more.log', 'third.example\n');
    await window().run('threatLookups.import', uri);
    assert.equal(window().isPrompting(), false);
    await window().hover(log, 'third.example', /High risk[^]*Copper Kettle/);
  });

  it('can be corrected later, which removes what was read before', async () => {
    window().begin('threatLookups.setColumns');
    await window().choose(columns, /^src/);
    await window().choose(/Column “src”/, /Indicator/);
    await window().choose(columns, /^dst/);
    await window().choose(/Column “dst”/, /Other Content/);
    const changes = /Changes: src: Other Content → Indicator and dst: Indicator → Other Content\. First row: /;
    await window().prompt(changes);
    await window().choose(columns, /Import with These Columns/);
    const log = await window.document('corrected.log', 'first.example third.example\n');
    await window().hover(log, 'first.example', /High risk[^]*Copper Kettle/);
    assert.doesNotMatch(await window().hover(log, 'third.example', /Reserved name/), /Copper Kettle/);
  });

  it('can be corrected where the names of the columns say all, and stays as it is if the question is closed', async () => {
    const { uri } = await window.document('named.csv', 'domain,severity\nfifth.example,high\n');
    await window().run('threatLookups.import', uri);
    await window().messages.notification(/Imported 1 indicator from “named\.csv”/);
    window().begin('threatLookups.setColumns');
    (await window().prompt(/Columns of named\.csv[^]*domain Indicator[^]*severity Risk/)).cancel();
    window().begin('threatLookups.setColumns');
    await window().choose(/Columns of named\.csv/, /^severity/);
    await window().choose(/Column “severity”/, /Other Content/);
    await window().choose(/Columns of named\.csv/, /Import with These Columns/);
    const log = await window.document('named.log', 'fifth.example\n');
    const prompt = await window().prompt(/List Type: named\.csv/);
    prompt.cancel();
    await window().hover(log, 'fifth.example', /Risk unknown/);
  });

  it('says which risk applies where a column has others than words', async () => {
    const { uri } = await window.document('scores.csv', 'host,score,family\nseventh.example,85,\n');
    window().begin('threatLookups.import', uri, undefined, { asksColumns: true });
    await window().choose(/Columns of scores\.csv/, /^score/);
    await window().choose(/Column “score”/, /^Risk/);
    (await window().prompt(/Unknown risk “85”; the risk of the list applies/)).cancel();
  });

  it('is said not to be one where a source has no columns', async () => {
    const { uri } = await window.document('plain.txt', 'sixth.example\n');
    await window().run('threatLookups.import', uri, undefined, { asksColumns: true });
    await window().messages.message(/plain\.txt isn't a table whose columns can be chosen/);
  });

  it('imports nothing if the question is closed', async () => {
    const { uri } = await window.document('closed.csv', rows);
    window().begin('threatLookups.import', uri);
    (await window().prompt(/Columns of closed\.csv/)).cancel();
    await window().messages.notification(/Import canceled/);
  });
});
