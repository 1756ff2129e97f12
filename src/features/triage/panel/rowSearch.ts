import { hasKnowledge, type Triaged } from '../../../core/triage/assess';
import { networkOf } from '../../../core/triage/rowGroups';
import { strings as triageStrings } from '../../../core/triage/strings';
import { matchesFilter, searchTextOf, withoutDefanging } from '../../../webviews/messages/rowText';
import { typeLabel } from '../../shared/format/verdict';
import { riskView } from '../../shared/format/riskView';
import { cellsOf, shownIndicator } from '../../shared/panels/resultRows';
import { visibleText } from '../../shared/text/visibleText';
import { forEachInSlices } from '../slices';
import { strings } from '../strings';
import { maxRows } from './triageModel';
import { locationText, triageRow, type TriageRowContext } from './triageRows';

/** Rows sent for one text, the most severe first. */
export const maxFound = 4_000;

/** Rows in which a text was found. */
export interface FoundRows {
  readonly indexes: readonly number[];
  /** How many have it; more than `indexes` if these are too many. */
  readonly count: number;
}

/** Finds the rows after the first {@link maxRows} that the page would show for a text; undefined if canceled. */
export async function findUnsentRows(
  rows: readonly Triaged[],
  typed: string,
  context: TriageRowContext,
  signal: AbortSignal,
): Promise<FoundRows | undefined> {
  const matches = rowFilter(typed, context);
  const indexes: number[] = [];
  let count = 0;
  let index = maxRows;
  await forEachInSlices(rows.slice(maxRows), signal, (row) => {
    if (matches(row)) {
      count++;
      if (indexes.length < maxFound) indexes.push(index);
    }
    index++;
  });
  return signal.aborted ? undefined : { indexes, count };
}

/**
 * Whether the page's filter would show a row. The same as {@link matchesFilter} for the row's texts, most of which it
 * doesn't create: nothing is known about most rows of a large log.
 */
export function rowFilter(typed: string, context: TriageRowContext): (row: Triaged) => boolean {
  const wanted = typed.trim().toLowerCase();
  const plain = withoutDefanging(wanted);
  /** Defanging adds these to names. */
  const mayBeDefanging = /[[\]]/.test(wanted);
  const mayBeScheme = wanted.includes('x');
  const has = (text: string): boolean => {
    const lower = text.toLowerCase();
    return lower.includes(wanted) || lower.includes(plain);
  };
  /** Whether all characters of the text are in texts of a kind, of which `sample` has every character. */
  const mayBeIn = (sample: string): boolean =>
    [wanted, plain].some((text) => Array.from(text).every((character) => sample.toLowerCase().includes(character)));
  const digits = '0123456789';
  const mayBeCount = mayBeIn(digits);
  const mayBeTime = mayBeIn(`${digits}-: ${strings.span('', '')}${strings.line(1)}`);
  const mayBeNetwork = mayBeIn(`${digits}abcdef.:/[]`);
  const manyLines = strings.locationAndMore(strings.lineAndMore(1, 1_234_567), 1_234_567);
  const mayBePlace = !context.hasOneFile || mayBeIn(digits + manyLines);
  const filesWithText = new Map<number, boolean>();
  const kindsWithText = new Map<string, boolean>();
  const remembered = <T>(known: Map<T, boolean>, key: T, compute: () => boolean): boolean => {
    const result = known.get(key) ?? compute();
    known.set(key, result);
    return result;
  };

  const isNameFound = ({ indicator: { type, value } }: Triaged): boolean => {
    const isShownAsIs = !mayBeDefanging && !(type === 'url' && (mayBeScheme || value.includes('@')));
    if (isShownAsIs && /^[\x21-\x7e]*$/.test(value)) return value.toLowerCase().includes(plain);
    return matchesFilter(
      searchTextOf({ name: shownIndicator({ type, value }, context.tools), cells: {}, retired: false }, ''),
      typed,
    );
  };
  const isKindFound = ({ standing, indicator: { type } }: Triaged): boolean =>
    remembered(kindsWithText, `${standing} ${type}`, () =>
      [triageStrings.standing(standing), typeLabel(type), riskView('unknown').label].some(has),
    );
  const isPlaceFound = (row: Triaged): boolean => {
    const [first] = row.locations;
    if (first === undefined) return false;
    const isFileFound = remembered(filesWithText, first.file, () => has(visibleText(context.fileOf(first.file))));
    return isFileFound || (mayBePlace && has(visibleText(locationText(row, context))));
  };
  const areNumbersFound = ({ indicator, occurrences, timeline }: Triaged): boolean => {
    if (mayBeCount && has(String(occurrences))) return true;
    const { timeline: common } = context;
    if (mayBeTime && timeline !== undefined && common !== undefined) {
      if (has(common.spanOf(timeline)) || has(common.groupOf(timeline) ?? '')) return true;
    }
    const subnet = mayBeNetwork && indicator.type !== 'domain' ? networkOf(indicator) : undefined;
    return subnet !== undefined && has(cellsOf({ subnet }, context)['subnet'] ?? '');
  };

  return (row) => {
    const { known, contexts, place } = row;
    const isPlain = !hasKnowledge(row) && known.length === 0 && contexts === undefined && place === undefined;
    if (!isPlain || context.stateOf(row) !== undefined) {
      const { retired, cells, name } = triageRow(row, context);
      return matchesFilter(searchTextOf({ name, cells, retired }, cells['risk'] ?? ''), typed);
    }
    return isNameFound(row) || isKindFound(row) || isPlaceFound(row) || areNumbersFound(row);
  };
}
