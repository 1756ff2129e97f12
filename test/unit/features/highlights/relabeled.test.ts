import assert from 'node:assert/strict';
import { isRelabeled } from '../../../../src/features/highlights/editorHighlighter';

describe('The language of a document', () => {
  const associations = { '*.ts': 'log', 'src/**/*.py': 'plaintext' };
  const is = (layers: object, languageId: string, ...globs: readonly string[]): boolean =>
    isRelabeled(layers, languageId, (glob) => globs.includes(glob));

  it('is from the workspace if its files.associations name it', () => {
    assert.equal(is({ workspaceValue: associations }, 'log', '**/*.ts'), true);
    assert.equal(is({ workspaceFolderValue: associations }, 'log', '**/*.ts'), true);
    assert.equal(is({ workspaceValue: associations }, 'plaintext', 'src/**/*.py'), true);
  });

  it("isn't if the user says the same, or the pattern or the language is another", () => {
    assert.equal(is({ globalValue: associations, workspaceValue: associations }, 'log', '**/*.ts'), false);
    assert.equal(is({ globalValue: associations }, 'log', '**/*.ts'), false);
    assert.equal(is({ workspaceValue: associations }, 'log', '**/*.log'), false);
    assert.equal(is({ workspaceValue: associations }, 'typescript', '**/*.ts'), false);
    assert.equal(is({ workspaceValue: 'log', workspaceFolderValue: null }, 'log', '**/*.ts'), false);
  });
});
