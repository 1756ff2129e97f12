import * as vscode from 'vscode';
import type { LookupMode } from '../../../core/lookups/types';
import { IgnoreFiles, type ReadIgnoreFile } from './ignoreFiles';
import { readSettings, type Settings } from './settingValues';

const section = 'threatLookups';

/** The only access to settings: reads them checked and merged, and writes to user settings, never to a workspace. */
export class SettingsFacade implements vscode.Disposable {
  readonly ignoreFiles: IgnoreFiles;
  private cached: Settings;
  private readonly changed = new vscode.EventEmitter<{ readonly now: Settings; readonly before: Settings }>();
  readonly onChanged = this.changed.event;
  private readonly listening: vscode.Disposable;

  /** `readIgnoreFile` reads an ignore file of this machine synchronously, before anything is sent. */
  constructor(readIgnoreFile: ReadIgnoreFile) {
    this.ignoreFiles = new IgnoreFiles(readIgnoreFile);
    this.cached = this.read();
    this.listening = vscode.Disposable.from(
      this.ignoreFiles,
      this.ignoreFiles.onChanged(() => this.renew()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(section)) this.renew();
      }),
    );
  }

  current(): Settings {
    return this.cached;
  }

  /** An empty text means only the local service. */
  setBaseUrl(url: string): Promise<void> {
    return this.write('baseUrl', url === '' ? undefined : url);
  }

  setMode(mode: LookupMode): Promise<void> {
    return this.write('lookups', mode);
  }

  setSyncInterval(minutes: number): Promise<void> {
    return this.write('sources.syncIntervalMinutes', minutes);
  }

  setHighlightsEnabled(enabled: boolean): Promise<void> {
    return this.write('highlights.enabled', enabled);
  }

  /** Whether the user has decided whether triaged files are remembered. */
  hasChosenToRemember(): boolean {
    return vscode.workspace.getConfiguration(section).inspect('triage.remember')?.globalValue !== undefined;
  }

  setRemember(remember: boolean): Promise<void> {
    return this.write('triage.remember', remember);
  }

  /** Sets the field with the client of lines in files of a pattern; undefined: by their format. */
  setClientField(pattern: string, field: string | undefined): Promise<void> {
    const others = Object.entries(this.cached.triage.clientFields).filter(([each]) => each !== pattern);
    return this.write(
      'triage.clientFields',
      Object.fromEntries(field === undefined ? others : [...others, [pattern, field]]),
    );
  }

  /** Adds sites for “Open on Website…”. */
  addSites(sites: readonly object[]): Promise<void> {
    return this.write('openIn.sites', [...this.cached.sites, ...sites]);
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private async write(name: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
    this.renew();
  }

  private renew(): void {
    const before = this.cached;
    const now = this.read();
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.cached = now;
    this.changed.fire({ now, before });
  }

  private read(): Settings {
    const configuration = vscode.workspace.getConfiguration(section);
    const settings = readSettings((name) => configuration.inspect(name) ?? {});
    const { lookups } = settings;
    const known = new Set(lookups.ignore.map(({ pattern }) => pattern));
    const added = [...new Set(this.ignoreFiles.patterns())].filter((pattern) => !known.has(pattern));
    if (added.length === 0) return settings;
    const entries = added.map((pattern) => ({ pattern, origin: 'file' as const }));
    return { ...settings, lookups: { ...lookups, ignore: [...lookups.ignore, ...entries] } };
  }
}
