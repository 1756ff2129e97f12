import type * as vscode from 'vscode';
import { openIn, type OpenInParts } from './openIn';

/** Provides “Open In…”. */
export function startOpenIn(parts: OpenInParts): vscode.Disposable {
  return parts.commands.register('threatLookups.openIn', (target) => openIn(target, parts));
}
