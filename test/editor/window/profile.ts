import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { FakeSecrets } from '../helpers/fakes';

type Clock = Pick<typeof globalThis, 'Date' | 'setInterval'>;

export interface WindowOptions {
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the open folder. */
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** Files that overlay the extension, by relative path. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** Dates and intervals of the extension instead of the real ones. */
  readonly clock?: Clock;
  /** Called with the folder of the local store before the first window opens. */
  readonly prepare?: (storage: string) => void;
}

/** The packaged extension. */
export const extension = (): vscode.Extension<unknown> => {
  const found = vscode.extensions.getExtension('threat-lookups.threat-lookups');
  if (found === undefined) throw new Error('VS Code does not know the extension.');
  return found;
};

/** Data that outlives a window: the user's settings, secrets, state, and local store. */
export class Profile {
  private readonly home = mkdtempSync(join(tmpdir(), 'threat-lookups-window-'));
  readonly storage = join(this.home, 'storage');
  readonly extensionUri: vscode.Uri;
  readonly settings: Map<string, unknown>;
  readonly secrets = new FakeSecrets();
  readonly state = new Map<string, unknown>();

  constructor(readonly options: WindowOptions) {
    this.settings = new Map(Object.entries(options.settings ?? {}));
    mkdirSync(this.storage);
    options.prepare?.(this.storage);
    const { overlay } = options;
    if (overlay === undefined) this.extensionUri = extension().extensionUri;
    else {
      const own = join(this.home, 'extension');
      cpSync(extension().extensionPath, own, { recursive: true });
      for (const [name, text] of Object.entries(overlay)) this.write(join(own, name), text);
      this.extensionUri = vscode.Uri.file(own);
    }
  }

  /** Opens a file with this text. */
  async document(name: string, text: string): Promise<vscode.TextDocument> {
    const file = join(this.home, 'folder', name);
    this.write(file, text);
    return vscode.workspace.openTextDocument(vscode.Uri.file(file));
  }

  /** Releases what closed windows have claimed, as the end of their processes does. */
  releaseClaims(): void {
    const db = new DatabaseSync(join(this.storage, 'store.sqlite'));
    db.exec('DELETE FROM lease');
    db.close();
  }

  remove(): void {
    removeFolder(this.home);
  }

  private write(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
