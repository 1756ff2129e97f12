import type { DataKind, DataSummary } from '../../core/store/protocol/protocol';
import { formatList, formatNumber } from '../../l10n';
import { foreign, showQuickPickMany, showWarningMessage, type UiPickItem } from '../shared/ui';
import { countOf, dataKinds } from './localDataReport';
import { strings } from './strings';

type Item = UiPickItem & { readonly kindOfData: DataKind };

/** Asks which kinds of data to clear, and for confirmation. Undefined if the user cancels. */
export async function chooseKinds(summary: DataSummary): Promise<readonly DataKind[] | undefined> {
  const items = dataKinds
    .filter((kind) => countOf(summary, kind) > 0)
    .map((kind): Item => ({
      label: foreign(strings.kindTitle(kind)),
      description: foreign(formatNumber(countOf(summary, kind))),
      detail: foreign(strings.whenCleared(kind)),
      kindOfData: kind,
    }));
  const chosen = await showQuickPickMany(items, {
    title: strings.clearLocalData(),
    placeHolder: strings.selectKinds(),
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const clear = strings.clear();
  const answer = await showWarningMessage(
    strings.confirmClear(formatList(chosen.map(({ label }) => label))),
    { modal: true, detail: strings.cannotUndo() },
    clear,
  );
  return answer === clear ? chosen.map(({ kindOfData }) => kindOfData) : undefined;
}
