import * as vscode from 'vscode';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import type { SettingsFacade } from '../common/settings';
import { uiText } from '../common/ui';
import { MarkedEditors, type MarkedEditorsParts } from './markedEditors';
import { registerNavigation } from './navigation';

export interface MarksParts extends Omit<MarkedEditorsParts, 'settings' | 'quietWellKnown'> {
  readonly settings: SettingsFacade;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'tell'>;
}

/** Marks in open files, what mode `automatic` asks for, and the commands that go from one risky indicator to the next. */
export function registerMarks(parts: MarksParts): vscode.Disposable {
  const { settings, commands, notices, status } = parts;
  const marks = () => settings.current().marks;
  const editors = new MarkedEditors({
    ...parts,
    settings: marks,
    quietWellKnown: () => settings.current().lookups.quietWellKnown === true,
  });
  // A log without marks must not pass for a harmless one.
  const note = (): void => {
    if (marks().enabled) status.set('hidden marks', undefined);
    else status.set('hidden marks', uiText('Marks are hidden: “Toggle Marks” shows them.'), uiText('marks hidden'));
  };
  note();
  return vscode.Disposable.from(
    editors,
    settings.onChanged(({ now, before }) => {
      note();
      if (JSON.stringify(now.marks) !== JSON.stringify(before.marks)) editors.reset();
    }),
    registerNavigation({ ...parts, editors, level: () => marks().level }),
    commands.register('threatLookups.toggleMarks', async () => {
      const wanted = !marks().enabled;
      await settings.setMarks(wanted);
      const are = marks().enabled ? 'shown' : 'hidden';
      notices.tell(
        marks().enabled === wanted
          ? uiText('Marks are {0}.', are)
          : uiText('Marks stay {0}: this workspace says so.', are),
      );
    }),
  );
}
