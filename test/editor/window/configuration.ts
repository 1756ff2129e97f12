import * as vscode from 'vscode';
import { settings } from '../../harness/manifest';

const section = 'threatLookups';

/** Settings of a window: those of the user are shared with its other windows. */
export class TestConfiguration {
  private readonly changed = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>();

  constructor(
    private readonly user: Map<string, unknown>,
    private readonly workspace: Readonly<Record<string, unknown>>,
  ) {}

  /** The part of `vscode.workspace` that reads and writes settings. */
  readonly api = {
    onDidChangeConfiguration: this.changed.event,
    getConfiguration: (wanted?: string) => {
      if (wanted !== section) return vscode.workspace.getConfiguration(wanted);
      return {
        get: (name: string) => this.user.get(`${section}.${name}`),
        inspect: (name: string) => this.inspect(`${section}.${name}`),
        update: (name: string, value: unknown) => this.set(`${section}.${name}`, value),
      };
    },
  } as unknown as Partial<typeof vscode.workspace>;

  /** Sets a user setting, as the settings editor does; undefined resets it. */
  set(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.user.delete(key);
    else this.user.set(key, value);
    this.changed.fire({ affectsConfiguration: (wanted) => wanted === section || wanted === key });
    return Promise.resolve();
  }

  private inspect(key: string): object {
    return {
      key,
      defaultValue: settings[key]?.default,
      globalValue: this.user.get(key),
      workspaceValue: this.workspace[key],
    };
  }
}
