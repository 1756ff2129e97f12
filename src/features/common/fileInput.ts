import * as vscode from 'vscode';
import type { ImportInput } from '../../core/store/protocol';
import { formatSize } from './sizeWords';

/** Files of other machines come over whole; beyond this they are to be copied first. */
const maxRemoteBytes = 256 * 1024 * 1024;

/** A file to be read: local ones go by their path, so that large ones are read as a stream; others through VS Code. */
export async function fileInput(file: vscode.Uri, name: string): Promise<ImportInput | { readonly problem: string }> {
  if (file.scheme === 'file') return { path: file.fsPath, name };
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxRemoteBytes) {
      return { problem: `${formatSize(size)} is too much to read from another machine; copy the file here first` };
    }
    return { bytes: await vscode.workspace.fs.readFile(file), name };
  } catch (error) {
    return { problem: `it can't be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
