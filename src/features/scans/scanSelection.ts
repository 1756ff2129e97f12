import * as vscode from 'vscode';
import type { Outgo } from './scanOrders';
import { withheldSentence } from './scanWords';

/** What is asked where several are to be scanned. */
export interface SelectionQuestion {
  readonly host: string;
  readonly outgo: Outgo;
  /** “The first 500 of 1,200.” where there are too many. */
  readonly cut?: string;
  /** The form of a value that is shown. */
  readonly shown: (value: string) => string;
}

type Item = vscode.QuickPickItem & { readonly at?: number };

/** Lists what a scan of several would send, all ticked, and what stays here with the reason; gives those left ticked. */
export function askWhichGo({ host, outgo, cut, shown }: SelectionQuestion): Promise<Outgo['going'] | undefined> {
  const { going, kept } = outgo;
  const pick = vscode.window.createQuickPick<Item>();
  const ticked = going.map(({ indicator, sent }, at): Item => {
    const less = sent.value === indicator.value ? {} : { detail: `Of ${shown(indicator.value)}` };
    return { label: shown(sent.value), description: sent.type === 'ip' ? 'IP address' : sent.type, ...less, at };
  });
  const left = kept.map(({ indicator, by }): Item => ({
    label: shown(indicator.value),
    description: withheldSentence(by),
  }));
  pick.title = `Which of ${going.length.toLocaleString('en')} indicators go to ${host}?`;
  pick.placeholder = 'Untick what is not to be scanned';
  if (cut !== undefined) pick.prompt = cut;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = [
    ...ticked,
    ...(left.length === 0
      ? []
      : [{ label: 'Left out: never sent', kind: vscode.QuickPickItemKind.Separator }, ...left]),
  ];
  pick.selectedItems = ticked;
  return new Promise((resolve) => {
    pick.onDidChangeSelection((chosen) => {
      // What is left out can't be ticked.
      const open = chosen.filter(({ at }) => at !== undefined);
      if (open.length < chosen.length) pick.selectedItems = open;
    });
    pick.onDidAccept(() => {
      const chosen = new Set(pick.selectedItems.map(({ at }) => at));
      resolve(going.filter((_, at) => chosen.has(at)));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
