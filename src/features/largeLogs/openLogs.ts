import * as vscode from 'vscode';
import { inOwnThread } from '../../core/largeFiles/jobThread';
import { LargeFile } from '../../core/largeFiles/largeFile';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { isCompressedLog, logName, type LogSource } from '../shared/files/largeLogUri';
import { withProgress } from '../shared/ui';
import type { LargeLogParts } from './largeLogParts';
import { OpenLog } from './openLog';
import { strings } from './strings';
import { uiText, untrusted } from '../shared/ui/text';
import { type LargeFileJobs, largeFileJobs } from '../shared/commands/workerJobs';
import { formatSize } from '../../l10n';
import { removeFolder } from '../../core/largeFiles/fileBytes';

/** A folder of this window for decompressed files, and for files with lines of others. */
class SessionFolder implements vscode.Disposable {
  private files = 0;
  private created: Promise<unknown> | undefined;

  /** @param parent has the folders of all windows, named after their processes */
  constructor(private readonly parent: vscode.Uri) {}

  private get own(): vscode.Uri {
    return vscode.Uri.joinPath(this.parent, String(process.pid));
  }

  /** A path for a new file, in a folder of its own. */
  async newFile(name: string): Promise<vscode.Uri> {
    this.created ??= this.create();
    await this.created;
    const folder = vscode.Uri.joinPath(this.own, String(++this.files));
    await vscode.workspace.fs.createDirectory(folder);
    return vscode.Uri.joinPath(folder, name);
  }

  has(file: vscode.Uri): boolean {
    return file.path.startsWith(`${this.own.path}/`);
  }

  /** Deletes a file. */
  async remove(file: vscode.Uri): Promise<void> {
    try {
      await vscode.workspace.fs.delete(file);
    } catch {
      // It wasn't created.
    }
  }

  dispose(): void {
    if (this.created !== undefined) removeFolder(this.own.fsPath);
  }

  /** Creates the folder; deletes those of windows that crashed. */
  private async create(): Promise<void> {
    await vscode.workspace.fs.createDirectory(this.parent);
    for (const [name] of await vscode.workspace.fs.readDirectory(this.parent)) {
      const id = Number(name);
      // An earlier process may have had the same number.
      if (id === process.pid || !isRunning(id)) removeFolder(vscode.Uri.joinPath(this.parent, name).fsPath);
    }
    await vscode.workspace.fs.createDirectory(this.own);
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user can't be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The logs that were opened in this session, by file. */
export class OpenLogs implements vscode.Disposable {
  readonly jobs: LargeFileJobs;
  private readonly opened = new Map<string, Promise<OpenLog>>();
  private readonly owned: { dispose(): unknown }[] = [];
  private readonly folder: SessionFolder;
  private readonly changed = new vscode.EventEmitter<{
    readonly log: OpenLog;
    readonly kind: 'index' | 'appended' | 'replaced';
  }>();
  readonly onChanged = this.changed.event;

  constructor(private readonly parts: LargeLogParts) {
    this.jobs = largeFileJobs(inOwnThread(vscode.Uri.joinPath(parts.extensionUri, 'dist', 'largeFiles.mjs').fsPath));
    this.folder = new SessionFolder(vscode.Uri.joinPath(parts.storeFolder, 'largeLogs', 'decompressed'));
    this.owned.push(this.changed, this.folder);
  }

  /** A log; compressed files are decompressed first. Rejects if it can't be read, and if the user cancels. */
  open(source: LogSource): Promise<OpenLog> {
    const key = JSON.stringify([source.file.toString(), source.entry]);
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const opening = this.openNow(source);
    this.opened.set(key, opening);
    opening.catch(() => this.opened.delete(key));
    return opening;
  }

  /** A path for a new file, which is deleted at the end of the session. */
  newFile(name: string): Promise<vscode.Uri> {
    return this.folder.newFile(name);
  }

  /** Deletes a file of {@link newFile}. */
  remove(file: vscode.Uri): Promise<void> {
    return this.folder.remove(file);
  }

  dispose(): void {
    for (const each of this.owned.splice(0)) each.dispose();
  }

  private async openNow(source: LogSource): Promise<OpenLog> {
    const { file } = source;
    if (file.scheme !== 'file') throw new Error(strings.otherMachine());
    const isCompressed = isCompressedLog(file);
    const path = isCompressed ? await this.decompress(source) : file.fsPath;
    const indexFolder = vscode.Uri.joinPath(this.parts.storeFolder, 'largeLogs').fsPath;
    const log = new OpenLog(source, await LargeFile.open(path), {
      jobs: this.jobs,
      indexFolder: isCompressed || this.folder.has(file) ? undefined : indexFolder,
      output: this.parts.output,
    });
    this.owned.push(
      log,
      log.onChanged((kind) => this.changed.fire({ log, kind })),
    );
    if (!isCompressed) this.watch(file, log);
    return log;
  }

  private watch(file: vscode.Uri, log: OpenLog): void {
    const folder = vscode.Uri.joinPath(file, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
    const changed = ({ path }: vscode.Uri): void => {
      if (path === file.path) log.refresh();
    };
    this.owned.push(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed));
  }

  /** Decompresses a file to one that is deleted at the end of the session. */
  private async decompress(source: LogSource): Promise<string> {
    const { file, entry } = source;
    const name = logName(source);
    const target = await this.folder.newFile('text.log');
    const maxBytes = this.parts.settings.current().largeLogs.maxDecompressedBytes;
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Decompressing {0}', name),
      cancellable: true,
    };
    const result = await withProgress(options, async (progress, token) => {
      const canceled = new AbortController();
      token.onCancellationRequested(() => canceled.abort());
      try {
        return await this.jobs.unpack(
          { path: file.fsPath, entry, target: target.fsPath, maxBytes },
          {
            signal: canceled.signal,
            onProgress: ({ written }) => progress.report({ message: untrusted(formatSize(written)) }),
          },
        );
      } catch (error) {
        await this.folder.remove(target);
        throw canceled.signal.aborted ? new vscode.CancellationError() : error;
      }
    });
    if (result.isCapped)
      void this.parts.notices.offer(
        'warning',
        uiText(
          'Showing the first {1} of {0}. To see more, free up disk space or raise threatLookups.largeLogs.maxDecompressedGigabytes.',
          name,
          formatSize(result.written),
        ),
      );
    else if (result.failure !== undefined) {
      void this.parts.notices.offer(
        'warning',
        uiText('Only the beginning of {0} is shown. {1}', name, formatInputFailure(result.failure)),
      );
    }
    return target.fsPath;
  }
}
