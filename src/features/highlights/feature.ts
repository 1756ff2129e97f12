import * as vscode from 'vscode';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { SettingsFacade } from '../shared/settings/settings';
import type { ContextKeys } from '../shared/commands/contextKeys';
import { watchCursor } from './cursorIndicator';
import { EditorHighlighter, type EditorHighlighterParts } from './editorHighlighter';
import { registerNavigation } from './navigation';
import { Problems } from './problems';
import { SummaryLenses } from './summaryLenses';
import { uiText } from '../shared/ui/text';

export interface HighlightsParts extends Omit<EditorHighlighterParts, 'settings' | 'skipWellKnown'> {
  readonly settings: SettingsFacade;
  readonly commands: Commands;
  readonly contextKeys: ContextKeys;
  readonly notices: Pick<Notices, 'inform'>;
}

/** Highlights in open files, the lookups of mode `automatic`, and the commands that go to risky indicators. */
export function startHighlights(parts: HighlightsParts): vscode.Disposable {
  const { settings, commands, notices, status } = parts;
  const highlights = () => settings.current().highlights;
  const problems = new Problems(parts.loadIndicators, () => highlights().problems);
  const editors = new EditorHighlighter({
    ...parts,
    onShown: (document, shown) => problems.show(document, shown),
    settings: highlights,
    skipWellKnown: () => settings.current().lookups.skipWellKnown === true,
  });
  // A log without highlights must not be mistaken for a harmless one.
  const note = (): void => {
    if (highlights().enabled) status.set('highlightingOff', undefined);
    else
      status.set(
        'highlightingOff',
        uiText('Highlighting is off. Run “Toggle Indicator Highlighting” to turn it on.'),
        uiText('highlighting off'),
      );
  };
  note();
  const lenses = new SummaryLenses(
    editors,
    parts.lookups,
    highlights,
    () => settings.current().lookups.mode === 'automatic',
  );
  return vscode.Disposable.from(
    editors,
    problems,
    lenses,
    watchCursor(parts),
    vscode.languages.registerCodeActionsProvider([{ scheme: '*' }, { notebookType: '*' }], problems, Problems.metadata),
    vscode.languages.registerCodeLensProvider([{ language: 'log' }, { language: 'plaintext' }], lenses),
    settings.onChanged(({ now, before }) => {
      note();
      if (JSON.stringify(now.highlights) === JSON.stringify(before.highlights)) return;
      editors.reset();
      lenses.refresh();
    }),
    registerNavigation({ ...parts, editors, level: () => highlights().level }),
    commands.register('threatLookups.toggleHighlighting', async () => {
      const wanted = !highlights().enabled;
      await settings.setHighlightsEnabled(wanted);
      const isEnabled = highlights().enabled;
      if (isEnabled === wanted)
        notices.inform(isEnabled ? uiText('Highlighting is on.') : uiText('Highlighting is off.'));
      else
        notices.inform(
          isEnabled
            ? uiText('Highlighting is enabled by this workspace.')
            : uiText('Highlighting is disabled by this workspace.'),
        );
    }),
  );
}
