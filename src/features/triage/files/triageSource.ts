import * as vscode from 'vscode';
import type { Found, TextRead } from '../../../core/triage/found';
import { truncateMiddle, truncateText, visibleText } from '../../shared/text/visibleText';
import { foreign, type UiText } from '../../shared/ui';
import { fileLabel, filesOf } from './chosenFiles';
import type { TriageList } from '../triageList';
import type { TriageParts } from '../triageParts';
import { plural, t, formatSize } from '../../../l10n';
import { uiText } from '../../shared/ui/text';
import type { InputFailure } from '../../../core/records/problems/inputFailure';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import { foundOf, Listing } from '../../../core/triage/listing';
import { languageOf } from '../../../core/triage/languageOf';
import { fileInput } from '../../shared/files/fileInput';
import type { RunJob } from '../../shared/commands/runJob';

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
async function readFiles(files: readonly vscode.Uri[], reading: Reading): Promise<readonly TextRead[]> {
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
    { input, languageId },
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
    kind: 'read',
    bytes,
    lines,
    occurrences,
    unlisted,
    found,
    timelineUnit,
    failure,
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

/** Texts with their indicators; a text without a file is for indicators from elsewhere. */
export interface Loaded {
  readonly files: readonly (vscode.Uri | undefined)[];
  readonly texts: readonly TextRead[];
  /** Not all files were read. */
  readonly isTruncated: boolean;
}

/** Where the indicators of a panel come from. */
export interface TriageSource {
  /** `list` is the triage list; `new` is what became risky after a triage. */
  readonly kind: 'files' | 'list' | 'new';
  readonly title: string;
  /** The chosen URIs, one per line: identifies a panel, and restores it after a reload. */
  readonly name: string;
  /** `onFound` gets the indicators of files while they are read, and the files that their locations refer to. */
  load(signal: AbortSignal, onProgress: (label: string) => void, onFound?: OnFound): Promise<Loaded>;
}

export type OnFound = (found: readonly Found[], files: readonly vscode.Uri[]) => void;

export const listName = 'list';

/** The title of the panel of a source. */
export function panelTitleOf({ kind, title }: TriageSource): UiText {
  return kind !== 'files' ? foreign(title) : uiText('Triage: {0}', truncateMiddle(visibleText(title), 30));
}

/** The source of files and folders. */
export function fileSource(chosen: readonly vscode.Uri[], { run }: Pick<TriageParts, 'run'>): TriageSource {
  const [first] = chosen;
  const title =
    chosen.length === 1 && first !== undefined
      ? truncateText(fileLabel(first), 80)
      : plural(chosen.length, { one: '{0} file or folder', other: '{0} files and folders' });
  return {
    kind: 'files',
    title,
    name: chosen.map((uri) => uri.toString()).join('\n'),
    async load(signal, onProgress, onFound = () => undefined) {
      const { files, truncated } = await filesOf(chosen);
      const texts = await readFiles(files, { run, signal, onProgress, onFound: (found) => onFound(found, files) });
      return { files: files.slice(0, texts.length), texts, isTruncated: truncated };
    },
  };
}

/** The source of the triage list. */
export function listSource(list: TriageList): TriageSource {
  return {
    kind: 'list',
    title: t('Triage List'),
    name: listName,
    load: () => {
      const byFile = new Map<string, TextRead[]>();
      for (const { indicator, from } of list.list()) {
        const uri = from.kind === 'file' ? from.uri : '';
        const locations = from.kind === 'file' ? [from.line, from.column] : [];
        const found = [{ ...indicator, reserved: false, count: 1, locations }];
        const read: TextRead = { kind: 'read', bytes: 0, lines: 0, occurrences: 1, unlisted: 0, found };
        byFile.set(uri, [...(byFile.get(uri) ?? []), read]);
      }
      const pairs = [...byFile].flatMap(([uri, texts]) => texts.map((text) => [uri, text] as const));
      return Promise.resolve({
        files: pairs.map(([uri]) => (uri === '' ? undefined : vscode.Uri.parse(uri))),
        texts: pairs.map(([, text]) => text),
        isTruncated: false,
      });
    },
  };
}
