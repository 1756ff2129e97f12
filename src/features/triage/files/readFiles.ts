import type { InputFailure } from '../../../core/records/problems/inputFailure';
import * as vscode from 'vscode';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import type { Found, TextRead } from '../../../core/triage/found';
import { foundOf, Listing } from '../../../core/triage/listing';
import { languageOf } from '../../../core/triage/languageOf';
import { fileInput } from '../../shared/files/fileInput';
import type { RunJob } from '../../shared/commands/runJob';
import { fileLabel } from './chosenFiles';
import { plural, formatSize, t } from '../../../l10n';

interface Reading {
  readonly run: RunJob;
  readonly signal: AbortSignal;
  readonly onProgress: (label: string) => void;
  /** Gets indicators of files while they are read. */
  readonly onFound: (found: readonly Found[]) => void;
}

/** Files read at once, so that threads have work while one is opened or its end is searched. */
const filesAtOnce = 4;

/** Reads files in threads beside that of the store. When canceled, files not started are missing in the result. */
export async function readFiles(files: readonly vscode.Uri[], reading: Reading): Promise<readonly TextRead[]> {
  const texts: TextRead[] = [];
  const waiting = [...files.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !reading.signal.aborted; next = waiting.shift()) {
      const [index, file] = next;
      const label = (progress: string): string =>
        files.length === 1 ? progress : t('File {0} of {1}, {2}', index + 1, files.length, progress);
      texts[index] = await readFile(file, index, label, reading);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, readNext));
  return texts;
}

async function readFile(
  file: vscode.Uri,
  index: number,
  label: (progress: string) => string,
  { run, signal, onProgress, onFound }: Reading,
): Promise<TextRead> {
  const name = fileLabel(file);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file.toString());
  const input = await inputOf(file, name, document);
  if ('failure' in input) return { kind: 'skipped', failure: input.failure };
  const languageId = document?.languageId ?? languageOf(name);
  const listing = new Listing();
  const read = await run(
    'triage',
    { input, ...(languageId === undefined ? {} : { languageId }) },
    {
      signal,
      onProgress: ({ bytes, totalBytes, found, part }) => {
        if (part !== undefined) {
          listing.add(part);
          onFound(foundOf(part, index));
          return;
        }
        const progress =
          totalBytes === undefined
            ? plural(
                found,
                { one: '{1}: {2}, {0} indicator', other: '{1}: {2}, {0} indicators' },
                name,
                formatSize(bytes),
              )
            : plural(
                found,
                { one: '{1}: {2} of {3}, {0} indicator', other: '{1}: {2} of {3}, {0} indicators' },
                name,
                formatSize(bytes),
                formatSize(totalBytes),
              );
        onProgress(label(progress));
      },
    },
  );
  if (read.kind === 'skipped') return read;
  const found = { [Symbol.iterator]: () => listing.entries(read) };
  const { bytes, lines, occurrences, unlisted, timelineUnit, failure } = read;
  return {
    ...{ kind: 'read', bytes, lines, occurrences, unlisted, found },
    ...(timelineUnit === undefined ? {} : { timelineUnit }),
    ...(failure === undefined ? {} : { failure }),
  };
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
