import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import { largeLogScheme, maxDocumentBytes, maxShownBytes } from '../shared/files/largeLogUri';
import type { LargeLogParts } from './largeLogParts';
import type { ReadonlyFiles } from './sectionFiles';

/** Registers the commands for large logs, their sections as files, and a check for files too large for extensions. */
export function registerLargeLogs(contributions: Contributions, parts: () => Promise<LargeLogParts>): void {
  const feature = contributions.feature(
    {
      commands: [
        'threatLookups.openLargeLog',
        'threatLookups.nextLogSection',
        'threatLookups.previousLogSection',
        'threatLookups.goToLogLine',
        'threatLookups.goToLogTime',
        'threatLookups.findInLog',
        'threatLookups.cancelLogSearch',
        'threatLookups.exportLogLines',
        'threatLookups.showFoundLines',
        'threatLookups.showRiskyLines',
        'threatLookups.showMatchingLines',
        'threatLookups.hideMatchingLines',
        'threatLookups.saveLinesAs',
      ],
      panels: ['threatLookups.logLines'],
    },
    async () => {
      const [{ startLargeLogs }, given] = await Promise.all([import('./feature'), parts()]);
      return startLargeLogs(given);
    },
  );
  const files = new LazyFiles(async () => (await feature.load()).files);
  contributions.own(
    files,
    vscode.workspace.registerFileSystemProvider(largeLogScheme, files, { isCaseSensitive: true, isReadonly: true }),
    noticeLargeFiles(async (tab, uri, bytes) => {
      const { offer, replace } = await feature.load();
      await (bytes > maxDocumentBytes ? offer(uri, bytes) : replace(tab, uri));
    }),
  );
}

/** The files of a provider that is loaded with the first of them. */
class LazyFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private loading: Promise<ReadonlyFiles> | undefined;
  private listening: vscode.Disposable | undefined;

  constructor(private readonly load: () => Promise<ReadonlyFiles>) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.loaded()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.loaded()).readFile(uri);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  // The log itself is watched.
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.listening?.dispose();
    this.changed.dispose();
  }

  private loaded(): Promise<ReadonlyFiles> {
    this.loading ??= this.load().then(
      (files) => {
        this.listening = files.onDidChangeFile((events) => this.changed.fire(events));
        return files;
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

/** Calls `notice` once for each active file that VS Code doesn't give to extensions, or not without a question. */
function noticeLargeFiles(
  notice: (tab: vscode.Tab, uri: vscode.Uri, bytes: number) => Promise<void>,
): vscode.Disposable {
  const seen = new Set<string>();
  const check = async (tab: vscode.Tab): Promise<void> => {
    const { input } = tab;
    if (!tab.isActive || !(input instanceof vscode.TabInputText) || input.uri.scheme !== 'file') return;
    const name = input.uri.toString();
    if (seen.has(name) || vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === name)) return;
    seen.add(name);
    const { size } = await vscode.workspace.fs.stat(input.uri);
    if (size > maxShownBytes()) await notice(tab, input.uri, size);
  };
  const checkAll = (tabs: readonly vscode.Tab[]): void => {
    // A file that doesn't exist isn't large.
    for (const tab of tabs) check(tab).catch(() => undefined);
  };
  checkAll(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => checkAll([...opened, ...changed]));
}
