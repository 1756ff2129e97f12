import * as vscode from 'vscode';
import {
  isCompressedLog,
  maxShownBytes,
  logSource,
  type LogSource,
  readLargeLogUri,
  fileName,
} from '../shared/files/largeLogUri';
import { untrusted, showOpenDialog, showQuickPick, type UiText, withProgress } from '../shared/ui';
import type { OpenLogs } from './openLogs';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { t, formatSize } from '../../l10n';
import type { LargeLogParts } from './largeLogParts';

/** Returns the file of a menu, of the active tab, or one that the user picks, in this order; undefined if canceled. */
export async function chooseFile(clicked: unknown): Promise<vscode.Uri | undefined> {
  if (clicked instanceof vscode.Uri) return readLargeLogUri(clicked)?.source.file ?? clicked;
  const active = activeFile();
  if (active !== undefined) return active;
  const picked = await showOpenDialog({ title: uiText('Open Large Log'), openLabel: uiText('Open') });
  return picked?.[0];
}

/** Returns the logs of a menu, the one of the active editor, or those that the user picks, in this order. */
export async function chooseLogs(clicked: unknown, selected: unknown, title: UiText): Promise<readonly LogSource[]> {
  const many = Array.isArray(selected) ? selected.filter((uri) => uri instanceof vscode.Uri) : [];
  const document = vscode.window.activeTextEditor?.document;
  const active = document === undefined || document.uri.scheme === 'output' ? activeFile() : document.uri;
  const uris =
    many.length > 0 ? many : clicked instanceof vscode.Uri ? [clicked] : active === undefined ? undefined : [active];
  const picked = uris ?? (await showOpenDialog({ title, openLabel: uiText('Select'), canSelectMany: true })) ?? [];
  return picked.map(logSource);
}

/** Returns the file of the active tab, also if it is too large for extensions; undefined if the tab isn't a file. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isFile && input.uri.scheme === 'file' ? input.uri : undefined;
}

/** Whether a file is shown as a large log, because it already is, or because extensions don't get a document of it. */
export async function showsAsLargeLog(file: vscode.Uri): Promise<boolean> {
  if (file.scheme !== 'file') return false;
  const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
  if (documents.some((uri) => readLargeLogUri(uri)?.source.file.toString() === file.toString())) return true;
  if (documents.some((uri) => uri.toString() === file.toString())) return false;
  if (isCompressedLog(file)) return true;
  return (await vscode.workspace.fs.stat(file)).size > maxShownBytes();
}

/** Returns the text of a file to open; prompts if an archive contains several. Undefined if canceled. */
export async function chooseSource(file: vscode.Uri, logs: Pick<OpenLogs, 'jobs'>): Promise<LogSource | undefined> {
  if (file.scheme !== 'file') throw new Error(strings.otherMachine());
  if (!isCompressedLog(file)) return { file };
  const files = await withProgress(
    { location: vscode.ProgressLocation.Window, title: uiText('Reading the archive') },
    () => logs.jobs.archiveFiles({ path: file.fsPath }),
  );
  if (files === undefined) return { file };
  const [only] = files;
  if (only === undefined) throw new Error(t('The archive contains no text files.'));
  if (files.length === 1) return { file, entry: only };
  const items = files.map((entry) => ({ label: untrusted(entry), entry }));
  const picked = await showQuickPick(items, { title: uiText('Select the file in the archive') });
  return picked === undefined ? undefined : { file, entry: picked.entry };
}

/** Offers to open a file as a large log, once in a session. `uri` is a file that VS Code doesn't give to extensions. */
export async function offerLargeLog(
  uri: vscode.Uri,
  bytes: number,
  { notices, settings, commands }: Pick<LargeLogParts, 'notices' | 'settings' | 'commands'>,
): Promise<void> {
  if (!settings.current().largeLogs.offer) return;
  await notices.offer(
    'information',
    uiText(
      '{0} ({1}) is too large for extensions. Open it as a large log to see hovers and highlights.',
      fileName(uri),
      formatSize(bytes),
    ),
    { label: uiText('Open Large Log'), run: () => commands.run('threatLookups.openLargeLog', uri) },
    {
      label: uiText("Don't Offer Again"),
      run: () =>
        vscode.workspace
          .getConfiguration('threatLookups')
          .update('largeLogs.offer', false, vscode.ConfigurationTarget.Global),
    },
  );
}
