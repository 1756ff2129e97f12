import * as vscode from 'vscode';

/** The scheme of sections of large logs. */
export const largeLogScheme = 'threat-lookups-log';

/** A text in a file: `member` names a file of an archive; without it, all files of the archive are one text. */
export interface LogSource {
  readonly file: vscode.Uri;
  readonly entry?: string | undefined;
}

/** VS Code gives longer documents to no extension. */
export const maxDocumentBytes = 50 * 2 ** 20;
/** In remote and web windows, VS Code doesn't open larger files without a question. */
const defaultConfirmedMegabytes = 10;

/** The size of files in bytes up to which VS Code gives their documents to extensions without a question. */
export function maxShownBytes(): number {
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) return maxDocumentBytes;
  const set = vscode.workspace.getConfiguration('workbench').inspect<number>('editorLargeFileConfirmation');
  const megabytes = set?.workspaceValue ?? set?.globalValue ?? defaultConfirmedMegabytes;
  return Math.min(maxDocumentBytes, megabytes * 2 ** 20);
}

const compressedEnding = /\.(?:tar\.(?:gz|bz2|zst)|tgz|tar|gz|bz2|zst|zip)$/i;

/** Whether a file is compressed, by its name. */
export function isCompressedLog({ path }: vscode.Uri): boolean {
  return compressedEnding.test(path);
}

/** The file in a ZIP archive that an address names by its fragment. */
export function getArchiveEntry({ path, fragment }: vscode.Uri): string | undefined {
  return fragment !== '' && /\.zip$/i.test(path) ? fragment : undefined;
}

/** The name of a file without its folder. */
export function fileName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of a log without the ending of a compressed file. */
export function logName({ file, entry }: LogSource): string {
  const path = entry ?? file.path;
  return path.slice(path.lastIndexOf('/') + 1).replace(compressedEnding, '') || '/';
}

/** The document of a section, from 0. Its name ends like that of the file, so that VS Code detects its language. */
export function largeLogUri(source: LogSource, section: number): vscode.Uri {
  const { file, entry } = source;
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  const query = new URLSearchParams({ section: String(section), file: file.toString() });
  if (entry !== undefined) query.set('entry', entry);
  const path = `${folder}[${section + 1}] ${logName(source)}`;
  return vscode.Uri.from({ scheme: largeLogScheme, path, query: query.toString() });
}

/** The section that a document shows; undefined for other documents. */
export function readLargeLogUri(uri: vscode.Uri): { readonly source: LogSource; readonly section: number } | undefined {
  if (uri.scheme !== largeLogScheme) return undefined;
  const query = new URLSearchParams(uri.query);
  const file = query.get('file');
  const section = Number(query.get('section'));
  if (file === null || !Number.isSafeInteger(section) || section < 0) return undefined;
  const entry = query.get('entry') ?? undefined;
  return { source: { file: vscode.Uri.parse(file), entry }, section };
}

/** The text that an address names: of a section, of a file in an archive, or of a file. */
export function logSource(uri: vscode.Uri): LogSource {
  const entry = getArchiveEntry(uri);
  return (
    readLargeLogUri(uri)?.source ?? (entry === undefined ? { file: uri } : { file: uri.with({ fragment: '' }), entry })
  );
}

/** The address of a text, as {@link logSource} reads it. */
export function logAddress({ file, entry }: LogSource): string {
  return (entry === undefined ? file : file.with({ fragment: entry })).toString();
}
