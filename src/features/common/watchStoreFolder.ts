import * as vscode from 'vscode';

/**
 * Calls `look` after another window may have done something: when the store's journal in `storeFolder` was written, and when
 * this window gets the focus; what comes within `gatherMillis` is one moment. Nothing is asked in between.
 */
export function watchStoreFolder(
  storeFolder: vscode.Uri,
  debounceMillis: number,
  onChange: () => void,
): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, debounceMillis);
  };
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(storeFolder, 'store.sqlite-wal'));
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(soon),
    watcher.onDidChange(soon),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) soon();
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
