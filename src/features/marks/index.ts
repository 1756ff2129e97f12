import * as vscode from 'vscode';
import type { Notices } from '../common/notices';
import type { Commands } from '../common/registerCommand';
import type { SettingsFacade } from '../common/settings';
import { uiText } from '../common/ui';
import { EditorHighlighter, type EditorHighlighterParts } from './editorHighlighter';
import { registerNavigation } from './navigation';

export interface HighlightsParts extends Omit<EditorHighlighterParts, 'settings' | 'skipWellKnown'> {
  readonly settings: SettingsFacade;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'tell'>;
}

/** Marks in open files, what mode `automatic` asks for, and the commands that go from one risky indicator to the next. */
export function registerHighlights(parts: HighlightsParts): vscode.Disposable {
  const { settings, commands, notices, status } = parts;
  const highlights = () => settings.current().highlights;
  const editors = new EditorHighlighter({
    ...parts,
    settings: highlights,
    skipWellKnown: () => settings.current().lookups.skipWellKnown === true,
  });
  // A log without marks must not pass for a harmless one.
  const note = (): void => {
    if (highlights().enabled) status.set('hidden marks', undefined);
    else
      status.set(
        'hidden marks',
        uiText('Highlighting is off. Run “Toggle Indicator Highlighting” to turn it on.'),
        uiText('highlighting off'),
      );
  };
  note();
  return vscode.Disposable.from(
    editors,
    settings.onChanged(({ now, before }) => {
      note();
      if (JSON.stringify(now.highlights) !== JSON.stringify(before.highlights)) editors.reset();
    }),
    registerNavigation({ ...parts, editors, level: () => highlights().level }),
    commands.register('threatLookups.toggleMarks', async () => {
      const wanted = !highlights().enabled;
      await settings.setHighlightsEnabled(wanted);
      const are = highlights().enabled ? 'shown' : 'hidden';
      notices.tell(
        highlights().enabled === wanted
          ? uiText('Marks are {0}.', are)
          : uiText('Marks stay {0}: this workspace says so.', are),
      );
    }),
  );
}
