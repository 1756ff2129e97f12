import * as vscode from 'vscode';
import { visibleText } from '../../../core/text/visibleText';

/** The part of VS Code's log channel that features write to; users choose the level there. */
export interface Output {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  show(preserveFocus?: boolean): void;
}

/** The channel “Threat Lookups”, in which every message is a single entry; the caller disposes it. */
export function createOutput(): Output & { dispose(): void } {
  const channel = vscode.window.createOutputChannel('Threat Lookups', { log: true });
  return {
    trace: (message) => channel.trace(logText(message)),
    debug: (message) => channel.debug(logText(message)),
    info: (message) => channel.info(logText(message)),
    warn: (message) => channel.warn(logText(message)),
    error: (message) => channel.error(logText(message)),
    show: (preserveFocus) => channel.show(preserveFocus),
    dispose: () => channel.dispose(),
  };
}

/**
 * A message for the log: control characters and bidirectional overrides are shown by name, and lines after the first
 * are indented, so that a message can't look like several entries.
 */
export function logText(message: string): string {
  return visibleText(message, { keepLines: true }).replaceAll('\n', '\n    ');
}
