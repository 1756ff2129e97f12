import * as vscode from 'vscode';
import type { IndicatorRecord } from '../../../core/records/record';
import { addPlace } from '../../../core/context/places';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import { hasKnowledge, type Triaged, unreadIn } from '../../../core/triage/assess';
import { triageCsv, triageDocument, triageMarkdown, type TriageFormatters } from '../../../core/triage/triageExport';
import { defangText } from '../../../core/indicators/identity/defangText';
import { visibleText } from '../../../core/text/visibleText';
import { blockListFormats, type BlockListOptions } from '../../shared/blocking/blockListFormats';
import { showQuickPick, type UiText, withProgress } from '../../shared/ui';
import { strings } from '../strings';
import type { TriageList } from '../triageList';
import type { TriagePanel } from './triagePanel';
import type { TriageParts } from '../triageParts';
import { uiText, uiPlural } from '../../shared/ui/text';
import { formatList, t } from '../../../l10n';

/** Exports the selected rows, else the shown rows, else all or only the known ones. */
export async function exportTriage(panel: TriagePanel, list: TriageList, parts: TriageParts): Promise<void> {
  const { which, count } = panel.wantedCount();
  const tools = await parts.loadIndicators();
  if (count === 0) {
    parts.notices.inform(uiText('There are no rows to export.'));
    return;
  }
  const formatters: TriageFormatters = {
    defang: tools.defang,
    defangText: (text) => defangText(text, tools),
    fileOf: panel.fileOf,
    timelineUnit: panel.timelineUnit,
    stateOf: ({ indicator }) => list.stateOf(indicator),
    annotationOf: ({ indicator }) => list.annotationOf(indicator),
  };
  const readable: TriageFormatters = {
    ...formatters,
    stateOf: ({ indicator }) => {
      const state = list.stateOf(indicator);
      return state && strings.stateLabel(state);
    },
  };
  const stem = panel.source.title
    .split(/[^\p{L}\p{N}._]/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join('-');
  const isAll = which === 'all';
  let read: Promise<readonly Triaged[]> | undefined;
  // Hundreds of thousands of rows take a while, and are only needed once a format is chosen.
  const wanted = (): Promise<readonly Triaged[]> => (read ??= readRows(panel));
  let message: UiText | undefined;
  await parts.commands.run('threatLookups.exportIndicators', {
    title: isAll ? uiText('Export Triage') : strings.exportRows(which, count),
    name: `triage-${stem.slice(0, 50)}`,
    records: async () => (await wanted()).flatMap(recordsOf),
    text: async (form) => {
      const isStix = form === 'stix' || form === 'stixLines';
      const rows = await wanted();
      const exported = isAll ? await chooseRows(rows) : rows;
      if (exported === undefined) return undefined;
      if (isStix) {
        const { leftOutOfStix, triageStix } = await import('../../../core/triage/triageStix');
        const { reserved, ignored } = leftOutOfStix(exported);
        const leftOut = reserved + ignored;
        message =
          leftOut === 0
            ? undefined
            : uiPlural(
                leftOut,
                {
                  one: '{0} row was left out of the STIX file: {1}.',
                  other: '{0} rows were left out of the STIX file: {1}.',
                },
                formatList([
                  ...(reserved > 0 ? [t('{0} internal or reserved', reserved)] : []),
                  ...(ignored > 0 ? [t('{0} on the ignore list', ignored)] : []),
                ]),
              );
        if (leftOut < exported.length) return triageStix(exported, Date.now(), form, formatters);
        parts.notices.inform(
          uiText('All of these rows are internal, reserved, or ignored, and so not exported as STIX.'),
        );
        return undefined;
      }
      if (form === 'json')
        return `${JSON.stringify({ ...incompleteOf(exported), ...triageDocument(exported, formatters) }, undefined, 2)}\n`;
      if (form === 'csv') return triageCsv(exported, formatters);
      return triageMarkdown(visibleText(panel.source.title), exported, readable, Date.now());
    },
    otherFormats: blockListFormats(wanted, blockOptions(parts), (leftOut) => {
      message = leftOut;
    }),
    onExported: () => {
      if (message !== undefined) parts.notices.inform(message);
    },
  });
}

async function readRows(panel: TriagePanel): Promise<readonly Triaged[]> {
  const title = uiText('Reading the indicators');
  const { rows } = await withProgress({ location: vscode.ProgressLocation.Notification, title }, () => panel.wanted());
  return rows;
}

/** The record of a row, if it has one: that of the host alone says nothing about the URL. */
function recordsOf({ indicator, known: [first], contexts, place }: Triaged): readonly IndicatorRecord[] {
  if (first === undefined) return [];
  const record = { ...first.record, ...indicator, ...(contexts === undefined ? {} : { contexts }) };
  return [place === undefined ? record : addPlace(record, place, place.sources)];
}

function blockOptions({ notices, lookups }: TriageParts): BlockListOptions {
  const isIgnored = (indicator: Indicator): boolean => lookups.blocked(indicator)?.kind === 'ignored';
  return { title: uiText('Export Triage'), notices, isIgnored };
}

/** Marks an export as incomplete where the local store couldn't be read. */
function incompleteOf(rows: readonly Triaged[]): { readonly incomplete?: { readonly localStore: UnreadStore } } {
  const unread = unreadIn(rows);
  return unread === undefined ? {} : { incomplete: { localStore: unread } };
}

/** Asks whether to export all rows or only the known ones, if there are both. Undefined if the user cancels. */
async function chooseRows(rows: readonly Triaged[]): Promise<readonly Triaged[] | undefined> {
  const known = rows.filter(hasKnowledge);
  if (known.length === 0 || known.length === rows.length) return rows;
  const all = {
    label: strings.allRows(rows.length),
    detail: uiText('Including unknown, internal, and ignored indicators'),
    rows,
  };
  const some = {
    label: uiPlural(known.length, { one: 'Known Only: {0} Row', other: 'Known Only: {0} Rows' }),
    detail: uiText('Indicators found in the local store or by the service'),
    rows: known,
  };
  // The panel takes the focus back when the previous picker closes.
  const options = {
    title: uiText('Export Triage'),
    placeHolder: uiText('Select the rows to export'),
    ignoreFocusOut: true,
  };
  return (await showQuickPick([some, all], options))?.rows;
}
