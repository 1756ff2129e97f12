import * as vscode from 'vscode';
import { errorDetails } from '../shared/text/errorDetails';
import type { Output } from '../shared/ui';

const prefix = 'threatLookups.key:';

/** API keys in the system's keychain, one per base URL; any of them may disappear at any time. */
export class Keys implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<string>();
  /** Fires with the base URL whose key was changed, in any window. */
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

  /** The saved key for a base URL; undefined if there is none or the keychain can't be read. */
  async get(address: string): Promise<string | undefined> {
    try {
      const key = await this.secrets.get(prefix + address);
      return key === '' ? undefined : key;
    } catch (error) {
      this.output.warn(`The keychain can't be read: ${errorDetails(error)}`);
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
