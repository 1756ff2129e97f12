import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { getReference } from '../../core/records/webPage';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import type { CommandId, CommandTarget } from '../shared/ids/commands';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { omitPassword } from '../../core/text/omitPassword';
import { untrusted, showQuickPick, type UiPickItem, type UiText } from '../shared/ui';
import type { HoverCommandParts } from './lookUpCommands';
import { uiText } from '../shared/ui/text';

interface Choice extends UiPickItem {
  readonly command?: CommandId;
  /** Whether the command takes the indicator. */
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
  return [
    about('threatLookups.openRecord', [uiText('$(book) Open Record'), uiText('full record in a panel')]),
    ...(host === undefined || hostName === undefined
      ? []
      : [{ label: uiText('$(globe) Open Record for Host'), description: untrusted(hostName), host }]),
    ...(hasPage
      ? [
          about('threatLookups.openReference', [
            uiText('$(link-external) Open Web Page of Source…'),
            uiText('opens in the browser after you confirm'),
          ]),
        ]
      : []),
    about('threatLookups.openIn', [uiText('$(link-external) Open on Website…'), uiText('on a site that you choose')]),
    about('threatLookups.openRecordBeside', [
      uiText('$(split-horizontal) Open Record to the Side'),
      uiText('in a panel beside this editor'),
    ]),
    about('threatLookups.exportRecord', [
      uiText('$(export) Export Record…'),
      uiText('for a ticket, or as JSON, STIX, or CSV'),
    ]),
    about('threatLookups.findInLog', [
      uiText('$(list-filter) Find in Log'),
      uiText('in this file, with times and clients'),
    ]),
    about('threatLookups.lookUpAgain', [uiText('$(refresh) Look Up Again'), uiText('on the service, now')]),
    about('threatLookups.scan', [uiText('$(search) Scan…'), uiText('asks for the scan type first')]),
    about('threatLookups.copyIndicator', [
      uiText('$(copy) Copy Indicator'),
      uiText('original value; may be clickable when pasted'),
    ]),
    about('threatLookups.copyDefanged', [uiText('$(copy) Copy Defanged'), uiText('non-clickable form')]),
    about('threatLookups.addToTriage', [
      uiText('$(checklist) Add to Triage List'),
      uiText('for review, with its location'),
    ]),
    about('threatLookups.editNote', [uiText('$(note) Edit Note…'), uiText('stored on this machine')]),
    about('threatLookups.editTags', [uiText('$(tag) Edit Tags…'), uiText('stored on this machine')]),
    about('threatLookups.ignore', [uiText('$(eye-closed) Ignore Indicator…'), uiText('exclude from lookups')]),
    about('threatLookups.setRisk', [
      uiText('$(edit) Set Risk…'),
      uiText('overrides all sources, on this machine only'),
    ]),
    about('threatLookups.retireIndicator', [uiText('$(history) Mark as Retired'), uiText('on this machine only')]),
    { label: uiText('Lookups'), kind: vscode.QuickPickItemKind.Separator },
    { label: uiText('$(edit) Edit Ignore List'), command: 'threatLookups.editIgnoreList' },
    { label: uiText('$(shield) Change Lookup Mode…'), command: 'threatLookups.changeMode' },
    { label: uiText('$(list-unordered) Show Request Log'), command: 'threatLookups.showSent' },
    { label: uiText('$(output) Show Output'), command: 'threatLookups.showDetails' },
  ];
}

/** “More…”: every action on the indicator as a list. */
export function registerMoreCommand(parts: HoverCommandParts): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return commands.register('threatLookups.moreActions', async (argument) => {
    const target = await chooseIndicator(argument, parts, uiText('Indicator Actions'));
    if (target === undefined) return;
    const { defang, getHost } = await loadIndicators();
    const title = truncateIndicator(visibleText(defang(omitPassword(target.value))), 80);
    const host = target.type === 'url' ? getHost(target) : undefined;
    const hostName = host && visibleText(defang(host.value));
    const { known } = parts.lookups.local({ type: target.type, value: target.value }, 'record');
    const hasPage = known.some(({ record, source }) => getReference(record, source.address) !== undefined);
    const chosen = await showQuickPick(choicesFor(hostName, host, hasPage), {
      title: untrusted(title),
      placeHolder: uiText('Select an action'),
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
