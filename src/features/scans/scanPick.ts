import * as vscode from 'vscode';
import type { ScanKind } from '../../core/records/scan';
import { createQuickPick, foreign, type Icon, icon, type UiPickItem, type UiText, uiText } from '../common/ui';
import type { ScanKindOption } from './scanText';

/** What is asked before a scan. */
export interface ScanPickerOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly kinds: readonly ScanKindOption[];
  /** “Store it, so that others can find it”, in detail. */
  readonly storeDetail: string;
  /** What “Send the whole URL” would send; missing where nothing less is sent. */
  readonly wholeDetail?: string;
  /** Offered below: what to do about what is not offered. */
  readonly more?: { readonly label: string; readonly detail: string; run(): unknown };
}

/** What was chosen. */
export interface ScanChoice {
  readonly kind: ScanKind;
  readonly store: boolean;
  readonly whole: boolean;
}

type Item = UiPickItem & { readonly action?: ScanKind | 'store' | 'whole' | 'more' };

/** Asks how far a scan goes; store and whole URL are switched in the same list and are off at first. */
export function showScanPicker(options: ScanPickerOptions): Promise<ScanChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = foreign(options.title);
  pick.placeholder = foreign(options.placeholder);
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  let [store, whole] = [false, false];
  const show = (): void => {
    pick.items = itemsOf(options, store, whole);
    // What was switched stays in front, so that it can be switched back.
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
  const stateLabel = (isOn: boolean): UiText => (isOn ? uiText('on') : uiText('off'));
  return [
    ...kinds.map(({ kind, label, detail }): Item => ({
      label: uiText('$(search) {0}', label),
      detail: foreign(detail),
      action: kind,
    })),
    { label: uiText('Options'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: uiText('{0} Store it, so that others can find it', checkbox(store)),
      description: stateLabel(store),
      detail: foreign(storeDetail),
      action: 'store',
    },
    ...(wholeDetail === undefined
      ? []
      : [
          {
            label: uiText('{0} Send the whole URL', checkbox(whole)),
            description: stateLabel(whole),
            detail: foreign(wholeDetail),
            action: 'whole',
          } satisfies Item,
        ]),
    ...(more === undefined
      ? []
      : [
          {
            label: uiText('$(settings-gear) {0}', more.label),
            detail: foreign(more.detail),
            action: 'more',
          } satisfies Item,
        ]),
  ];
}
