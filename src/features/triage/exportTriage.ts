import { triageCsv, triageMarkdown, triageObject, type TriageWords } from '../../core/triage/write';
import { counted } from '../common/numbers';
import { visibleText } from '../common/visibleText';
import type { TriageList } from './triageList';
import type { TriagePanel } from './triagePanel';
import type { TriageParts } from './triageParts';

/** Rows of a triage, those selected, else those shown, in a form and to a place that the user chooses. */
export async function exportTriage(panel: TriagePanel, list: TriageList, parts: TriageParts): Promise<void> {
  const { which, rows } = panel.wanted();
  const { defang } = await parts.loadIndicators();
  if (rows.length === 0) {
    parts.notices.tell('There are no rows to export.');
    return;
  }
  const words: TriageWords = {
    ...{ defang, fileOf: panel.fileOf },
    stateOf: ({ indicator }) => list.stateOf(indicator),
  };
  const what = which === 'All ' ? counted(rows.length, 'Row') : counted(rows.length, `${which}Row`);
  const stem = panel.source.title
    .split(/[^\p{L}\p{N}._]/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join('-');
  await parts.commands.run('threatLookups.exportIndicators', {
    title: `Export ${which === 'All ' && rows.length > 1 ? which : ''}${what}`,
    name: `triage-${stem.slice(0, 50)}`,
    // What is known of a host alone says nothing of the URL itself.
    records: rows.flatMap(({ indicator, known: [first] }) =>
      first === undefined ? [] : [{ ...first.record, ...indicator }],
    ),
    text: (form) => {
      if (form === 'json')
        return `${JSON.stringify({ results: rows.map((row) => triageObject(row, words)) }, undefined, 2)}\n`;
      if (form === 'csv') return triageCsv(rows, words);
      return triageMarkdown(visibleText(panel.source.title), rows, words, Date.now());
    },
  });
}
