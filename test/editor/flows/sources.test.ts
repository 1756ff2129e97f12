import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useRecordingService } from '../../harness/recordingService';
import { useWindow } from '../window';

describe('The view Sources', () => {
  const window = useWindow({ settings: { 'threatLookups.lookups': 'offline' } });
  const rows = (matching: RegExp): Promise<string> => window().views.rows(viewIds.sources, matching);
  let log: vscode.TextDocument;

  async function importText(name: string, text: string, answer: RegExp): Promise<void> {
    const { uri } = await window.document(name, text);
    window().begin('threatLookups.import', uri);
    await window().choose(/List Type/, answer);
  }

  before(async () => {
    log = await window.document('sources.log', 'only-first.example both.example pasted.example dropped-one.example\n');
  });

  it('shows each import with its age, its number of indicators, and what being listed means', async () => {
    await importText('first.txt', 'only-first.example\nboth.example\nco.uk\n', /High risk/);
    await importText('second.txt', 'both.example\n', /Listed only/);
    await window().run('threatLookups.sources.focus');
    await rows(/second\.txt\s*just now · 1 · no risk[^]*first\.txt\s*just now · 2 · High risk/);
    await window().hover(log, 'only-first.example', /High risk/);
  });

  it('changes what a source means without importing it again', async () => {
    const row = window().views.element(viewIds.sources, /first\.txt/);
    window().begin('threatLookups.changeListType', row);
    await window().choose(/List Type: first\.txt/, /Medium risk/);
    await rows(/first\.txt\s*just now · 2 · Medium risk/);
    await window().hover(log, 'only-first.example', /Medium risk/);
  });

  it('removes exactly what one import says', async () => {
    const row = window().views.element(viewIds.sources, /first\.txt/);
    window().begin('threatLookups.removeSource', row);
    const dialog = await window().messages.dialog(/Remove “first\.txt”/);
    assert.match(dialog.text, /2 indicators/);
    dialog.click('Remove');
    await window().messages.message(/Removed data about 2 indicators/);
    await rows(/^second\.txt[^\n]*$/);
    await window().hover(log, 'both.example', /Listed in second\.txt|second\.txt/);
    await window().hover(log, 'only-first.example', /Reserved name/);
  });

  it('imports files that are dropped onto it, but no web address', async () => {
    const { uri } = await window.document('dropped.txt', 'dropped-one.example\ndropped-two.example\n');
    const uris = `# from a browser\r\nhttps://intel.example/list.txt\r\n${uri.toString()}\r\n`;
    window().views.drop(viewIds.sources, { 'text/uri-list': uris, 'text/plain': uri.fsPath });
    await window().choose(/List Type: dropped\.txt/, /High risk/);
    await rows(/dropped\.txt[^]*just now · 2 · High risk/);
    await window().hover(log, 'dropped-one.example', /High risk/);
  });

  it('imports the clipboard', async () => {
    await vscode.env.clipboard.writeText('pasted[.]example');
    window().begin('threatLookups.importClipboard');
    await window().choose(/List Type: Pasted/, /High risk/);
    await rows(/Pasted[^]*just now · 1 · High risk/);
    await window().hover(log, 'pasted.example', /High risk/);
  });
});

describe('The service in the view Sources', () => {
  const service = useRecordingService();
  // Ages are updated twice a minute, which would hide that nothing else updates the row.
  const never = (() => setInterval(() => undefined, 2 ** 30)) as unknown as typeof setInterval;
  const window = useWindow(() => ({
    settings: { 'threatLookups.lookups': 'onDemand', 'threatLookups.baseUrl': service().url },
    clock: { Date, setInterval: never },
  }));
  const rows = (matching: RegExp): Promise<string> => window().views.rows(viewIds.sources, matching);

  it('shows the lookup mode as soon as it changes', async () => {
    const { uri } = await window.document('mode.txt', 'mode-one.example\n');
    window().begin('threatLookups.import', uri);
    await window().choose(/List Type/, /High risk/);
    await window().run('threatLookups.sources.focus');
    await rows(/127\.0\.0\.1:\d+\s*on demand/);
    for (const mode of ['Automatic', 'Offline']) {
      window().begin('threatLookups.changeMode');
      await window().choose(/Lookup Mode/, new RegExp(`^${mode}`));
      await rows(new RegExp(`127\\.0\\.0\\.1:\\d+\\s*${mode.toLowerCase()}`));
    }
  });
});

describe('Text that is dropped onto the view Sources', () => {
  const window = useWindow({ settings: { 'threatLookups.lookups': 'offline' } });

  it('is imported like the clipboard', async () => {
    const log = await window.document('dropped.log', 'dropped-text.example\n');
    await window().run('threatLookups.sources.focus');
    window().views.drop(viewIds.sources, { 'text/plain': 'see dropped-text[.]example and more' });
    await window().choose(/List Type: Pasted/, /High risk/);
    await window().views.rows(viewIds.sources, /Pasted[^]*just now · 1 · High risk/);
    await window().hover(log, 'dropped-text.example', /High risk/);
  });
});
