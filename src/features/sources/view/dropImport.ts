import * as vscode from 'vscode';
import type { CommandArguments, CommandId } from '../../shared/ids/commands';

const uriList = 'text/uri-list';
const plainText = 'text/plain';

/** Imports files, and text with indicators, that are dropped onto the view. */
export class DropImport implements vscode.TreeDragAndDropController<unknown> {
  readonly dropMimeTypes = [uriList, plainText];
  readonly dragMimeTypes: readonly string[] = [];

  async handleDrop(_target: unknown, data: vscode.DataTransfer, token: vscode.CancellationToken): Promise<void> {
    const list = await textOf(data, uriList);
    const files = urisIn(list);
    if (token.isCancellationRequested) return;
    if (files.length > 0) {
      await run('threatLookups.import', files[0], files);
      return;
    }
    const text = await textOf(data, plainText);
    if (text.trim() !== '') await run('threatLookups.importClipboard', text);
  }
}

/** The data of a type; empty if there is none. */
async function textOf(data: vscode.DataTransfer, type: string): Promise<string> {
  const item = data.get(type);
  return item === undefined ? '' : item.asString();
}

async function run<C extends CommandId>(id: C, ...args: CommandArguments[C]): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}

/** The files of a list in the form of RFC 2483: an address a line, with comments. Web addresses aren't fetched. */
function urisIn(list: string): readonly vscode.Uri[] {
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(
      (line) => line !== '' && !line.startsWith('#') && !/^https?:/i.test(line) && /^[a-z][a-z0-9+.-]*:/i.test(line),
    )
    .map((line) => vscode.Uri.parse(line));
}
