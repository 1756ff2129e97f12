import * as vscode from 'vscode';
import type { IndicatorRecord } from '../../../core/records/record';
import { addGeoLocation } from '../../../core/context/geoLocation';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { Triaged } from '../../../core/triage/assess';
import { allRows, type RowQuery } from '../../../core/rows/rowQuery';
import {
  triageCsvChunks,
  triageJsonChunks,
  triageMarkdown,
  type TriageFormatters,
} from '../../../core/triage/triageExport';
import { defangText } from '../../../core/indicators/identity/defangText';
import { visibleText } from '../../../core/text/visibleText';
import { blockListFormats, type BlockListOptions } from '../../shared/blocking/blockListFormats';
import { showQuickPick, type UiText, withProgress } from '../../shared/ui';
import { strings } from '../strings';
import type { TriageList } from '../triageList';
import { knownRows } from './copyTicket';
import type { TriagePanel } from './triagePanel';
import type { TriageParts } from '../triageParts';
import { joinSentences } from '../../shared/format/serviceMessage';
import { uiText, uiPlural } from '../../shared/ui/text';
import { formatList, t } from '../../../l10n';

/** Exports the selected rows, or the filtered ones, or all or only the known ones. */
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
    incomplete: panel.missing,
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
  let message: UiText | undefined;
  await parts.commands.run('threatLookups.exportIndicators', {
    title: isAll ? uiText('Export Triage Results') : strings.exportRows(which, count),
    name: `triage-${stem.slice(0, 50)}`,
    records: async () => {
      const records: IndicatorRecord[] = [];
      for await (const rows of panel.wantedParts(knownRows)) records.push(...rows.flatMap(recordsOf));
      return records;
    },
    text: async (form) => {
      const isStix = form === 'stix' || form === 'stixLines';
      const every = isAll ? await chooseRows(panel.knownCount, count) : allRows;
      if (every === undefined) return undefined;
      if (form === 'json') return triageJsonChunks(panel.wantedParts(every), formatters);
      if (form === 'csv') return triageCsvChunks(panel.wantedParts(every), formatters);
      const exported = await readRows(panel, every);
      if (isStix) {
        const { countSkippedInStix, triageStix } = await import('../../../core/triage/triageStix');
        const { reserved, ignored } = countSkippedInStix(exported);
        const skippedRows = reserved + ignored;
        message =
          skippedRows === 0
            ? undefined
            : uiPlural(
                skippedRows,
                {
                  one: 'Skipped {0} row in the STIX file: {1}.',
                  other: 'Skipped {0} rows in the STIX file: {1}.',
                },
                formatList([
                  ...(reserved > 0 ? [t('{0} internal or reserved', reserved)] : []),
                  ...(ignored > 0 ? [t('{0} on the ignore list', ignored)] : []),
                ]),
              );
        if (skippedRows < exported.length) return triageStix(exported, Date.now(), form, formatters);
        parts.notices.inform(uiText('STIX exports skip internal, reserved, and ignored indicators. None remain.'));
        return undefined;
      }
      return triageMarkdown(visibleText(panel.source.title), exported, readable, Date.now());
    },
    otherFormats: blockListFormats(
      () => readRows(panel, allRows),
      blockOptions(parts),
      (skippedText) => {
        message = skippedText;
      },
    ),
    onExported: () => {
      if (message !== undefined) parts.notices.inform(message);
      // CSV, JSON, and STIX have no place for it.
      const { missing } = panel;
      if (missing.length > 0)
        void parts.notices.offer('warning', uiText('Exported incomplete results. {0}', joinSentences(...missing)));
    },
  });
}

async function readRows(panel: TriagePanel, every: RowQuery): Promise<readonly Triaged[]> {
  const options = { location: vscode.ProgressLocation.Notification, title: uiText('Reading the indicators') };
  const { rows } = await withProgress(options, () => panel.wanted(every));
  return rows;
}

/** The record of a row, if it has one: a record of the host alone isn't about the URL. */
function recordsOf({ indicator, known: [first], contexts, place }: Triaged): readonly IndicatorRecord[] {
  if (first === undefined) return [];
  const record = { ...first.record, ...indicator, ...(contexts === undefined ? {} : { contexts }) };
  return [place === undefined ? record : addGeoLocation(record, place, place.sources)];
}

function blockOptions({ notices, lookups }: TriageParts): BlockListOptions {
  const isIgnored = (indicator: Indicator): boolean => lookups.blocked(indicator)?.kind === 'ignored';
  return { title: uiText('Export Triage Results'), notices, isIgnored };
}

/** Asks whether to export all rows or only the known ones, if there are both. Undefined if the user cancels. */
async function chooseRows(known: number, count: number): Promise<RowQuery | undefined> {
  if (known === 0 || known === count) return allRows;
  const all = {
    label: strings.allRows(count),
    detail: uiText('Including unknown, internal, and ignored indicators'),
    every: allRows,
  };
  const some = {
    label: uiPlural(known, {
      one: 'Found (Including by Host or Parent): {0} Row',
      other: 'Found (Including by Host or Parent): {0} Rows',
    }),
    detail: uiText('Indicators that were found, or whose host or parent domain was found'),
    every: knownRows,
  };
  // The panel takes the focus back when the previous picker closes.
  const options = {
    title: uiText('Export Triage Results'),
    placeHolder: uiText('Select the rows to export'),
    ignoreFocusOut: true,
  };
  return (await showQuickPick([some, all], options))?.every;
}
