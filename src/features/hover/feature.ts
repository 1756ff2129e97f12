import * as vscode from 'vscode';
import { registerCopyCommands } from './copyCommands';
import { createHoverProviders, type HoverParts, type HoverProviders } from './hoverProviders';
import { registerIgnoreCommands } from './ignoreCommands';
import { registerLookUpCommands, type HoverCommandParts } from './lookUpCommands';
import { registerMoreCommand } from './moreCommand';

export type HoverFeatureParts = HoverParts & HoverCommandParts;

/** The hovers, and the commands that they and the palette offer for one indicator. */
export interface HoverFeature extends HoverProviders {
  dispose(): void;
}

/** Creates the hovers, and provides the commands. */
export function startHover(parts: HoverFeatureParts): HoverFeature {
  const commands = vscode.Disposable.from(
    registerLookUpCommands(parts),
    registerCopyCommands(parts, parts.notices),
    registerIgnoreCommands(parts, parts.notices),
    registerMoreCommand(parts),
  );
  return { ...createHoverProviders(parts), dispose: () => void commands.dispose() };
}
