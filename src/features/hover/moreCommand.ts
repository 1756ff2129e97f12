import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { referenceOf } from '../../core/records/webPage';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import type { CommandId, CommandTarget } from '../shared/ids/commands';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../shared/text/visibleText';
import { omitPassword } from '../shared/text/omitPassword';
import { foreign, showQuickPick, type UiPickItem, type UiText } from '../shared/ui';
import type { HoverCommandParts } from './lookUpCommands';
import { strings } from './strings';

interface Choice extends UiPickItem {
  readonly command?: CommandId;
  /** Whether the command is about the indicator. */
  readonly isAboutIndicator?: boolean;
  /** The host of a URL, whose record this opens. */
  readonly host?: Indicator;
}

const about = (command: CommandId, [label, description]: readonly [UiText, UiText]): Choice => ({
  label,
  description,
  command,
  isAboutIndicator: true,
});

/** All actions on an indicator, and on lookups in general. */
function choicesFor(hostName: string | undefined, host: Indicator | undefined, hasPage: boolean): readonly Choice[] {
  const { actions } = strings;
  return [
    about('threatLookups.openRecord', actions.openRecord()),
    ...(host === undefined || hostName === undefined
      ? []
      : [{ label: actions.openHostRecord(), description: foreign(hostName), host }]),
    ...(hasPage ? [about('threatLookups.openReference', actions.openReference())] : []),
    about('threatLookups.openIn', actions.openIn()),
    about('threatLookups.openRecordBeside', actions.openRecordBeside()),
    about('threatLookups.exportRecord', actions.exportRecord()),
    about('threatLookups.lookUpAgain', actions.lookUpAgain()),
    about('threatLookups.scan', actions.scan()),
    about('threatLookups.copyIndicator', actions.copy()),
    about('threatLookups.copyDefanged', actions.copyDefanged()),
    about('threatLookups.addToTriage', actions.addToTriage()),
    about('threatLookups.editNote', actions.editNote()),
    about('threatLookups.editTags', actions.editTags()),
    about('threatLookups.ignore', actions.ignore()),
    about('threatLookups.setRisk', actions.setRisk()),
    about('threatLookups.retireIndicator', actions.retire()),
    { label: strings.lookups(), kind: vscode.QuickPickItemKind.Separator },
    { label: actions.editIgnoreList(), command: 'threatLookups.editIgnoreList' },
    { label: actions.changeMode(), command: 'threatLookups.changeMode' },
    { label: actions.showRequestLog(), command: 'threatLookups.showSent' },
    { label: actions.showOutput(), command: 'threatLookups.showDetails' },
  ];
}

/** “More…”: every action on the indicator as a list. */
export function registerMoreCommand(parts: HoverCommandParts): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return commands.register('threatLookups.moreActions', async (argument) => {
    const target = await chooseIndicator(argument, parts, strings.titles.actions());
    if (target === undefined) return;
    const { defang, hostOf } = await loadIndicators();
    const title = truncateIndicator(visibleText(defang(omitPassword(target.value))), 80);
    const host = target.type === 'url' ? hostOf(target) : undefined;
    const hostName = host && visibleText(defang(host.value));
    const { known } = parts.lookups.local({ type: target.type, value: target.value }, 'record');
    const hasPage = known.some(({ record, source }) => referenceOf(record, source.address) !== undefined);
    const chosen = await showQuickPick(choicesFor(hostName, host, hasPage), {
      title: foreign(title),
      placeHolder: strings.selectAction(),
    });
    if (chosen?.host !== undefined) await commands.run('threatLookups.openRecord', chosen.host);
    if (chosen?.command !== undefined)
      await runChoice(commands, chosen.command, chosen.isAboutIndicator === true, target);
  });
}

async function runChoice(
  commands: HoverCommandParts['commands'],
  command: CommandId,
  isAboutIndicator: boolean,
  target: CommandTarget,
): Promise<void> {
  if (isAboutIndicator) await commands.run(command, target);
  else await commands.run(command);
}
