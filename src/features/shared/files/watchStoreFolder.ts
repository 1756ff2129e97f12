import * as vscode from 'vscode';

/**
 * Calls `onChange` after another window may have changed the store: when the store's journal in `storeFolder` was written,
 * and when this window gets focus. Changes within `debounceMillis` are one event.
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
