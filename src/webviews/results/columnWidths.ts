import type { ResultColumn } from '../messages/results';

/** Panels narrower than this, in pixels, show a risk by its icon. */
export const narrowPanel = 450;

const riskIconWidth = 58;
const defaultWidth = 120;
const minNameWidth = 120;
/** With less room for the name, what says where a row stands may lie beyond the edge. */
const minBesideLocation = 160;
/** So much of a wide panel the names of rows may have before other columns. */
const maxNameShare = 0.5;

/** What widths depend on, in pixels. */
export interface WidthOptions {
  /** Widths that the user gave. */
  readonly given: Readonly<Record<string, number>>;
  /** In which most names of rows stand whole. */
  readonly names: number;
}

/**
 * Widths of columns in a panel with so much room, in whole pixels: no column is cut at the right edge. Those that fit
 * share all of it, names first, as far as the user gave no widths; the others stand beyond the edge.
 */
export function columnWidths(
  columns: readonly ResultColumn[],
  room: number,
  { given, names }: WidthOptions,
): Readonly<Record<string, number>> {
  const isNarrow = room < narrowPanel;
  const at = columns.findIndex(({ kind }) => kind === 'name');
  const place = columns.findIndex(({ kind }) => kind === 'place');
  const sumOf = (some: readonly ResultColumn[]): number => some.reduce((sum, column) => sum + widthOf(column), 0);
  const widthOf = ({ id, kind, width = defaultWidth }: ResultColumn): number => {
    const own = given[id];
    if (own !== undefined) return own;
    if (kind === 'risk') return isNarrow ? riskIconWidth : width;
    if (kind !== 'name') return width;
    const rest = room - sumOf(columns.slice(0, at));
    const besidePlace = rest - sumOf(columns.slice(at + 1, place + 1));
    const most = isNarrow ? rest : room * maxNameShare;
    return Math.max(
      minNameWidth,
      Math.min(names, most, place > at && besidePlace >= minBesideLocation ? besidePlace : most),
    );
  };
  const widths = new Map(columns.map((column) => [column.id, Math.floor(widthOf(column))]));
  let used = 0;
  const matching: ResultColumn[] = [];
  for (const column of columns) {
    const next = used + (widths.get(column.id) ?? 0);
    if (next > room) break;
    used = next;
    matching.push(column);
  }
  const free = matching.filter(({ id }) => given[id] === undefined);
  const name = free.find(({ kind }) => kind === 'name');
  const widen = (id: string, by: number): void => {
    widths.set(id, (widths.get(id) ?? 0) + by);
    used += by;
  };
  if (name !== undefined) widen(name.id, Math.max(0, Math.min(room - used, names - (widths.get(name.id) ?? 0))));
  // An icon needs no more room.
  const growing = free.filter(({ kind }) => !(isNarrow && kind === 'risk'));
  const whole = growing.reduce((sum, { id }) => sum + (widths.get(id) ?? 0), 0);
  const left = room - used;
  for (const [index, { id }] of growing.entries()) {
    const share = Math.floor((left * (widths.get(id) ?? 0)) / whole);
    widen(id, index === growing.length - 1 ? room - used : share);
  }
  return Object.fromEntries(widths);
}
