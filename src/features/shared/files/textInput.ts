import * as vscode from 'vscode';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import type { InputFailure } from '../../../core/records/problems/inputFailure';
import { fileInput } from './fileInput';

/** A text to read: unsaved documents as they are, local files as a stream by their path, others through VS Code. */
export async function textInput(
  file: vscode.Uri,
  name: string,
): Promise<ImportInput | { readonly failure: InputFailure }> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file.toString());
  const isText = document !== undefined && (document.isDirty || document.isUntitled || file.scheme !== 'file');
  return isText ? { text: document.getText(), name } : fileInput(file, name);
}
