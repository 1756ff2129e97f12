import assert from 'node:assert/strict';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { root } from '../../../../scripts/lib/paths.mjs';
import { fileSource } from '../../../../src/features/triage/files/triageSource';
import { Uri } from '../../../harness/fakeVsCode';

describe('The title of a triage', () => {
  it('is the name of a file, or the number of files and folders', async () => {
    const titleOf = async (...names: readonly string[]): Promise<string> => {
      const chosen = names.map((name) => Uri.file(join(root, name)) as unknown as vscode.Uri);
      return (await fileSource(chosen, { archiveFiles: () => Promise.resolve(undefined) })).title;
    };
    assert.equal(await titleOf('package.json'), 'package.json');
    assert.equal(await titleOf('package.json', 'package-lock.json'), '2 files');
    assert.equal(await titleOf('src', 'test'), '2 folders');
    assert.equal(await titleOf('package.json', 'src', 'missing'), '3 files and folders');
  });
});
