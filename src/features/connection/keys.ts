import * as vscode from 'vscode';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';

const prefix = 'threatLookups.key:';

/** Keys of services in the system's key chain, one per base URL; any of them may be gone at any time. */
export class Keys implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<string>();
  /** Tells the base URL whose key is another one now, in whichever window that was done. */
  readonly onChanged = this.changed.event;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly output: Output,
  ) {
    this.listening = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.changed.fire(key.slice(prefix.length));
    });
  }

  /** The key kept for a base URL; undefined where there is none, or where the key chain can't be read. */
  async get(address: string): Promise<string | undefined> {
    try {
      const key = await this.secrets.get(prefix + address);
      return key === '' ? undefined : key;
    } catch (error) {
      this.output.warn(`The key chain can't be read: ${errorDetails(error)}`);
      return undefined;
    }
  }

  async set(address: string, key: string): Promise<void> {
    await this.secrets.store(prefix + address, key);
  }

  async remove(address: string): Promise<void> {
    await this.secrets.delete(prefix + address);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}
