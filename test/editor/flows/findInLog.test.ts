import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { zipOf } from '../../harness/zipFile';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';

describe('Find in Log', () => {
  const window = useWindow();
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  const line = (second: number, text: string): string => `2024-03-01T00:00:0${second}Z client=10.0.0.${second} ${text}`;

  it('lists the lines of several files with any of several values, and goes to them', async () => {
    const first = await window.document(
      'first.log',
      [line(1, 'GET http://lookups-test-1.com/a'), line(2, 'GET http://notlookups-test-1.com/'), ''].join('\n'),
    );
    const second = await window.document('second.log', [line(3, 'other'), line(4, '93.184.216[.]34'), ''].join('\n'));
    await window().run('threatLookups.findInLog', {
      files: [first.uri.toString(), second.uri.toString()],
      values: ['lookups-test-1[.]com', '93.184.216.34'],
    });
    await window().panels.received(panelTypes.logLines, /"summary":"2 lines"/);
    await window().panels.received(panelTypes.logLines, /10\.0\.0\.1.*10\.0\.0\.4/s);
    window().panels.send(panelTypes.logLines, { kind: 'goTo', row: 1 });
    await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      return (
        editor?.document.uri.path === second.uri.path && editor.document.getText(editor.selection) === '93.184.216[.]34'
      );
    }, 'the match is selected');
  });

  it('prompts for what to find, and reads compressed files', async () => {
    const { uri } = await window.document('text.log', 'x\nlookups-test-1.com\nerror code\n');
    const packed = uri.with({ path: `${uri.path}.gz` });
    await vscode.workspace.fs.writeFile(packed, gzipSync('a\nb error code\nc ERROR CODE\n'));
    window().begin('threatLookups.findInLog', packed);
    await window().answer(/Find in text\.log/, 'error code');
    await window().panels.received(panelTypes.logLines, /"summary":"2 lines"/);
  });

  it('finds lines of a file in an archive, and opens that file', async () => {
    const { uri } = await window.document('other.log', 'x\n');
    const archive = uri.with({ path: uri.path.replace('other.log', 'case.zip') });
    const lookup = 'GET lookups-test-1.com\n';
    await vscode.workspace.fs.writeFile(
      archive,
      zipOf([
        { name: 'one.log', content: lookup.repeat(3) },
        { name: 'two.log', content: `first line\n${lookup}` },
      ]),
    );
    const files = [archive.with({ fragment: 'two.log' }).toString()];
    await window().run('threatLookups.findInLog', { files, values: ['lookups-test-1.com'] });
    await window().panels.received(panelTypes.logLines, /"summary":"1 line"/);
    window().panels.send(panelTypes.logLines, { kind: 'goTo', row: 0 });
    await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText() === `first line\n${lookup}` && editor.selection.start.line === 1;
    }, 'the line in the file of the archive');
  });
});
