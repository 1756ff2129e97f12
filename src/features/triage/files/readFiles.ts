import type { InputFailure } from '../../../core/records/problems/inputFailure';
import * as vscode from 'vscode';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import type { TextRead } from '../../../core/triage/found';
import { languageOf } from '../../../core/triage/languageOf';
import { fileInput } from '../../shared/files/fileInput';
import type { RunJob } from '../../shared/commands/runJob';
import { fileLabel } from './chosenFiles';
import { strings } from '../strings';

interface Reading {
  readonly run: RunJob;
  readonly signal: AbortSignal;
  readonly onProgress: (label: string) => void;
}

/** Reads files one after the other on the thread of the store. When canceled, files not started are missing in the result. */
export async function readFiles(files: readonly vscode.Uri[], reading: Reading): Promise<readonly TextRead[]> {
  const texts: TextRead[] = [];
  for (const [index, file] of files.entries()) {
    if (reading.signal.aborted) break;
    const label = (progress: string): string =>
      files.length === 1 ? progress : strings.fileOf(index + 1, files.length, progress);
    texts.push(await readFile(file, label, reading));
  }
  return texts;
}

async function readFile(
  file: vscode.Uri,
  label: (progress: string) => string,
  { run, signal, onProgress }: Reading,
): Promise<TextRead> {
  const name = fileLabel(file);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file.toString());
  const input = await inputOf(file, name, document);
  if ('failure' in input) return { kind: 'skipped', failure: input.failure };
  const languageId = document?.languageId ?? languageOf(name);
  return run(
    'triage',
    { input, ...(languageId === undefined ? {} : { languageId }) },
    {
      signal,
      onProgress: ({ bytes, totalBytes, found }) => {
        const progress =
          totalBytes === undefined
            ? strings.readBytes(name, bytes, found)
            : strings.readBytesOf(name, bytes, totalBytes, found);
        onProgress(label(progress));
      },
    },
  );
}

/** Unsaved documents are read as text, local files as a stream by their path, others through VS Code. */
async function inputOf(
  file: vscode.Uri,
  name: string,
  document: vscode.TextDocument | undefined,
): Promise<ImportInput | { readonly failure: InputFailure }> {
  if (document !== undefined && (document.isDirty || document.isUntitled)) return { text: document.getText(), name };
  if (file.scheme !== 'file' && document !== undefined) return { text: document.getText(), name };
  return fileInput(file, name);
}
