import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { textSinks } from '../../../eslint.config.mjs';

const offences = [
  "vscode.window.showWarningMessage('a')",
  'const show = vscode.window.showErrorMessage',
  "vscode.window['showQuickPick']",
  'const { showInputBox } = vscode.window',
  'const { window } = vscode',
  'const window = vscode.window',
  "import { window } from 'vscode'",
  "new vscode.TreeItem('a')",
  "new vscode.MarkdownString('a')",
  "new vscode.CodeLens(range, { title: 'a' })",
  "const after = { contentText: 'a' }",
  'markdown.isTrusted = true',
  "this.panel.title = 'a'",
  'function follow(progress: vscode.Progress<Step>) {}',
  'const made = name as UiText',
  'const made = <UiText>name',
];

const innocents = [
  "import * as vscode from 'vscode'",
  'vscode.window.showTextDocument(document)',
  'vscode.window.tabGroups.all',
  'new vscode.Range(0, 0, 0, 1)',
  "pick.title = uiText('a')",
];

describe('Lint rules for displayed text', () => {
  const linter = new Linter();
  const complaints = (code: string): number =>
    linter.verify(code, {
      languageOptions: { parser: tseslint.parser },
      rules: { 'no-restricted-syntax': ['error', ...textSinks] },
    }).length;

  for (const code of offences) it(`reject: ${code}`, () => assert.equal(complaints(code), 1));
  for (const code of innocents) it(`allow: ${code}`, () => assert.equal(complaints(code), 0));
});
