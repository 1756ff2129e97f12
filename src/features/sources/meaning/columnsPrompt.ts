import type { TablePreview } from '../../../core/lists/tables/preview';
import { type ChosenColumns, type ChosenMeaning, chosenMeaningNames } from '../../../core/records/sourceDetails';
import { foreign, showQuickPick, type UiPickItem, type UiText } from '../../shared/ui';
import { columnStrings as strings } from './columnStrings';
import { shownName } from './meaning';
import { truncateText, visibleText } from '../../../core/text/visibleText';

export interface ColumnsQuestion {
  /** The name of the file or list. */
  readonly name: string;
  readonly preview: TablePreview;
  /** What was chosen before. */
  readonly chosen?: ChosenColumns | undefined;
}

type Choice = ChosenMeaning | 'none';
type Item = UiPickItem & { readonly column?: number; readonly isDone?: true };

const [maxName, maxSample, samples] = [60, 40, 4];
/** Several columns can contain these. */
const repeated: ReadonlySet<Choice> = new Set<Choice>(['value', 'comment', 'none']);

/** Shows what the columns of a table seem to contain, to be corrected. Undefined if the question was closed. */
export async function promptColumns({ name, preview, chosen }: ColumnsQuestion): Promise<ChosenColumns | undefined> {
  let columns: ChosenColumns = chosen ?? preview.columns;
  for (;;) {
    const picked = await showQuickPick(itemsOf(preview, columns), {
      title: strings.title(shownName(name)),
      placeHolder: strings.question(),
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

function itemsOf(preview: TablePreview, columns: ChosenColumns): readonly Item[] {
  const width = Math.max(preview.header.length, ...preview.rows.map((row) => row.length));
  return [
    doneItem(preview, columns),
    ...Array.from({ length: width }, (_, column): Item => ({
      label: foreign(columnName(preview, column)),
      description: meaningOf(preview, columns, column),
      detail: foreign(sampleOf(preview, column)),
      column,
    })),
  ];
}

/** What the first row says, to be imported like this; without indicators, what is missing. */
function doneItem({ rows }: TablePreview, columns: ChosenColumns): Item {
  if (!Object.values(columns).includes('value')) return { label: strings.noValues(), detail: strings.noValuesDetail() };
  const values = chosenMeaningNames.flatMap((meaning) =>
    Object.entries(columns).flatMap(([index, each]): readonly string[] => {
      const cell = shortCell(rows[0]?.[Number(index)] ?? '');
      if (each !== meaning || cell === '') return [];
      return [meaning === 'value' ? cell : strings.labeled(strings.meaning(meaning), cell)];
    }),
  );
  return { label: strings.accept(), detail: strings.firstRow(values.join(' · ')), isDone: true };
}

function columnName({ header }: TablePreview, column: number): string {
  const name = shortCell(header[column] ?? '');
  return name === '' ? strings.unnamed(column + 1) : name;
}

function meaningOf({ kept }: TablePreview, columns: ChosenColumns, column: number): UiText {
  const chosen = columns[column];
  if (chosen !== undefined && chosen !== 'none') return foreign(strings.meaning(chosen));
  return chosen === undefined && kept.includes(column) ? strings.byName() : strings.other();
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
  const items = choices.map((meaning) => ({
    label: meaning === 'none' ? strings.other() : foreign(strings.meaning(meaning)),
    detail: strings.meaningDetail(meaning),
    description: columns[column] === meaning ? strings.current() : undefined,
    meaning,
  }));
  const picked = await showQuickPick(items, {
    title: strings.columnTitle(truncateText(columnName(preview, column), maxName)),
    placeHolder: foreign(sampleOf(preview, column)),
    ignoreFocusOut: true,
  });
  return picked?.meaning;
}
