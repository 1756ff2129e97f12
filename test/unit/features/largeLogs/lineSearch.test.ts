import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { LargeLogParts } from '../../../../src/features/largeLogs/largeLogParts';
import { LineSearch } from '../../../../src/features/largeLogs/lineSearch';
import type { Navigation } from '../../../../src/features/largeLogs/navigation';
import type { OpenLogs } from '../../../../src/features/largeLogs/openLogs';
import { findInAll, type FindInAllInput, type FindInAllProgress } from '../../../../src/service/largeFiles/lines';
import { Uri, window } from '../../../harness/fakeVsCode';
import { PanelStub } from '../../../harness/pages/panelStub';

const none: unknown = {};

describe('The lines that are found in logs', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lines-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('have the client of the field that the user chose for the file', async () => {
    const line = 'time=2025-01-02T03:04:05Z client=10.0.0.1 user=m.rossi host=lookups-test-1.com\n';
    const names = ['proxy-1.log', 'proxy-2.log', 'other.log'];
    for (const name of names) await writeFile(join(folder, name), line);
    const clients: string[] = [];
    const warned: string[] = [];
    const jobs = {
      findInAll: (input: FindInAllInput, { onProgress }: { onProgress: (progress: FindInAllProgress) => void }) =>
        findInAll(input, (progress) => {
          clients.push(...progress.lines.map(({ client }) => client));
          onProgress(progress);
        }),
    };
    const parts = {
      contributions: { panel: () => ({ dispose: () => undefined }) },
      panelFocus: { add: () => ({ dispose: () => undefined }) },
      contextKeys: { set: () => undefined },
      settings: { current: () => ({ triage: { clientFields: { 'proxy-*.log': 'user', 'proxy-2.log': '' } } }) },
      output: { warn: (text: string) => void warned.push(text) },
      extensionUri: Uri.file(folder),
    } as unknown as LargeLogParts;
    const create = window.createWebviewPanel;
    window.createWebviewPanel = () => new PanelStub(() => Promise.resolve()).panel;
    try {
      const search = new LineSearch({ jobs } as unknown as OpenLogs, none as Navigation, parts);
      const sources = names.map((name) => ({ file: Uri.file(join(folder, name)) as unknown as vscode.Uri }));
      await search.search(sources, { values: ['lookups-test-1.com'] });
      search.dispose();
    } finally {
      window.createWebviewPanel = create;
    }
    assert.deepEqual(warned, []);
    assert.deepEqual(clients, ['m.rossi', '', '10.0.0.1']);
  });
});
