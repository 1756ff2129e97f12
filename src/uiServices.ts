import type * as vscode from 'vscode';
import { createContextKeys } from './features/common/contextKeys';
import { Contributions } from './features/common/contributions';
import { Notices } from './features/common/notices';
import { PanelFocus } from './features/common/panelFocus';
import { createCommands, reportErrors } from './features/common/registerCommand';
import { StatusNotes } from './features/common/statusNotes';
import { createOutput } from './features/common/ui';

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
