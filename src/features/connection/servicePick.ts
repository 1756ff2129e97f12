import * as vscode from 'vscode';
import { visibleText } from '../common/visibleText';
import { createQuickPick, foreign, uiText, type UiButton, type UiPickItem } from '../common/ui';
import type { RecentService } from './recentServices';
import { serviceName } from './serviceName';

export type ServiceChoice =
  { readonly kind: 'recent'; readonly address: string } | { readonly kind: 'another' } | { readonly kind: 'local' };

type Item = UiPickItem & { readonly choice: ServiceChoice };

const forgetButton: UiButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: uiText('Forget this service and its key'),
};

function itemsFor(recent: readonly RecentService[], current: string | undefined): readonly Item[] {
  const services = recent.map(({ address, hadKey }): Item => {
    const notes = [address === current ? 'in use' : '', hadKey ? 'with a key' : 'without a key'];
    return {
      label: foreign(visibleText(serviceName(address))),
      description: foreign(notes.filter((note) => note !== '').join(', ')),
      choice: { kind: 'recent', address },
      ...(address === current ? {} : { buttons: [forgetButton] }),
    };
  });
  return [
    ...services,
    { label: uiText('$(add) Another service…'), choice: { kind: 'another' } },
    {
      label: uiText('$(home) Local service only'),
      description: current === undefined ? uiText('in use') : uiText(''),
      detail: uiText('Nothing leaves this machine; keys stay where they are.'),
      choice: { kind: 'local' },
    },
  ];
}

/** Offers the services used lately, another one, or none; `forget` removes one and answers with the rest. */
export function pickService(
  recent: readonly RecentService[],
  current: string | undefined,
  forget: (address: string) => Promise<readonly RecentService[]>,
): Promise<ServiceChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = uiText('Switch Service');
  pick.placeholder = uiText('Which service answers lookups?');
  pick.items = itemsFor(recent, current);
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.choice.kind === 'recent') pick.items = itemsFor(await forget(item.choice.address), current);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.choice);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
