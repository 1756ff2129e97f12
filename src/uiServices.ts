import type * as vscode from 'vscode';
import { createContextKeys } from './features/shared/commands/contextKeys';
import { Contributions } from './features/shared/commands/contributions';
import { Notices } from './features/shared/notices/notices';
import { orderedMemory } from './features/shared/notices/orderedMemory';
import { PanelFocus } from './features/shared/commands/panelFocus';
import { createCommands, reportErrors } from './features/shared/commands/registerCommand';
import { StatusNotes } from './features/shared/notices/statusNotes';
import { createOutput } from './features/shared/ui';

/** The parts that exist from activation, before any feature is used. */
export type UiServices = ReturnType<typeof createUiServices>;

/** Creates the parts that depend on VS Code alone. They are disposed of with the extension. */
export function createUiServices({ globalState, secrets, subscriptions }: vscode.ExtensionContext) {
  const output = createOutput();
  const memory = orderedMemory(globalState);
  const notices = new Notices(memory, output);
  const contributions = new Contributions(reportErrors(notices, output));
  subscriptions.push(output, contributions);
  return {
    ...{ output, notices, contributions, secrets, memory },
    commands: createCommands(contributions),
    contextKeys: createContextKeys(memory),
    status: new StatusNotes(),
    panelFocus: new PanelFocus(),
  };
}
