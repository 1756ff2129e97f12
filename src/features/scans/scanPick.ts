import * as vscode from 'vscode';
import type { ScanKind } from '../../core/records/scan';
import { createQuickPick, type Icon, icon, type UiPickItem, type UiText, uiText } from '../shared/ui';
import type { ScanKindOption } from './scanText';
import { strings } from './strings';

/** Content of the picker for the type of a scan. */
export interface ScanPickerOptions {
  readonly title: UiText;
  readonly placeholder: UiText;
  readonly kinds: readonly ScanKindOption[];
  /** States who can find the scan once it is stored. */
  readonly storeDetail: UiText;
  /** Data that “Send the full URL” sends; missing if the full URL is sent anyway. */
  readonly wholeDetail?: UiText;
  /** An action below the choices. */
  readonly more?: { readonly label: UiText; readonly detail: UiText; run(): unknown };
}

/** The user's choice. */
export interface ScanChoice {
  readonly kind: ScanKind;
  readonly store: boolean;
  readonly whole: boolean;
}

type Item = UiPickItem & { readonly action?: ScanKind | 'store' | 'whole' | 'more' };

/** Asks for the type of a scan; “visible to others” and “full URL” are switches in the same list, off at first. */
export function showScanPicker(options: ScanPickerOptions): Promise<ScanChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  let [store, whole] = [false, false];
  const show = (): void => {
    pick.items = itemsOf(options, store, whole);
    // A switch stays active, so that it can be switched back.
    const front = pick.items.find(({ action }) => action !== undefined && action === (toggled ?? 'passive'));
    if (front !== undefined) pick.activeItems = [front];
  };
  let toggled: Item['action'];
  show();
  return new Promise((resolve) => {
    const settle = (choice: ScanChoice | undefined): void => {
      resolve(choice);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const action = pick.activeItems[0]?.action;
      switch (action) {
        case 'store':
        case 'whole':
          if (action === 'store') store = !store;
          else whole = !whole;
          toggled = action;
          pick.value = '';
          show();
          return;
        case 'more':
          settle(undefined);
          options.more?.run();
          return;
        case 'passive':
        case 'active':
          settle({ kind: action, store, whole });
          return;
        case undefined:
          return;
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemsOf(options: ScanPickerOptions, store: boolean, whole: boolean): Item[] {
  const { kinds, storeDetail, wholeDetail, more } = options;
  const checkbox = (isOn: boolean): Icon => icon(isOn ? 'pass-filled' : 'circle-large-outline');
  const stateLabel = (isOn: boolean): UiText => (isOn ? strings.on() : strings.off());
  return [
    ...kinds.map(({ kind, label, detail }): Item => ({
      label: uiText('{0} {1}', icon('search'), label),
      detail,
      action: kind,
    })),
    { label: strings.options(), kind: vscode.QuickPickItemKind.Separator },
    {
      label: strings.storeResult(checkbox(store)),
      description: stateLabel(store),
      detail: storeDetail,
      action: 'store',
    },
    ...(wholeDetail === undefined
      ? []
      : [
          {
            label: strings.sendWholeUrl(checkbox(whole)),
            description: stateLabel(whole),
            detail: wholeDetail,
            action: 'whole',
          } satisfies Item,
        ]),
    ...(more === undefined
      ? []
      : [
          {
            label: more.label,
            detail: more.detail,
            action: 'more',
          } satisfies Item,
        ]),
  ];
}
