import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { chooseIndicator } from '../common/chooseIndicator';
import type { CommandId, CommandTarget } from '../common/commands';
import { cutIndicator } from '../common/cutIndicator';
import { visibleText } from '../common/visibleText';
import { withoutPassword } from '../common/withoutPassword';
import type { HoverCommandParts } from './lookUpCommands';

interface Choice extends vscode.QuickPickItem {
  readonly command?: CommandId;
  /** Whether the command is about the indicator. */
  readonly about?: boolean;
  /** The host of a URL, whose record the choice opens. */
  readonly host?: Indicator;
}

const openHostRecord = { label: '$(globe) Open Record of Host' };

/** What can be done with an indicator, and with lookups as a whole. */
const choices: readonly Choice[] = [
  {
    label: '$(book) Open Record',
    description: 'everything known, in a panel',
    command: 'threatLookups.openRecord',
    about: true,
  },
  {
    label: '$(split-horizontal) Open Record to the Side',
    description: 'in a panel beside this editor',
    command: 'threatLookups.openRecordBeside',
    about: true,
  },
  {
    label: '$(export) Export Record…',
    description: 'for a ticket, as JSON, STIX or CSV',
    command: 'threatLookups.exportRecord',
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
    label: '$(copy) Copy Indicator',
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
    label: '$(checklist) Add to Triage',
    description: 'to be reviewed, with where it stands',
    command: 'threatLookups.addToTriage',
    about: true,
  },
  {
    label: '$(eye-closed) Ignore Indicator…',
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
  { label: '$(shield) Change Lookup Mode…', command: 'threatLookups.changeMode' },
  { label: '$(list-unordered) Show What Was Sent', command: 'threatLookups.showSent' },
  { label: '$(output) Show Details', description: 'the output channel', command: 'threatLookups.showDetails' },
];

/** “More…”: every action on the indicator, as a list. */
export function registerMoreCommand(parts: HoverCommandParts): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return commands.register('threatLookups.more', async (argument) => {
    const target = await chooseIndicator(argument, parts, 'Actions on Indicator');
    if (target === undefined) return;
    const { defang, hostOf } = await loadIndicators();
    const title = cutIndicator(visibleText(defang(withoutPassword(target.value))), 80);
    const host = target.type === 'url' ? hostOf(target) : undefined;
    const hostChoices: readonly Choice[] =
      host === undefined ? [] : [{ ...openHostRecord, description: visibleText(defang(host.value)), host }];
    const all = [...choices.slice(0, 1), ...hostChoices, ...choices.slice(1)];
    const chosen = await vscode.window.showQuickPick(all, { title, placeHolder: 'What next?' });
    if (chosen?.host !== undefined) await commands.run('threatLookups.openRecord', chosen.host);
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
