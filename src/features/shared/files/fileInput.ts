import * as vscode from 'vscode';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import { getArchiveEntry } from './largeLogUri';
import type { InputFailure } from '../../../core/records/problems/inputFailure';

/** Files of other machines are transferred whole; larger ones must be copied first. */
const maxRemoteBytes = 256 * 1024 * 1024;

/** A file to read: local files by path, so that large ones are streamed; others through VS Code. */
export async function fileInput(
  file: vscode.Uri,
  name: string,
): Promise<ImportInput | { readonly failure: InputFailure }> {
  if (file.scheme === 'file') return { path: file.fsPath, name, entry: getArchiveEntry(file) };
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxRemoteBytes) {
      return { failure: { kind: 'tooLarge', bytes: size } };
    }
    return { bytes: await vscode.workspace.fs.readFile(file), name };
  } catch (error) {
    return { failure: { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) } };
  }
}
