import type { CommandId } from '../shared/ids/commands';
import type { Commands } from '../shared/commands/registerCommand';
import { showQuickPick, type UiPickItem } from '../shared/ui';
import { uiText } from '../shared/ui/text';

interface Way extends UiPickItem {
  readonly command: CommandId;
}

const ways = (): readonly Way[] => [
  {
    label: uiText('$(star) Recommended Lists…'),
    detail: uiText("Public lists of threats, known services, and IP locations. You don't need an account."),
    command: 'threatLookups.addRecommendedLists',
  },
  {
    label: uiText('$(add) List…'),
    detail: uiText('One of the public lists, or any list by its URL'),
    command: 'threatLookups.addList',
  },
  {
    label: uiText('$(server) TAXII Server…'),
    detail: uiText('Collections of a TAXII 2.1 server'),
    command: 'threatLookups.addTaxiiServer',
  },
  {
    label: uiText('$(file-add) Files…'),
    detail: uiText('Your own STIX, MISP, CSV, JSON, or text files'),
    command: 'threatLookups.import',
  },
  {
    label: uiText('$(clippy) Clipboard'),
    detail: uiText('Indicators in the copied text'),
    command: 'threatLookups.importClipboard',
  },
];

/** “Add Source…”: prompts for what to add. */
export async function addSource(commands: Pick<Commands, 'run'>): Promise<void> {
  const way = await showQuickPick(ways(), {
    title: uiText('Add Source'),
    placeHolder: uiText('Select where the indicators come from'),
    matchOnDetail: true,
  });
  if (way !== undefined) await commands.run(way.command);
}
