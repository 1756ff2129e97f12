import * as vscode from 'vscode';
import {
  type IgnoreFile,
  ignoreFileName,
  maxIgnoreFileBytes,
  readIgnoreBytes,
  unreadIgnoreFile,
} from '../../../core/lookups/policy/ignoreFile';

/** Reads the ignore file at a path; undefined if there is none. */
export type ReadIgnoreFile = (path: string) => IgnoreFile | undefined;

/** The ignore files of the workspace folders, also of untrusted ones, because they can only add to the ignore list. */
export class IgnoreFiles implements vscode.Disposable {
  /** By the URI of the file. */
  private readonly files = new Map<string, IgnoreFile>();
  private readonly watchers = new Map<string, vscode.Disposable>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.changed.event;
  private readonly subscriptions = vscode.Disposable.from(
    this.changed,
    vscode.workspace.onDidChangeWorkspaceFolders(() => this.readFolders()),
    // Watchers don't see every file system.
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (this.watchers.has(uri.toString())) this.read(uri);
    }),
  );

  /** `readAt` reads a file of this machine synchronously. */
  constructor(private readonly readAt: ReadIgnoreFile) {
    this.readFolders();
  }

  /** The patterns of all files. */
  patterns(): readonly string[] {
    return [...this.files.values()].flatMap(({ patterns }) => patterns);
  }

  /** All files that exist. */
  all(): readonly { readonly uri: vscode.Uri; readonly file: IgnoreFile }[] {
    return [...this.files].map(([uri, file]) => ({ uri: vscode.Uri.parse(uri, true), file }));
  }

  dispose(): void {
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.watchers.clear();
    this.subscriptions.dispose();
  }

  private readFolders(): void {
    const uris = (vscode.workspace.workspaceFolders ?? []).map((folder) => ignoreFileIn(folder));
    const current = new Set(uris.map((uri) => uri.toString()));
    for (const [key, watcher] of this.watchers) {
      if (current.has(key)) continue;
      watcher.dispose();
      this.watchers.delete(key);
      this.keep(key, undefined);
    }
    for (const uri of uris) {
      if (this.watchers.has(uri.toString())) continue;
      this.watchers.set(uri.toString(), this.watch(uri));
      this.read(uri);
    }
  }

  private watch(uri: vscode.Uri): vscode.Disposable {
    const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), ignoreFileName);
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const read = (): void => this.read(uri);
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(read),
      watcher.onDidChange(read),
      watcher.onDidDelete(read),
    );
  }

  private read(uri: vscode.Uri): void {
    const key = uri.toString();
    if (uri.scheme === 'file') {
      this.keep(key, this.readAt(uri.fsPath));
      return;
    }
    // Nothing is sent until it was read.
    if (!this.files.has(key)) this.keep(key, unreadIgnoreFile('failed'));
    void readRemote(uri).then((file) => {
      if (this.watchers.has(key)) this.keep(key, file);
    });
  }

  private keep(key: string, file: IgnoreFile | undefined): void {
    if (file === undefined) this.files.delete(key);
    else this.files.set(key, file);
    this.changed.fire();
  }
}

/** The ignore file of a folder, which may not exist. */
export function ignoreFileIn(folder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(folder.uri, ignoreFileName);
}

/** Reads a file of another file system. */
async function readRemote(uri: vscode.Uri): Promise<IgnoreFile | undefined> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // Links may lead to any file.
    if (type !== vscode.FileType.File) return unreadIgnoreFile('failed');
    if (size > maxIgnoreFileBytes) return unreadIgnoreFile('tooLarge');
    return readIgnoreBytes(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return isMissing ? undefined : unreadIgnoreFile('failed');
  }
}
