import * as vscode from 'vscode';
import { readLargeLogUri, largeLogUri, largeLogScheme } from '../shared/files/largeLogUri';
import type { OpenLog } from './openLog';
import type { OpenLogs } from './openLogs';

/** The methods that differ between read-only files; `register.ts` refuses all changes. */
export type ReadonlyFiles = Pick<vscode.FileSystemProvider, 'stat' | 'readFile' | 'onDidChangeFile'>;

/** The sections of large logs as read-only files. */
export class SectionFiles implements ReadonlyFiles, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  /** The end of each section when it was last read. */
  private readonly ends = new Map<string, number>();
  private readonly listening: vscode.Disposable;

  constructor(private readonly logs: Pick<OpenLogs, 'open' | 'onChanged'>) {
    this.listening = logs.onChanged(({ log, kind }) => {
      if (kind !== 'index') void this.update(log, kind === 'replaced');
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { log, section } = await this.find(uri);
    const { start, end } = await log.section(section);
    const { mtimeMs } = log.file;
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: mtimeMs, size: end - start, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { log, section } = await this.find(uri);
    const found = await log.section(section);
    this.ends.set(uri.toString(), found.end);
    return log.file.sectionBytes(found);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private async find(uri: vscode.Uri): Promise<{ readonly log: OpenLog; readonly section: number }> {
    const read = readLargeLogUri(uri);
    if (read === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const log = await this.logs.open(read.source);
    if (read.section >= (await log.file.sectionCount())) throw vscode.FileSystemError.FileNotFound(uri);
    return { log, section: read.section };
  }

  /** Lets VS Code read open sections again: after an append, only those that became longer. */
  private async update(log: OpenLog, isReplaced: boolean): Promise<void> {
    const count = await log.file.sectionCount();
    const events: vscode.FileChangeEvent[] = [];
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== largeLogScheme) continue;
      const section = readLargeLogUri(uri)?.section ?? -1;
      if (uri.toString() !== largeLogUri(log.source, section).toString()) continue;
      if (section >= count) events.push({ type: vscode.FileChangeType.Deleted, uri });
      else if (isReplaced || (await log.section(section)).end !== this.ends.get(uri.toString()))
        events.push({ type: vscode.FileChangeType.Changed, uri });
    }
    if (events.length > 0) this.changed.fire(events);
  }
}
