import * as vscode from 'vscode';

/** The part of VS Code's log channel that features write to; levels are the user's to choose there. */
export interface Output extends Pick<vscode.LogOutputChannel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> {
  show(preserveFocus?: boolean): void;
}

/** The channel “Threat Lookups”; the caller disposes of it. */
export function createOutput(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Threat Lookups', { log: true });
}
