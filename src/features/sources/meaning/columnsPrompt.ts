import { isUnreadRisk } from '../../../core/lists/tables/riskWords';
import type { TablePreview } from '../../../core/lists/tables/preview';
import { type ChosenColumns, type ChosenMeaning, chosenMeaningNames } from '../../../core/records/sourceDetails';
import { untrusted, showQuickPick, type UiPickItem, type UiText, icon, uiText } from '../../shared/ui';
import { shownName } from './meaning';
import { truncateText, visibleText } from '../../../core/text/visibleText';
import { formatList, t } from '../../../l10n';

/** Text about the columns of tables of unknown form. */
export const columnStrings = {
  title: (name: string): UiText => uiText('Columns of {0}', name),
  question: (): UiText => uiText('What do the columns contain? Select a column to change it.'),
  columnTitle: (name: string): UiText => uiText('Column “{0}”', name),
  unnamed: (column: number): string => t('Column {0}', column),
  accept: (): UiText => uiText('{0} Import with These Columns', icon('check')),
  firstRow: (values: string): UiText => uiText('First row: {0}', values),
  changed: (changes: string, values: string): UiText => uiText('Changes: {0}. First row: {1}', changes, values),
  change: (column: string, before: string, after: string): string => `${column}: ${before} → ${after}`,
  noValues: (): UiText => uiText('{0} No Column with Indicators', icon('warning')),
  noValuesDetail: (): UiText => uiText('Below, select the column that contains domains, IP addresses, or URLs.'),
  nothingToChoose: (): UiText => uiText("This list has a known format, so its columns can't be changed."),
  unreadRisk: (value: string, hasThreat: boolean): string =>
    hasThreat
      ? t('Unknown risk “{0}”; high because of the threat', value)
      : t('Unknown risk “{0}”; the risk of the list applies', value),
  labeled: (label: string, value: string): string => t('{0}: {1}', label, value),
  current: (): UiText => uiText('current'),
  byName: (): UiText => uiText('named in the file'),
  other: (): UiText => uiText('Other Content'),
  meaning: (meaning: ChosenMeaning): string =>
    ({
      value: () => t('Indicator'),
      risk: () => t('Risk'),
      threat: () => t('Threat'),
      category: () => t('Category'),
      firstSeen: () => t('First seen'),
      lastSeen: () => t('Last seen'),
      port: () => t('Port'),
      reference: () => t('Reference'),
      comment: () => t('Comment'),
    })[meaning](),
  meaningDetail: (meaning: ChosenMeaning | 'none'): UiText =>
    ({
      value: () => uiText('Domains, IP addresses, networks, or URLs'),
      risk: () => uiText('A word such as “high” or “benign”'),
      threat: () => uiText('The name of a malware family, campaign, or group'),
      category: () => uiText('The category of the threat, such as “phishing”'),
      firstSeen: () => uiText('When it was first seen or added'),
      lastSeen: () => uiText('When it was last seen'),
      port: () => uiText('A port number'),
      reference: () => uiText('URL of a report'),
      comment: () => uiText('A description or tags'),
      none: () => uiText("Shown in the record under the column's name"),
    })[meaning](),
};

export interface ColumnsQuestion {
  /** The name of the file or list. */
  readonly name: string;
  readonly preview: TablePreview;
  /** The earlier choice. */
  readonly chosen?: ChosenColumns | undefined;
}

type Choice = ChosenMeaning | 'none';
type Item = UiPickItem & { readonly column?: number; readonly isDone?: true };

const [maxName, maxSample, samples] = [60, 40, 4];
/** Several columns can contain these. */
const repeated: ReadonlySet<Choice> = new Set<Choice>(['value', 'comment', 'none']);

/** Shows the detected columns of a table for correction. Undefined if the question was closed. */
export async function promptColumns({ name, preview, chosen }: ColumnsQuestion): Promise<ChosenColumns | undefined> {
  let columns: ChosenColumns = chosen ?? preview.columns;
  for (;;) {
    const picked = await showQuickPick(itemsOf(preview, columns, chosen ?? preview.columns), {
      title: columnStrings.title(shownName(name)),
      placeHolder: columnStrings.question(),
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    if (picked === undefined) return undefined;
    const { column, isDone } = picked;
    if (isDone === true) return columns;
    if (column !== undefined) columns = withMeaning(columns, column, await promptMeaning(preview, columns, column));
  }
}

/** The columns with the meaning of one changed, which another column loses if only one can have it. */
function withMeaning(columns: ChosenColumns, column: number, meaning: Choice | undefined): ChosenColumns {
  if (meaning === undefined) return columns;
  const others = Object.entries(columns).map(([index, each]): [string, Choice] => [
    index,
    each === meaning && !repeated.has(meaning) ? 'none' : each,
  ]);
  return { ...Object.fromEntries(others), [column]: meaning };
}

/** `before`: the columns without the user's changes. */
function itemsOf(preview: TablePreview, columns: ChosenColumns, before: ChosenColumns): readonly Item[] {
  const width = Math.max(preview.header.length, ...preview.rows.map((row) => row.length));
  return [
    doneItem(preview, columns, changesOf(preview, columns, before)),
    ...Array.from({ length: width }, (_, column): Item => ({
      label: untrusted(columnName(preview, column)),
      description: meaningOf(preview, columns, column),
      detail: untrusted(sampleOf(preview, column)),
      column,
    })),
  ];
}

/** The item that accepts the columns, with the first row as they read it, or a hint if there is no indicator column. */
function doneItem({ rows }: TablePreview, columns: ChosenColumns, changes: string): Item {
  if (!Object.values(columns).includes('value'))
    return { label: columnStrings.noValues(), detail: columnStrings.noValuesDetail() };
  const cells = Object.entries(columns).map(([index, meaning]) => ({
    meaning,
    cell: shortCell(rows[0]?.[Number(index)] ?? ''),
  }));
  const hasThreat = cells.some(({ meaning, cell }) => meaning === 'threat' && cell !== '');
  const values = chosenMeaningNames.flatMap((meaning) =>
    cells.flatMap(({ meaning: each, cell }): readonly string[] => {
      if (each !== meaning || cell === '') return [];
      if (meaning === 'risk' && isUnreadRisk(cell)) return [columnStrings.unreadRisk(cell, hasThreat)];
      return [meaning === 'value' ? cell : columnStrings.labeled(columnStrings.meaning(meaning), cell)];
    }),
  );
  const first = values.join(' · ');
  const detail = changes === '' ? columnStrings.firstRow(first) : columnStrings.changed(changes, first);
  return { label: columnStrings.accept(), detail, isDone: true };
}

/** The user's changes in a phrase. */
function changesOf(preview: TablePreview, columns: ChosenColumns, before: ChosenColumns): string {
  const changed = Object.keys({ ...before, ...columns })
    .map(Number)
    .filter((column) => (columns[column] ?? 'none') !== (before[column] ?? 'none'));
  return formatList(
    changed.map((column) =>
      columnStrings.change(
        columnName(preview, column),
        meaningOf(preview, before, column),
        meaningOf(preview, columns, column),
      ),
    ),
  );
}

function columnName({ header }: TablePreview, column: number): string {
  const name = shortCell(header[column] ?? '');
  return name === '' ? columnStrings.unnamed(column + 1) : name;
}

function meaningOf({ kept }: TablePreview, columns: ChosenColumns, column: number): UiText {
  const chosen = columns[column];
  if (chosen !== undefined && chosen !== 'none') return untrusted(columnStrings.meaning(chosen));
  return chosen === undefined && kept.includes(column) ? columnStrings.byName() : columnStrings.other();
}

function sampleOf({ rows }: TablePreview, column: number): string {
  const cells = new Set(rows.map((row) => shortCell(row[column] ?? '')).filter((cell) => cell !== ''));
  return [...cells].slice(0, samples).join(' · ');
}

function shortCell(text: string): string {
  return truncateText(visibleText(text.trim()), maxSample);
}

/** Prompts for the meaning of a column; undefined to leave it as it is. */
async function promptMeaning(
  preview: TablePreview,
  columns: ChosenColumns,
  column: number,
): Promise<Choice | undefined> {
  const choices: readonly Choice[] = [...chosenMeaningNames, 'none'];
  // A meaning that the file names isn't a choice.
  const current = columns[column] ?? (preview.kept.includes(column) ? undefined : 'none');
  const items = choices.map((meaning) => ({
    label: meaning === 'none' ? columnStrings.other() : untrusted(columnStrings.meaning(meaning)),
    detail: columnStrings.meaningDetail(meaning),
    description: meaning === current ? columnStrings.current() : undefined,
    meaning,
  }));
  const picked = await showQuickPick(items, {
    title: columnStrings.columnTitle(truncateText(columnName(preview, column), maxName)),
    placeHolder: untrusted(sampleOf(preview, column)),
    ignoreFocusOut: true,
  });
  return picked?.meaning;
}
