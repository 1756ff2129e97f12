import type * as vscode from 'vscode';
import { Notices } from './features/shared/notices/notices';
import { PanelFocus } from './features/shared/commands/panelFocus';
import { createCommands, reportErrors } from './features/shared/commands/registerCommand';
import { StatusNotes } from './features/shared/notices/statusNotes';
import { useDisplayLanguage } from './features/shared/settings/displayLanguage';
import { createOutput } from './features/shared/ui';
import type { StartServices } from './startServices';

/** The parts that need neither settings nor the store. They show errors of everything else. */
export type UiServices = ReturnType<typeof createUiServices>;

/** Creates the parts that depend on VS Code alone. */
export function createUiServices({ secrets }: vscode.ExtensionContext, start: StartServices) {
  useDisplayLanguage();
  const output = createOutput();
  const notices = new Notices(start.memory, output);
  return {
    ...start,
    ...{ output, notices, secrets },
    errors: reportErrors(notices, output),
    commands: createCommands(start.contributions),
    status: new StatusNotes(),
    panelFocus: new PanelFocus(),
    dispose: (): void => output.dispose(),
  };
}
