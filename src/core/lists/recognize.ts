import type { ListHead, LineShape, TableShape } from './listRow';
import { isComment } from './notList';
import { textShapes } from './shapes';
import { csvReader } from '../results';

interface KnownRow {
  readonly columns: readonly string[];
  /** Whether cells are a row of this list. */
  readonly isRow: (cell: (at: number) => string, width: number) => boolean;
}

const date = /^\d{4}-\d{2}-\d{2}/;
const columns = (text: string): readonly string[] => text.split(' ');
const urlhausColumns = columns('id dateadded url url_status threat tags urlhaus_link reporter');
const threatFoxColumns = columns(
  'first_seen_utc ioc_id ioc_value ioc_type threat_type fk_malware malware_alias malware_printable last_seen_utc confidence_level reference tags anonymous reporter',
);
const threatFoxTypes = /^(?:ip:port|domain|url|(?:md5|sha1|sha256|sha3_384)_hash)$/;
const inserted = (list: readonly string[], before: string, name: string): readonly string[] =>
  list.flatMap((each) => (each === before ? [name, each] : [each]));

function urlhausRow(all: readonly string[]): KnownRow {
  return {
    columns: all,
    isRow: (cell, width) =>
      width === all.length && date.test(cell(1)) && /^https:\/\/urlhaus\.abuse\.ch\/url\/\d+/.test(cell(width - 2)),
  };
}

function threatFoxRow(all: readonly string[]): KnownRow {
  return {
    columns: all,
    isRow: (cell, width) =>
      width === all.length && date.test(cell(0)) && threatFoxTypes.test(cell(3)) && /^\d{1,3}$/.test(cell(9)),
  };
}

/** Lists whose rows can't be mistaken, and the columns that they have always had. */
const knownRows: readonly KnownRow[] = [
  urlhausRow(urlhausColumns),
  urlhausRow(inserted(urlhausColumns, 'threat', 'last_online')),
  threatFoxRow(threatFoxColumns),
  threatFoxRow(inserted(threatFoxColumns, 'reference', 'is_compromised')),
  {
    columns: columns('first_seen_utc dst_ip dst_port c2_status last_online malware'),
    isRow: (cell, width) => width === 6 && date.test(cell(0)) && /^(?:online|offline)$/.test(cell(3)),
  },
  {
    columns: columns('first_seen_utc sha256_hash md5_hash sha1_hash reporter file_name'),
    isRow: (cell) => /^[\da-f]{64}$/.test(cell(1)) && /^[\da-f]{32}$/.test(cell(2)) && /^[\da-f]{40}$/.test(cell(3)),
  },
  {
    columns: columns('phish_id url phish_detail_url submission_time verified verification_time online target'),
    isRow: (cell) => /^\d+$/.test(cell(0)) && /^https?:\/\/(?:www\.)?phishtank\.(?:com|org)\//.test(cell(2)),
  },
  {
    columns: columns('date user type value tags tweet'),
    isRow: (cell, width) =>
      width === 6 &&
      date.test(cell(0)) &&
      /^(?:url|domain|ip|md5|sha1|sha256)$/.test(cell(2)) &&
      /^https?:\/\/(?:twitter|x)\.com\//.test(cell(5)),
  },
  {
    columns: columns('family url ip firstseen'),
    isRow: (cell, width) => width === 4 && /^https?:\/\//.test(cell(1)) && /^\d{2}-\d{2}-\d{4}$/.test(cell(3)),
  },
];

/**
 * The columns of a table of a known list whose header is missing, by its first row; undefined for other tables. Without
 * them, links to publishers and names of files would be taken as indicators.
 */
function impliedHeader(row: string): readonly string[] | undefined {
  const [item] = [...csvReader().push(`${row}\n`)];
  if (item?.kind !== 'row') return undefined;
  const cells = item.cells.map((cell) => cell.trim());
  return knownRows.find(({ isRow }) => isRow((at) => cells[at] ?? '', cells.length))?.columns;
}

const headLines = 400;
const dataLines = 50;

/** Cells of a header in lower case, without the mark of a comment and quotes. */
export function headerCells(line: string, delimiter: string): readonly string[] {
  return line
    .replace(/^\uFEFF?[#;]*\s*/, '')
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase());
}

/**
 * The beginning of a list. The header is the last comment before the data if it looks like one, since several lists
 * write theirs behind `#`; otherwise the first row, unless it is one of a known list without a header. Comments that
 * begin with a digit, such as rows that are commented out, can't be headers.
 * @param text from the beginning; its last line may be incomplete if it is not `whole`
 */
export function listHead(text: string, name: string, whole: boolean): ListHead {
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, headLines + 1);
  const lines = whole || all.length > headLines ? all.slice(0, headLines) : all.slice(0, -1);
  const data = lines.filter((line) => !isComment(line)).slice(0, dataLines);
  const first = lines.findIndex((line) => !isComment(line));
  const before = lines
    .slice(0, Math.max(first, 0))
    .findLast((line) => /^[#;].*\w/.test(line) && !/^[#;]+\s*"?\d/.test(line));
  const isHeader = before !== undefined && /^[#;]+\s*"?\w+"?\s*,\s*"?\w+/.test(before);
  const [row = ''] = data;
  const header = isHeader ? headerCells(before, ',') : (impliedHeader(row) ?? headerCells(row, ','));
  return { name: name.toLowerCase(), lines, data, header };
}

/** The known shape of a list of lines or a table; undefined for any other. */
export function recognizeText(head: ListHead): LineShape | TableShape | undefined {
  return textShapes.find((shape) => shape.recognizes(head));
}
