import * as vscode from 'vscode';
import { registerCopyCommands } from './copyCommands';
import { registerHover, type HoverParts } from './hoverProviders';
import { registerIgnoreCommands } from './ignoreCommands';
import { registerLookUpCommands, type HoverCommandParts } from './lookUpCommands';
import { registerMoreCommand } from './moreCommand';

export type HoverFeatureParts = HoverParts & HoverCommandParts;

/** The hovers, and the commands that they and the palette offer for one indicator. */
export function registerHoverFeature(parts: HoverFeatureParts): vscode.Disposable {
  return vscode.Disposable.from(
    registerHover(parts),
    registerLookUpCommands(parts),
    registerCopyCommands(parts, parts.notices),
    registerIgnoreCommands(parts, parts.notices),
    registerMoreCommand(parts),
  );
}
