import * as vscode from 'vscode';
import { chooseIndicator } from '../common/chooseIndicator';
import type { CommandId, CommandTarget } from '../common/commands';
import { cutMiddle, visibleText } from '../common/visibleText';
import type { HoverCommandParts } from './lookUpCommands';

interface Choice extends vscode.QuickPickItem {
  readonly command?: CommandId;
  /** Whether the command is about the indicator. */
  readonly about?: boolean;
}

/** What can be done with an indicator, and with lookups as a whole. */
const choices: readonly Choice[] = [
  {
    label: '$(book) Open Record',
    description: 'everything known, in a panel',
    command: 'threatLookups.openRecord',
    about: true,
  },
  {
    label: '$(refresh) Look Up Again',
    description: 'ask the service now',
    command: 'threatLookups.lookUpAgain',
    about: true,
  },
  {
    label: '$(search) Scan…',
    description: 'have it looked at anew; asks how far first',
    command: 'threatLookups.scan',
    about: true,
  },
  {
    label: '$(copy) Copy',
    description: 'as it is: a paste may be clickable',
    command: 'threatLookups.copyIndicator',
    about: true,
  },
  {
    label: '$(copy) Copy Defanged',
    description: 'in a form that no click opens',
    command: 'threatLookups.copyDefanged',
    about: true,
  },
  {
    label: '$(eye-closed) Ignore…',
    description: 'never send it, or its like',
    command: 'threatLookups.ignore',
    about: true,
  },
  {
    label: '$(edit) Set Risk…',
    description: 'what you say leads, on this machine',
    command: 'threatLookups.setRisk',
    about: true,
  },
  {
    label: '$(history) Retire',
    description: 'no longer current, on this machine',
    command: 'threatLookups.retireIndicator',
    about: true,
  },
  { label: 'Lookups', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(edit) Edit Ignore List', command: 'threatLookups.editIgnoreList' },
  { label: '$(settings) Change What Is Looked Up…', command: 'threatLookups.changeMode' },
  { label: '$(list-unordered) Show What Was Sent', command: 'threatLookups.showSent' },
  { label: '$(output) Show Details', description: 'the output channel', command: 'threatLookups.showDetails' },
];

/** “More…”: every action on the indicator, as a list. */
export function registerMoreCommand({ commands, loadIndicators }: HoverCommandParts): vscode.Disposable {
  return commands.register('threatLookups.more', async (argument) => {
    const target = await chooseIndicator(argument, loadIndicators, 'Actions on Indicator');
    if (target === undefined) return;
    const title = cutMiddle(visibleText((await loadIndicators()).defang(target.value)), 80);
    const chosen = await vscode.window.showQuickPick(choices, { title, placeHolder: 'What next?' });
    if (chosen?.command !== undefined) await runChoice(commands, chosen.command, chosen.about === true, target);
  });
}

async function runChoice(
  commands: HoverCommandParts['commands'],
  command: CommandId,
  about: boolean,
  target: CommandTarget,
): Promise<void> {
  if (about) await commands.run(command, target);
  else await commands.run(command);
}
