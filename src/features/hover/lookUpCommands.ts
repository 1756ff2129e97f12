import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import { chooseIndicator } from '../common/chooseIndicator';
import type { CommandTarget } from '../common/commands';
import type { LoadIndicators } from '../common/indicatorTools';
import { occurrenceAt } from '../common/occurrenceAt';
import type { Commands } from '../common/registerCommand';

/** What the commands of the hover are handed. */
export interface HoverCommandParts {
  readonly lookups: Lookups;
  readonly loadIndicators: LoadIndicators;
  readonly commands: Commands;
}

interface Wish {
  readonly again: boolean;
  readonly wholeUrl: boolean;
}

/** “Look Up Indicator”, “Look Up Again” and “Look up at HOST”: one lookup that a person asked for, shown where it was asked. */
export function registerLookUpCommands(parts: HoverCommandParts): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  const ask = async (argument: unknown, wish: Wish): Promise<void> => {
    const target = await chooseIndicator(argument, loadIndicators, 'Look Up Indicator');
    if (target !== undefined) await lookUpAndShow(parts, target, wish);
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.lookUp', (target) => ask(target, { again: false, wholeUrl: false })),
    commands.register('threatLookups.lookUpAgain', (target) => ask(target, { again: true, wholeUrl: false })),
    commands.register('threatLookups.lookUpHere', (target, options) =>
      ask(target, { again: false, wholeUrl: (options as { wholeUrl?: unknown } | undefined)?.wholeUrl === true }),
    ),
  );
}

async function lookUpAndShow(parts: HoverCommandParts, target: CommandTarget, wish: Wish): Promise<void> {
  const indicator: Indicator = { type: target.type, value: target.value };
  const place = target.at ?? cursorPlace();
  const progress = { location: vscode.ProgressLocation.Window, title: 'Looking up…' };
  await vscode.window.withProgress(progress, () =>
    parts.lookups.lookUp(indicator, {
      reason: 'click',
      ...(wish.again ? { again: true } : {}),
      ...(wish.wholeUrl ? { wholeUrl: true } : {}),
    }),
  );
  const shown = place !== undefined && (await showHoverAt(parts, indicator, place));
  if (!shown) await parts.commands.run('threatLookups.openRecord', indicator);
}

type Place = NonNullable<CommandTarget['at']>;

function cursorPlace(): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}

/** An open hover can't be changed, so the answer is shown in a new one at the same place, where that is still in sight. */
async function showHoverAt(
  { loadIndicators }: HoverCommandParts,
  indicator: Indicator,
  place: Place,
): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === place.uri);
  if (editor === undefined || editor.viewColumn === undefined || place.line >= editor.document.lineCount) return false;
  const position = editor.document.validatePosition(new vscode.Position(place.line, place.character));
  const found = occurrenceAt(editor.document, position, await loadIndicators());
  if (found?.occurrence.value !== indicator.value) return false;
  const selection = new vscode.Range(position, position);
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection });
  await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
  return true;
}
