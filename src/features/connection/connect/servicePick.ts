import * as vscode from 'vscode';
import { visibleText } from '../../shared/text/visibleText';
import { createQuickPick, foreign, uiList, type UiButton, type UiPickItem } from '../../shared/ui';
import type { RecentService } from '../recentServices';
import { serviceName } from '../serviceName';
import { strings } from '../strings';

export type ServiceChoice =
  { readonly kind: 'recent'; readonly address: string } | { readonly kind: 'another' } | { readonly kind: 'local' };

type Item = UiPickItem & { readonly choice: ServiceChoice };

function forgetButton(): UiButton {
  return { iconPath: new vscode.ThemeIcon('trash'), tooltip: strings.forgetService() };
}

function itemsFor(recent: readonly RecentService[], current: string | undefined): readonly Item[] {
  const services = recent.map(({ address, hadKey }): Item => {
    return {
      label: foreign(visibleText(serviceName(address))),
      description: uiList(
        address === current ? strings.inUse() : undefined,
        hadKey ? strings.withKey() : strings.withNoKey(),
      ),
      choice: { kind: 'recent', address },
      ...(address === current ? {} : { buttons: [forgetButton()] }),
    };
  });
  return [
    ...services,
    { label: strings.anotherService(), choice: { kind: 'another' } },
    {
      label: strings.localServiceOnly(),
      ...(current === undefined ? { description: strings.inUse() } : {}),
      detail: strings.localServiceDetail(),
      choice: { kind: 'local' },
    },
  ];
}

/** Offers recently used services, another one, or none; `forget` removes one and resolves with the rest. */
export function pickService(
  recent: readonly RecentService[],
  current: string | undefined,
  forget: (address: string) => Promise<readonly RecentService[]>,
): Promise<ServiceChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = strings.switchTitle();
  pick.placeholder = strings.switchPlaceholder();
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
