import type { UnreadStore } from '../../core/lookups/unreadStore';
import { type Triaged, unreadIn } from '../../core/triage/assess';
import { triageCsv, triageMarkdown, triageObject, type TriageFormatters } from '../../core/triage/triageExport';
import { defangText } from '../common/defangText';
import { counted } from '../common/numbers';
import { visibleText } from '../common/visibleText';
import { foreign, showQuickPick, uiText } from '../common/ui';
import { stateLabels } from './stateLabels';
import type { TriageList } from './triageList';
import type { TriagePanel } from './triagePanel';
import type { TriageParts } from './triageParts';

/** Rows of a triage, those selected, else those shown, in a form and to a place that the user chooses; of all, perhaps the known ones alone. */
export async function exportTriage(panel: TriagePanel, list: TriageList, parts: TriageParts): Promise<void> {
  const { which, rows } = panel.wanted();
  const tools = await parts.loadIndicators();
  if (rows.length === 0) {
    parts.notices.tell(uiText('There are no rows to export.'));
    return;
  }
  const words: TriageFormatters = {
    ...{ defang: tools.defang, defangText: (text) => defangText(text, tools), fileOf: panel.fileOf },
    stateOf: ({ indicator }) => list.stateOf(indicator),
  };
  const read: TriageFormatters = {
    ...words,
    stateOf: ({ indicator }) => {
      const state = list.stateOf(indicator);
      return state && stateLabels[state];
    },
  };
  const stem = panel.source.title
    .split(/[^\p{L}\p{N}._]/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join('-');
  const isAll = which === 'All ';
  await parts.commands.run('threatLookups.exportIndicators', {
    title: `Export ${isAll ? allRowsLabel(rows) : counted(rows.length, `${which}Row`)}`,
    name: `triage-${stem.slice(0, 50)}`,
    // What is known of a host alone says nothing of the URL itself.
    records: rows.flatMap(({ indicator, known: [first] }) =>
      first === undefined ? [] : [{ ...first.record, ...indicator }],
    ),
    text: async (form) => {
      const leaving = isAll ? await chooseRows(rows, form === 'markdown') : rows;
      if (leaving === undefined) return undefined;
      if (form === 'json')
        return `${JSON.stringify({ ...incompleteOf(leaving), results: leaving.map((row) => triageObject(row, words)) }, undefined, 2)}\n`;
      if (form === 'csv') return triageCsv(leaving, read);
      return triageMarkdown(visibleText(panel.source.title), leaving, read, Date.now());
    },
  });
}

/** What an export says of itself where the local store had no part in its rows. */
function incompleteOf(rows: readonly Triaged[]): { readonly incomplete?: { readonly localStore: UnreadStore } } {
  const unread = unreadIn(rows);
  return unread === undefined ? {} : { incomplete: { localStore: unread } };
}

function allRowsLabel({ length }: readonly Triaged[]): string {
  return `${length > 1 ? 'All ' : ''}${counted(length, 'Row')}`;
}

/** Where some are known and others are not, asks which go; a ticket wants the known ones before all. Undefined where the user left. */
async function chooseRows(rows: readonly Triaged[], knownFirst: boolean): Promise<readonly Triaged[] | undefined> {
  const known = rows.filter(({ standing }) => standing === 'known');
  if (known.length === 0 || known.length === rows.length) return rows;
  const all = { label: foreign(allRowsLabel(rows)), detail: uiText('Unknown, internal and ignored ones, too'), rows };
  const some = {
    label: uiText('Known Only: {0}', counted(known.length, 'Row')),
    detail: uiText('Those that a source on this machine or an answer has'),
    rows: known,
  };
  const items = knownFirst ? [some, all] : [all, some];
  // The panel takes the focus back when the question before this one is gone.
  const options = { title: uiText('Export Triage'), placeHolder: uiText('Which rows?'), ignoreFocusOut: true };
  return (await showQuickPick(items, options))?.rows;
}
