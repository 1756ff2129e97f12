import type { DataKind, DataSummary } from '../../core/store/protocol';
import { foreign, showQuickPickMany, showWarningMessage, type UiPickItem, uiText } from '../common/ui';
import { countOf, dataKinds, kindLabels } from './localDataReport';

type Item = UiPickItem & { readonly kindOfData: DataKind };

/** Asks which kinds to clear, with their counts, and once more before it is done; nothing where it was left. */
export async function chooseKinds(summary: DataSummary): Promise<readonly DataKind[] | undefined> {
  const items = dataKinds
    .filter((kind) => countOf(summary, kind) > 0)
    .map((kind): Item => {
      const { title, cleared } = kindLabels(kind);
      return {
        label: foreign(title),
        description: foreign(countOf(summary, kind).toLocaleString('en')),
        detail: foreign(cleared),
        kindOfData: kind,
      };
    });
  const chosen = await showQuickPickMany(items, {
    title: uiText('Clear Local Data'),
    placeHolder: uiText('What is to be removed from this machine?'),
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const clear = uiText('Clear');
  const answer = await showWarningMessage(
    uiText('Clear {0}?', chosen.map(({ label }) => label.toLowerCase()).join(', ')),
    { modal: true, detail: uiText("This can't be undone. Keys and settings stay.") },
    clear,
  );
  return answer === clear ? chosen.map(({ kindOfData }) => kindOfData) : undefined;
}
