import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { referenceOf } from '../../core/records/webPage';
import { chooseIndicator } from '../common/chooseIndicator';
import type { CommandId, CommandTarget } from '../common/commands';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { omitPassword } from '../common/omitPassword';
import { foreign, showQuickPick, uiText, type UiPickItem } from '../common/ui';
import type { HoverCommandParts } from './lookUpCommands';

interface Choice extends UiPickItem {
  readonly command?: CommandId;
  /** Whether the command is about the indicator. */
  readonly about?: boolean;
  /** The host of a URL, whose record the choice opens. */
  readonly host?: Indicator;
}

const openReference: Choice = {
  label: uiText('$(link-external) Open Reference Page…'),
  description: uiText('in the browser; asks first'),
  command: 'threatLookups.openReference',
  about: true,
};

const openHostRecord = { label: uiText('$(globe) Open Record of Host') };

/** What can be done with an indicator, and with lookups as a whole. */
const choices: readonly Choice[] = [
  {
    label: uiText('$(book) Open Record'),
    description: uiText('everything known, in a panel'),
    command: 'threatLookups.openRecord',
    about: true,
  },
  {
    label: uiText('$(split-horizontal) Open Record to the Side'),
    description: uiText('in a panel beside this editor'),
    command: 'threatLookups.openRecordBeside',
    about: true,
  },
  {
    label: uiText('$(export) Export Record…'),
    description: uiText('for a ticket, as JSON, STIX or CSV'),
    command: 'threatLookups.exportRecord',
    about: true,
  },
  {
    label: uiText('$(refresh) Look Up Again'),
    description: uiText('ask the service now'),
    command: 'threatLookups.lookUpAgain',
    about: true,
  },
  {
    label: uiText('$(search) Scan…'),
    description: uiText('have it looked at anew; asks how far first'),
    command: 'threatLookups.scan',
    about: true,
  },
  {
    label: uiText('$(copy) Copy Indicator'),
    description: uiText('as it is: a paste may be clickable'),
    command: 'threatLookups.copyIndicator',
    about: true,
  },
  {
    label: uiText('$(copy) Copy Defanged'),
    description: uiText('in a form that no click opens'),
    command: 'threatLookups.copyDefanged',
    about: true,
  },
  {
    label: uiText('$(checklist) Add to Triage List'),
    description: uiText('to be reviewed, with where it stands'),
    command: 'threatLookups.addToTriage',
    about: true,
  },
  {
    label: uiText('$(eye-closed) Ignore Indicator…'),
    description: uiText('never send it, or its like'),
    command: 'threatLookups.ignore',
    about: true,
  },
  {
    label: uiText('$(edit) Set Risk…'),
    description: uiText('what you say leads, on this machine'),
    command: 'threatLookups.setRisk',
    about: true,
  },
  {
    label: uiText('$(history) Retire'),
    description: uiText('no longer current, on this machine'),
    command: 'threatLookups.retireIndicator',
    about: true,
  },
  { label: uiText('Lookups'), kind: vscode.QuickPickItemKind.Separator },
  { label: uiText('$(edit) Edit Ignore List'), command: 'threatLookups.editIgnoreList' },
  { label: uiText('$(shield) Change Lookup Mode…'), command: 'threatLookups.changeMode' },
  { label: uiText('$(list-unordered) Show Request Log'), command: 'threatLookups.showSent' },
  {
    label: uiText('$(output) Show Output'),
    description: uiText('the output channel'),
    command: 'threatLookups.showDetails',
  },
];

/** “More…”: every action on the indicator, as a list. */
export function registerMoreCommand(parts: HoverCommandParts): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return commands.register('threatLookups.more', async (argument) => {
    const target = await chooseIndicator(argument, parts, 'Actions on Indicator');
    if (target === undefined) return;
    const { defang, hostOf } = await loadIndicators();
    const title = truncateIndicator(visibleText(defang(omitPassword(target.value))), 80);
    const host = target.type === 'url' ? hostOf(target) : undefined;
    const hostChoices: readonly Choice[] =
      host === undefined ? [] : [{ ...openHostRecord, description: foreign(visibleText(defang(host.value))), host }];
    const { known } = parts.lookups.local({ type: target.type, value: target.value }, 'record');
    const hasPage = known.some(({ record, source }) => referenceOf(record, source.address) !== undefined);
    const [first, ...others] = choices;
    const all = [first, ...hostChoices, ...(hasPage ? [openReference] : []), ...others].filter(
      (each) => each !== undefined,
    );
    const chosen = await showQuickPick(all, { title: foreign(title), placeHolder: uiText('What next?') });
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
