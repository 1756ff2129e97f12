import { type RowQuery, queryRows, retiredLevel, type SortKey, type TableRows } from '../../../core/rows/rowQuery';
import { matchesFilter, getSearchText } from '../../../core/rows/rowText';
import type {
  FromResultsPanel,
  ResultColumn,
  ResultRow,
  ResultsView,
  ToResultsPanel,
} from '../../../webviews/messages/results';
import { Slices } from '../slices';

/** Rows that are sent with their order, so that the page has something to show. */
export const firstRows = 100;

/** Rows of a panel that are in this thread. */
export interface PanelTable {
  /** Another ID begins without filter and selection. */
  readonly id: string;
  readonly count: number;
  readonly columns: readonly ResultColumn[];
  readonly risks: ResultsView['risks'];
  readonly rowAt: (index: number) => ResultRow;
  /** The index in `risks`, or {@link retiredLevel}, which is known without making the row; default: 0. */
  readonly levelAt?: (index: number) => number;
  /** Identifies a row when others are added above it. */
  readonly keyAt?: (index: number) => string;
}

/** Answers a page that asks for rows which are in this thread. Rows are made when they are needed. */
export class PanelRows {
  private rows: ArrayRows | undefined;
  private query: RowQuery | undefined;
  private asks = 0;

  constructor(private readonly post: (message: ToResultsPanel) => void) {}

  /** The rows of the page from now on. */
  show(table: PanelTable | undefined): void {
    if (table?.id !== this.rows?.table.id) this.query = undefined;
    this.rows = table && new ArrayRows(table);
  }

  /** The rows that the page shows and those that it folds, in their order; undefined for all rows in original order. */
  shown(): readonly number[] | undefined {
    if (this.rows === undefined || this.query === undefined) return undefined;
    const { rows, folded } = queryRows(this.rows, this.query);
    const shown = this.query.unfolded ? rows : [...rows, ...folded];
    return shown.length === this.rows.table.count && shown.every((row, at) => row === at) ? undefined : shown;
  }

  /** The rows that the page shows, in their order. */
  allShown(): readonly number[] {
    return this.shown() ?? this.rows?.rows ?? [];
  }

  /** Answers a request of the page. */
  async answer(message: Extract<FromResultsPanel, { kind: 'query' | 'rows' }>): Promise<void> {
    const { rows } = this;
    if (rows === undefined || message.id !== rows.table.id) return;
    if (message.kind === 'rows') {
      this.post({ kind: 'rows', id: message.id, rows: rows.numbered(message.rows) });
      return;
    }
    const ask = ++this.asks;
    this.query = message.query;
    if (rows.canAnswer(message.query)) this.postShown(rows, message);
    else await rows.make();
    // Another question has come, or other rows, in the meantime.
    const isCurrent = (): boolean => ask === this.asks && rows === this.rows;
    if (!isCurrent()) return;
    if (!rows.isMade) {
      await rows.make();
      if (!isCurrent()) return;
    }
    this.postShown(rows, message);
  }

  private postShown(rows: ArrayRows, { id, asked, query }: Extract<FromResultsPanel, { kind: 'query' }>): void {
    const { folded, rows: numbers, groups, groupTexts, ...counts } = queryRows(rows, query);
    this.post({
      kind: 'shown',
      id,
      asked,
      rows: [...numbers],
      keys: rows.keysOf(numbers),
      groups: groups && [...groups],
      groupTexts: groupTexts && [...groupTexts],
      groupable: rows.groupable(),
      count: counts.count,
      empty: [...counts.empty],
      folded: folded.length,
      isNarrowed: counts.isNarrowed,
      all: counts.all,
      matching: counts.matching,
      bins: counts.bins,
      first: rows.numbered(numbers.slice(0, firstRows)),
    });
  }
}

/** Rows of a table as a query needs them. */
export class ArrayRows implements TableRows {
  readonly rows: readonly number[];
  readonly bins = 0;
  private readonly made: ResultRow[] = [];
  private readonly texts: string[] = [];
  private making: Promise<void> | undefined;
  private nextToMake = 0;

  constructor(readonly table: PanelTable) {
    this.rows = Array.from({ length: table.count }, (_, index) => index);
  }

  get isMade(): boolean {
    return this.nextToMake >= this.table.count;
  }

  /** Makes all rows, in slices. */
  make(): Promise<void> {
    return (this.making ??= this.makeAll());
  }

  /** Whether a query can be answered without the content of all rows. */
  canAnswer({ filter, tags, order, group }: RowQuery): boolean {
    return this.isMade || (filter.trim() === '' && tags.length === 0 && order === undefined && group === undefined);
  }

  numbered(rows: readonly number[]): [number, ResultRow][] {
    return rows.flatMap((row) => (row < this.table.count ? [[row, this.row(row)]] : []));
  }

  keysOf(rows: readonly number[]): string[] | undefined {
    const { keyAt } = this.table;
    return keyAt && rows.map(keyAt);
  }

  /** The columns by which rows can be grouped; undefined until that is known. */
  groupable(): string[] | undefined {
    if (!this.isMade) return undefined;
    const columns = this.table.columns.filter(({ isGroup }) => isGroup === true);
    return columns.map(({ id }) => id).filter((id) => this.rows.some((row) => (this.row(row).cells[id] ?? '') !== ''));
  }

  matcher(typed: string): (row: number) => boolean {
    return (row) => matchesFilter((this.texts[row] ??= this.textOf(row)), typed);
  }

  levelOf(row: number): number {
    if (this.table.levelAt !== undefined) return this.table.levelAt(row);
    const { risk = 0, retired } = this.row(row);
    return retired ? retiredLevel : risk;
  }

  tagsOf(): readonly string[] {
    return [];
  }

  foldOf(): undefined {
    return undefined;
  }

  occursIn(): boolean {
    return false;
  }

  addBins(): void {
    // These rows have no timeline.
  }

  sortKey(column: string): ((row: number) => SortKey) | undefined {
    const found = this.table.columns.find(({ id }) => id === column);
    return found && ((row) => sortKeyOf(this.row(row), found));
  }

  groupText(column: string): (row: number) => string {
    return (row) => this.row(row).cells[column] ?? '';
  }

  /** Until all rows are made, of the first ones. */
  emptyIn(rows: readonly number[]): readonly string[] {
    const made = this.isMade ? rows : rows.slice(0, firstRows);
    const hasText = ({ id }: ResultColumn, row: number): boolean => {
      const { cells, timestamps } = this.row(row);
      return timestamps[id] !== undefined || (cells[id] ?? '') !== '';
    };
    const { columns } = this.table;
    return columns
      .filter((column) => isEmptiable(column) && !made.some((row) => hasText(column, row)))
      .map(({ id }) => id);
  }

  private row(index: number): ResultRow {
    return (this.made[index] ??= this.table.rowAt(index));
  }

  private textOf(index: number): string {
    const row = this.row(index);
    return getSearchText(row, row.risk === undefined ? '' : (this.table.risks[row.risk]?.label ?? ''));
  }

  private async makeAll(): Promise<void> {
    const slices = new Slices();
    for (; this.nextToMake < this.table.count; this.nextToMake++) {
      this.row(this.nextToMake);
      if (slices.isOver) await slices.next();
    }
  }
}

/** Whether a column consists of texts and times that rows may lack. */
function isEmptiable({ kind }: ResultColumn): boolean {
  return kind !== 'risk' && kind !== 'name' && kind !== 'timeline';
}

function sortKeyOf(row: ResultRow, { id, kind }: ResultColumn): SortKey {
  switch (kind) {
    case 'risk':
      // Retired rows follow active ones of the same level.
      return row.risk === undefined ? undefined : row.risk * 2 - (row.retired ? 1 : 0);
    case 'name':
      return row.name;
    case 'timestamp':
    case 'utc':
      return row.timestamps[id];
    case 'number':
      return row.cells[id] === undefined ? undefined : Number(row.cells[id]);
    case 'timeline':
      return row.bins?.[0];
    case 'location':
      // The number of a line.
      return /^\d+$/.test(row.cells[id] ?? '') ? Number(row.cells[id]) : row.cells[id];
    case 'client':
    case 'text':
      return row.cells[id];
  }
}
