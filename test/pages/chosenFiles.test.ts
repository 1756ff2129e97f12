import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenUris, getFiles } from '../../src/features/triage/files/chosenFiles';
import { Uri, workspace } from '../harness/fakeVsCode';
import { user } from '../harness/pages/user';

describe('A folder that is triaged', () => {
  let root = '';
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'chosen-'));
    for (const folder of ['case', 'case/deep', 'elsewhere']) mkdirSync(join(root, folder));
    for (const file of ['case/a.log', 'case/deep/b.log', 'elsewhere/secret.log']) writeFileSync(join(root, file), 'x');
    symlinkSync(join(root, 'elsewhere/secret.log'), join(root, 'case/link.log'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'case/linked'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const names = async (path: string): Promise<readonly string[]> =>
    (await getFiles([Uri.file(join(root, path)) as never])).files.map((file) => file.path.slice(root.length + 1));

  it('is read without the links in it', async () => {
    assert.deepEqual(await names('case'), ['case/a.log', 'case/deep/b.log']);
  });

  it('is read if it is a link itself, and so is a file', async () => {
    assert.deepEqual(await names('case/link.log'), ['case/link.log']);
    assert.deepEqual(await names('case/linked'), ['case/linked/secret.log']);
  });
});

describe('A triage without an open file', () => {
  after(() => user.reset());

  it('offers the open folder first', async () => {
    user.answer = ({ choices }) => choices[0];
    const chosen = await chosenUris(undefined, undefined);
    assert.deepEqual(
      chosen.map(String),
      workspace.workspaceFolders.map(({ uri }) => String(uri)),
    );
    assert.deepEqual(user.prompts.at(-1)?.choices.length, workspace.workspaceFolders.length + 2);
  });
});
