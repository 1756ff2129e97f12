import * as vscode from 'vscode';
import { removeFolder } from '../../core/largeFiles/fileBytes';

/** A folder of this window for decompressed files. */
export class SessionFolder implements vscode.Disposable {
  private files = 0;
  private created: Promise<unknown> | undefined;

  /** @param parent has the folders of all windows, named after their processes */
  constructor(private readonly parent: vscode.Uri) {}

  private get own(): vscode.Uri {
    return vscode.Uri.joinPath(this.parent, String(process.pid));
  }

  /** A path for a new file. */
  async newFile(): Promise<vscode.Uri> {
    this.created ??= this.create();
    await this.created;
    return vscode.Uri.joinPath(this.own, `${++this.files}.log`);
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
