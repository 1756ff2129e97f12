import type { InputFailure } from '../../core/records/inputFailure';
import * as vscode from 'vscode';
import type { ImportInput } from '../../core/store/protocol';
import type { TextRead } from '../../core/triage/found';
import { languageOf } from '../../core/triage/languageOf';
import { fileInput } from '../common/fileInput';
import { counted } from '../common/numbers';
import type { RunJob } from '../common/runJob';
import { formatSize } from '../common/sizeWords';
import { fileLabel } from './chosenFiles';

interface Reading {
  readonly run: RunJob;
  readonly signal: AbortSignal;
  /** How far it has come, in words. */
  readonly tell: (words: string) => void;
}

/** Reads one file after the other, in the thread of the store; what is not begun when it is cancelled is not in the answer. */
export async function readFiles(files: readonly vscode.Uri[], reading: Reading): Promise<readonly TextRead[]> {
  const texts: TextRead[] = [];
  for (const [index, file] of files.entries()) {
    if (reading.signal.aborted) break;
    texts.push(await readFile(file, files.length === 1 ? '' : `${index + 1} of ${files.length} files, `, reading));
  }
  return texts;
}

async function readFile(file: vscode.Uri, before: string, { run, signal, tell }: Reading): Promise<TextRead> {
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
        const read = totalBytes === undefined ? formatSize(bytes) : `${formatSize(bytes)} of ${formatSize(totalBytes)}`;
        tell(`${before}${name}: ${read}, ${counted(found, 'indicator')}`);
      },
    },
  );
}

/** What an editor shows is read as it stands there; local files by their path, as a stream; others through VS Code. */
async function inputOf(
  file: vscode.Uri,
  name: string,
  document: vscode.TextDocument | undefined,
): Promise<ImportInput | { readonly failure: InputFailure }> {
  if (document !== undefined && (document.isDirty || document.isUntitled)) return { text: document.getText(), name };
  if (file.scheme !== 'file' && document !== undefined) return { text: document.getText(), name };
  return fileInput(file, name);
}
