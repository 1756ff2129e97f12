import * as vscode from 'vscode';
import { untrusted, type UiText } from '../../shared/ui';
import { fileLabel, getFiles, isFolder, maxFiles } from './chosenFiles';
import { strings } from '../strings';
import type { TriageList } from '../triageList';
import { plural, t } from '../../../l10n';
import { uiText } from '../../shared/ui/text';
import type { InputFailure } from '../../../core/records/problems/inputFailure';
import type { ImportInput } from '../../../core/store/protocol/protocol';
import { getLanguage } from '../../../core/triage/getLanguage';
import type { GivenEntries } from '../../../core/triage/triageMessages';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import { textInput } from '../../shared/files/textInput';
import { truncateMiddle, truncateText, visibleText } from '../../../core/text/visibleText';

/** One text of a triage. */
export interface SourceText {
  /** The file with its indicators; undefined if they aren't in a file. */
  readonly file: vscode.Uri | undefined;
  readonly name: string;
  /** Indicators that aren't listed; undefined if reading it shows that. */
  readonly unlisted?: number;
  readonly open: () => Promise<OpenedText | { readonly failure: InputFailure }>;
}

interface OpenedText {
  readonly input: ImportInput | GivenEntries;
  readonly languageId?: string | undefined;
}

/** The source of a panel's indicators. */
export interface TriageSource {
  /** `list` is the triage list; `new` are the indicators that became risky after a triage. */
  readonly kind: 'files' | 'list' | 'new';
  readonly title: string;
  /** The chosen URIs, one per line: identifies a panel, and restores it after a reload. */
  readonly name: string;
  load(): Promise<{
    readonly texts: readonly SourceText[];
    /** Not all files are read. */
    readonly isTruncated: boolean;
  }>;
}

/** Files of an archive that are read one by one; each time, its directory is read again. */
const maxEntries = 200;

export const listName = 'list';

/** The title of the panel of a source. */
export function getPanelTitle({ kind, title }: TriageSource): UiText {
  return kind !== 'files' ? untrusted(title) : uiText('Triage: {0}', truncateMiddle(visibleText(title), 30));
}

/** The source of files and folders. */
export async function fileSource(
  chosen: readonly vscode.Uri[],
  { archiveFiles }: Pick<WorkerJobs, 'archiveFiles'>,
): Promise<TriageSource> {
  return {
    kind: 'files',
    title: await titleOf(chosen),
    name: chosen.map((uri) => uri.toString()).join('\n'),
    async load() {
      const { files, truncated } = await getFiles(chosen);
      const each = (await Promise.all(files.map((file) => filesIn(file, archiveFiles)))).flat();
      return { texts: each.slice(0, maxFiles).map(textOfFile), isTruncated: truncated || each.length > maxFiles };
    },
  };
}

/** The files of a ZIP archive, which have lines of their own; any other file itself. */
async function filesIn(file: vscode.Uri, archiveFiles: WorkerJobs['archiveFiles']): Promise<readonly vscode.Uri[]> {
  if (file.scheme !== 'file' || !/\.zip$/i.test(file.path)) return [file];
  // Reading one that is damaged reports why.
  const names = (await archiveFiles({ path: file.fsPath }).catch(() => undefined)) ?? [];
  const isEach = names.length > 0 && names.length <= maxEntries && new Set(names).size === names.length;
  return isEach ? names.map((fragment) => file.with({ fragment })) : [file];
}

/** The name of a single file or folder, or the number of several. */
async function titleOf(chosen: readonly vscode.Uri[]): Promise<string> {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) return truncateText(fileLabel(first), 80);
  const folders = (await Promise.all(chosen.map(isFolder))).filter(Boolean).length;
  if (folders === 0) return strings.files(chosen.length);
  return folders === chosen.length
    ? plural(folders, { one: '{0} folder', other: '{0} folders' })
    : plural(chosen.length, { one: '{0} file or folder', other: '{0} files and folders' });
}

/** Unsaved documents are read as text, local files as a stream by their path, others through VS Code. */
function textOfFile(file: vscode.Uri): SourceText {
  const name = fileLabel(file);
  return {
    file,
    name,
    async open() {
      const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file.toString());
      const languageId = document?.languageId ?? getLanguage(name);
      const input = await textInput(file, name);
      return 'failure' in input ? input : { input, languageId };
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
      const byFile = Map.groupBy(list.list(), ({ from }) => (from.kind === 'file' ? from.uri : ''));
      const texts = Array.from(byFile, ([uri, entries]): SourceText => {
        const file = uri === '' ? undefined : vscode.Uri.parse(uri);
        return givenText(
          file,
          entries.map(({ indicator: { type, value }, from }) => ({
            type,
            value,
            locations: from.kind === 'file' ? [from.line, from.column] : [],
          })),
        );
      });
      return Promise.resolve({ texts, isTruncated: false });
    },
  };
}

/** Indicators that are known to be in a file. */
export function givenText(file: vscode.Uri | undefined, input: GivenEntries, unlisted = 0): SourceText {
  const name = file === undefined ? '' : fileLabel(file);
  return { file, name, unlisted, open: () => Promise.resolve({ input }) };
}
