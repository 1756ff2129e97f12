import * as vscode from 'vscode';
import { createQuickPick, foreign, uiText, type UiPickItem } from '../common/ui';
import type { ScanPartition } from './newScans';
import { blockedMessage } from './scanText';

/** What is asked where several are to be scanned. */
export interface TargetPickerOptions {
  readonly host: string;
  readonly partition: ScanPartition;
  /** “The first 500 of 1,200.” where there are too many. */
  readonly truncation?: string;
  /** The form of a value that is shown. */
  readonly shown: (value: string) => string;
}

type Item = UiPickItem & { readonly at?: number };

/** Lists what a scan of several would send, all ticked, and what stays here with the reason; gives those left ticked. */
export function pickScanTargets({
  host,
  partition,
  truncation,
  shown,
}: TargetPickerOptions): Promise<ScanPartition['allowed'] | undefined> {
  const { allowed, skipped } = partition;
  const pick = createQuickPick<Item>();
  const ticked = allowed.map(({ indicator, sent }, at): Item => {
    const less = sent.value === indicator.value ? {} : { detail: uiText('Of {0}', shown(indicator.value)) };
    return {
      label: foreign(shown(sent.value)),
      description: sent.type === 'ip' ? uiText('IP address') : foreign(sent.type),
      ...less,
      at,
    };
  });
  const blockedItems = skipped.map(({ indicator, by }): Item => ({
    label: foreign(shown(indicator.value)),
    description: foreign(blockedMessage(by)),
  }));
  pick.title = uiText('Which of {0} indicators go to {1}?', allowed.length.toLocaleString('en'), host);
  pick.placeholder = uiText('Untick what is not to be scanned');
  if (truncation !== undefined) pick.prompt = foreign(truncation);
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = [
    ...ticked,
    ...(blockedItems.length === 0
      ? []
      : [{ label: uiText('Left out: never sent'), kind: vscode.QuickPickItemKind.Separator }, ...blockedItems]),
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
      resolve(allowed.filter((_, at) => chosen.has(at)));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
