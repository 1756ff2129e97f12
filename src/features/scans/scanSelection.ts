import * as vscode from 'vscode';
import { createQuickPick, foreign, type UiPickItem, type UiText } from '../shared/ui';
import type { ScanPartition } from './newScans';
import { blockedMessage } from './scanText';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';

/** What the picker for the indicators of a scan shows. */
export interface TargetPickerOptions {
  readonly host: string;
  readonly partition: ScanPartition;
  /** Set where there are too many to list. */
  readonly truncation?: UiText;
  /** Formats a value. */
  readonly shown: (value: string) => string;
}

type Item = UiPickItem & { readonly at?: number };

/** Lists the indicators that can be sent, all selected, and those that can't, with the reason. Returns those left selected. */
export function pickScanTargets({
  host,
  partition,
  truncation,
  shown,
}: TargetPickerOptions): Promise<ScanPartition['allowed'] | undefined> {
  const { allowed, skipped } = partition;
  const pick = createQuickPick<Item>();
  const selected = allowed.map(({ indicator, sent }, at): Item => {
    const less = sent.value === indicator.value ? {} : { detail: uiText('From {0}', shown(indicator.value)) };
    return {
      label: foreign(shown(sent.value)),
      description: sent.type === 'ip' ? uiText('IP address') : foreign(sent.type),
      ...less,
      at,
    };
  });
  const blockedItems = skipped.map(({ indicator, by }): Item => ({
    label: foreign(shown(indicator.value)),
    description: blockedMessage(by),
  }));
  pick.title = strings.pickTargetsTitle(allowed.length, host);
  pick.placeholder = uiText('Select the indicators to scan');
  if (truncation !== undefined) pick.prompt = truncation;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = [
    ...selected,
    ...(blockedItems.length === 0
      ? []
      : [{ label: uiText('Skipped: never sent'), kind: vscode.QuickPickItemKind.Separator }, ...blockedItems]),
  ];
  pick.selectedItems = selected;
  return new Promise((resolve) => {
    pick.onDidChangeSelection((chosen) => {
      // Skipped indicators can't be selected.
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
