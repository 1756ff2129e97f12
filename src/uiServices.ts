import type * as vscode from 'vscode';
import { createContextKeys } from './features/shared/commands/contextKeys';
import { Contributions } from './features/shared/commands/contributions';
import { Notices } from './features/shared/notices/notices';
import { PanelFocus } from './features/shared/commands/panelFocus';
import { createCommands, reportErrors } from './features/shared/commands/registerCommand';
import { StatusNotes } from './features/shared/notices/statusNotes';
import { createOutput } from './features/shared/ui';

/** The parts that exist from activation, before any feature is used. */
export type UiServices = ReturnType<typeof createUiServices>;

/** Creates the parts that depend on VS Code alone. They are disposed of with the extension. */
export function createUiServices({ globalState, secrets, subscriptions }: vscode.ExtensionContext) {
  const output = createOutput();
  const notices = new Notices(globalState, output);
  const contributions = new Contributions(reportErrors(notices, output));
  subscriptions.push(output, contributions);
  return {
    ...{ output, notices, contributions, secrets, memory: globalState },
    commands: createCommands(contributions),
    contextKeys: createContextKeys(globalState),
    status: new StatusNotes(),
    panelFocus: new PanelFocus(),
  };
}
