import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { getEditor } from '../../../../src/features/hover/lookUpCommands';

/** An editor that shows lines of a document. */
function editor(name: string, first: number, last: number): vscode.TextEditor {
  const shown: unknown = {
    document: { uri: { toString: () => `file:///${name}` } },
    visibleRanges: [{ start: { line: first }, end: { line: last } }],
  };
  return shown as vscode.TextEditor;
}

describe('The answer to a lookup of a hover', () => {
  const location = { uri: 'file:///proxy.log', line: 50 };

  it('is shown in the active one of several editors of the document', () => {
    const [active, other] = [editor('proxy.log', 40, 60), editor('proxy.log', 45, 80)];
    assert.equal(getEditor(location, [active, other, active]), active);
    assert.equal(getEditor(location, [other, active, other]), other);
  });

  it('is shown in the editor in which its line is visible', () => {
    const [active, other] = [editor('proxy.log', 400, 420), editor('proxy.log', 40, 60)];
    assert.equal(getEditor(location, [active, other]), other);
    assert.equal(getEditor({ ...location, line: 300 }, [active, other]), active);
    assert.equal(getEditor(location, [editor('report.md', 0, 99)]), undefined);
  });
});
