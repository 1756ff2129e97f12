import * as vscode from 'vscode';
import { visibleText } from '../common/visibleText';
import type { RecentService } from './recentServices';
import { serviceName } from './serviceName';

export type ServiceChoice =
  { readonly kind: 'recent'; readonly address: string } | { readonly kind: 'another' } | { readonly kind: 'local' };

type Item = vscode.QuickPickItem & { readonly choice: ServiceChoice };

const forgetButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Forget this service and its key',
};

function itemsFor(recent: readonly RecentService[], current: string | undefined): readonly Item[] {
  const services = recent.map(({ address, hadKey }): Item => {
    const notes = [address === current ? 'in use' : '', hadKey ? 'with a key' : 'without a key'];
    return {
      label: visibleText(serviceName(address)),
      description: notes.filter((note) => note !== '').join(', '),
      choice: { kind: 'recent', address },
      ...(address === current ? {} : { buttons: [forgetButton] }),
    };
  });
  return [
    ...services,
    { label: '$(add) Another service…', choice: { kind: 'another' } },
    {
      label: '$(home) Local service only',
      description: current === undefined ? 'in use' : '',
      detail: 'Nothing leaves this machine; keys stay where they are.',
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
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = 'Switch Service';
  pick.placeholder = 'Which service answers lookups?';
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
