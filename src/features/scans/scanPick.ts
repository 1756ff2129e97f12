import * as vscode from 'vscode';
import type { ScanKind } from '../../core/records/scan';
import { createQuickPick, foreign, type Icon, icon, type UiPickItem, type UiText, uiText } from '../common/ui';
import type { KindChoice } from './scanWords';

/** What is asked before a scan. */
export interface ScanQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly kinds: readonly KindChoice[];
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

type Item = UiPickItem & { readonly act?: ScanKind | 'store' | 'whole' | 'more' };

/** Asks how far a scan goes; store and whole URL are switched in the same list and are off at first. */
export function askScan(question: ScanQuestion): Promise<ScanChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = foreign(question.title);
  pick.placeholder = foreign(question.placeholder);
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  let [store, whole] = [false, false];
  const show = (): void => {
    pick.items = itemsOf(question, store, whole);
    // What was switched stays in front, so that it can be switched back.
    const front = pick.items.find(({ act }) => act !== undefined && act === (switched ?? 'passive'));
    if (front !== undefined) pick.activeItems = [front];
  };
  let switched: Item['act'];
  show();
  return new Promise((resolve) => {
    const settle = (choice: ScanChoice | undefined): void => {
      resolve(choice);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const act = pick.activeItems[0]?.act;
      switch (act) {
        case 'store':
        case 'whole':
          if (act === 'store') store = !store;
          else whole = !whole;
          switched = act;
          pick.value = '';
          show();
          return;
        case 'more':
          settle(undefined);
          question.more?.run();
          return;
        case 'passive':
        case 'active':
          settle({ kind: act, store, whole });
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

function itemsOf(question: ScanQuestion, store: boolean, whole: boolean): Item[] {
  const { kinds, storeDetail, wholeDetail, more } = question;
  const box = (isOn: boolean): Icon => icon(isOn ? 'pass-filled' : 'circle-large-outline');
  const said = (isOn: boolean): UiText => (isOn ? uiText('on') : uiText('off'));
  return [
    ...kinds.map(({ kind, label, detail }): Item => ({
      label: uiText('$(search) {0}', label),
      detail: foreign(detail),
      act: kind,
    })),
    { label: uiText('Options'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: uiText('{0} Store it, so that others can find it', box(store)),
      description: said(store),
      detail: foreign(storeDetail),
      act: 'store',
    },
    ...(wholeDetail === undefined
      ? []
      : [
          {
            label: uiText('{0} Send the whole URL', box(whole)),
            description: said(whole),
            detail: foreign(wholeDetail),
            act: 'whole',
          } satisfies Item,
        ]),
    ...(more === undefined
      ? []
      : [
          {
            label: uiText('$(settings-gear) {0}', more.label),
            detail: foreign(more.detail),
            act: 'more',
          } satisfies Item,
        ]),
  ];
}
