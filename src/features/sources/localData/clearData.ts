import type { DataKind, DataSummary } from '../../../core/store/protocol/protocol';
import { formatList, formatNumber } from '../../../l10n';
import { untrusted, showQuickPickMany, showWarningMessage, type UiPickItem } from '../../shared/ui';
import { getCount, dataKinds } from './localDataReport';
import { strings } from './strings';
import { uiText } from '../../shared/ui/text';

type Item = UiPickItem & { readonly kindOfData: DataKind };

/** Asks which kinds of data to clear, and for confirmation. Undefined if the user cancels. */
export async function chooseKinds(summary: DataSummary): Promise<readonly DataKind[] | undefined> {
  const items = dataKinds
    .filter((kind) => getCount(summary, kind) > 0)
    .map((kind): Item => ({
      label: untrusted(strings.kindTitle(kind)),
      description: untrusted(formatNumber(getCount(summary, kind))),
      detail: untrusted(strings.whenCleared(kind)),
      kindOfData: kind,
    }));
  const chosen = await showQuickPickMany(items, {
    title: uiText('Clear Local Store'),
    placeHolder: uiText('Select the data to delete'),
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const clear = uiText('Clear');
  const answer = await showWarningMessage(
    uiText('Clear {0}?', formatList(chosen.map(({ label }) => label))),
    { modal: true, detail: uiText("This can't be undone. API keys and settings are kept.") },
    clear,
  );
  return answer === clear ? chosen.map(({ kindOfData }) => kindOfData) : undefined;
}
