import * as vscode from 'vscode';
import { visibleText } from '../../shared/text/visibleText';
import { createQuickPick, foreign, uiList, type UiButton, type UiPickItem } from '../../shared/ui';
import type { RecentService } from '../recentServices';
import { serviceName } from '../serviceName';
import { uiText } from '../../shared/ui/text';

export type ServiceChoice =
  { readonly kind: 'recent'; readonly address: string } | { readonly kind: 'another' } | { readonly kind: 'local' };

type Item = UiPickItem & { readonly choice: ServiceChoice };

function forgetButton(): UiButton {
  return { iconPath: new vscode.ThemeIcon('trash'), tooltip: uiText('Forget this service and its API key') };
}

function itemsFor(recent: readonly RecentService[], current: string | undefined): readonly Item[] {
  const services = recent.map(({ address, hadKey }): Item => {
    return {
      label: foreign(visibleText(serviceName(address))),
      description: uiList(
        address === current ? uiText('in use') : undefined,
        hadKey ? uiText('with API key') : uiText('no API key'),
      ),
      choice: { kind: 'recent', address },
      ...(address === current ? {} : { buttons: [forgetButton()] }),
    };
  });
  return [
    ...services,
    { label: uiText('$(add) Another Service…'), choice: { kind: 'another' } },
    {
      label: uiText('$(home) Local Only'),
      ...(current === undefined ? { description: uiText('in use') } : {}),
      detail: uiText('Nothing is sent. Saved API keys are kept.'),
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
  pick.title = uiText('Switch Service');
  pick.placeholder = uiText('Select the service for lookups');
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
