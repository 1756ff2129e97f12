import type * as vscode from 'vscode';
import { createContextKeys } from './features/shared/commands/contextKeys';
import { type ContributionErrors, Contributions } from './features/shared/commands/contributions';
import { orderedMemory } from './features/shared/notices/orderedMemory';

/** The parts that exist from activation. */
export type StartServices = ReturnType<typeof createStartServices>;

/** @param errors shows errors */
export function createStartServices({ globalState }: vscode.ExtensionContext, errors: ContributionErrors) {
  const memory = orderedMemory(globalState);
  return { memory, contributions: new Contributions(errors), contextKeys: createContextKeys(memory) };
}
