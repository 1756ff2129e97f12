import { noClientField } from './clientField';
import { fieldKinds, getRank } from './fieldNames';
import {
  type ClientPosition,
  isSyslog,
  lineFormats,
  positionReader,
  type PositionReader,
  stringEnd,
  type TextRange,
} from './positions';

export type { ClientPosition } from './positions';

/** Lines at the beginning of a text that decide where its lines have their client. */
const sampledLines = 200;
/** The share of them that must have the form of a format. */
const share = 0.5;
/** Places that are tried in a line at most. */
const maxPositions = 6;

/** The form of the events of a text, with the places of their clients. */
export interface EventForm {
  /** Places of the client in an event, in the order in which they count; empty if the text has no known form. */
  readonly clients: readonly ClientPosition[];
  /** How events start that aren't lines: records of a JSON document that has several in a line, or each in several lines. */
  readonly start?: string | undefined;
  /** Not even the only other address of a line is a client. */
  readonly isAboutNobody?: boolean | undefined;
}

/** The form of the events of a text, by its beginning. `field`: the name of the field that has the client, if the text
 * has it; see also {@link noClientField}. */
export function getEventForm(head: string, field?: string): EventForm {
  const start = recordStartOf(head);
  const records = start === undefined ? undefined : recordsOf(head, start);
  if (field === noClientField) return { clients: [], start, isAboutNobody: true };
  const chosen = field === undefined ? undefined : getFields(head).find(({ name }) => name === field);
  const clients = records === undefined ? getClientPositions(head) : keyPositions(records);
  return { clients: chosen === undefined ? clients : [chosen.position], start };
}

/** How the records of a JSON document start, if it is a list of objects, or has one. */
function recordStartOf(head: string): string | undefined {
  const start = /^\s*(?:\{\s*"[^"]{1,40}"\s*:\s*)?\[\s*(\{\s*"[^"\\]{1,60}")/.exec(head)?.[1];
  if (start === undefined) return undefined;
  // An object in a record may start in the same way.
  const depths = new Set(depthsOf(head, start));
  return depths.size === 1 ? start : undefined;
}

/** How many brackets are open at each position where a text has another one. */
function depthsOf(head: string, part: string): readonly number[] {
  const depths: number[] = [];
  visitBrackets(head, 0, (at, depth) => {
    if (head.startsWith(part, at)) depths.push(depth);
    return true;
  });
  return depths;
}

/**
 * Visits the brackets of JSON outside of strings, each with the number of open ones before it, until `visit` returns
 * false.
 */
function visitBrackets(text: string, from: number, visit: (at: number, depth: number) => boolean): void {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = stringEnd(text, at, text.length);
    if (!/[[{\]}]/.test(character)) continue;
    if (!visit(at, depth)) return;
    depth += character === '{' || character === '[' ? 1 : -1;
  }
}

/** The records in the beginning of a document that are whole. */
function recordsOf(head: string, start: string): readonly string[] {
  const records: string[] = [];
  for (let at = head.indexOf(start); at !== -1 && records.length < sampledLines; at = head.indexOf(start, at + 1))
    visitBrackets(head, at, (end, depth) => {
      if (depth === 1 && head.charAt(end) === '}') records.push(head.slice(at, end + 1));
      return depth !== 1 || head.charAt(end) !== '}';
    });
  return records;
}

/** A field of a text that may contain the client of its events. */
export interface EventField {
  readonly name: string;
  readonly position: ClientPosition;
  /** Its value in the first event that has one. */
  readonly sample: string;
}

/**
 * The fields at the beginning of a text: columns of a table, or keys of JSON, or `name=value` and parts between spaces
 * by number.
 */
export function getFields(head: string): readonly EventField[] {
  const { header, content } = contentOf(head);
  const positions: readonly ClientPosition[] =
    header?.map((column) => column) ??
    (/^\s*[[{]/.test(content[0] ?? '')
      ? allKeyPositions(content)
      : [...allPairPositions(content), ...numbered(content)]);
  return positions.flatMap((position) => {
    const sample = sampleAt(position, content);
    return sample === undefined ? [] : [{ name: position.name, position, sample }];
  });
}

/** The lines of a text's beginning without its header, or its records. */
function contentOf(head: string): {
  readonly header: readonly Column[] | undefined;
  readonly content: readonly string[];
} {
  const start = recordStartOf(head);
  const lines = start === undefined ? sampleOf(head) : recordsOf(head, start);
  const [first = ''] = lines;
  const header = start === undefined ? headerOf(lines) : undefined;
  return {
    header,
    content: lines.filter((line) => !line.startsWith('#') && (header === undefined || line !== first)),
  };
}

/** Like {@link getFields}, with the information which of them contains the client of the first event. */
export function fieldsWithUse(
  head: string,
  field?: string,
): readonly (Omit<EventField, 'position'> & { readonly isUsed: boolean })[] {
  const fields = getFields(head);
  const { content } = contentOf(head);
  const [used] = getEventForm(head, field).clients.flatMap((position) => {
    const sample = sampleAt(position, content);
    return sample === undefined ? [] : [{ name: position.name, sample }];
  });
  const byName = fields.find(({ name }) => name === used?.name || name.endsWith(`.${used?.name ?? ''}`));
  const one = byName ?? fields.find(({ sample }) => sample === used?.sample);
  return fields.map(({ name, sample }) => ({ name, sample, isUsed: used !== undefined && name === one?.name }));
}

function sampleAt(position: ClientPosition, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const found = positionReader(position)(line, 0, line.length);
    if (found !== undefined) return line.slice(found.start, found.end);
  }
  return undefined;
}

/** The parts of lines between spaces, numbered from 1. */
function numbered(lines: readonly string[]): readonly ClientPosition[] {
  const count = Math.min(maxColumns, lines[0]?.trim().split(/ +/).length ?? 0);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'column',
    index,
    delimiter: ' ',
    name: String(index + 1),
  }));
}

const maxColumns = 40;

/**
 * The places of the client in the lines of a text, by the form of its beginning. A client is the address, user, or host
 * that asked, connected, or sent.
 */
export function getClientPositions(head: string): readonly ClientPosition[] {
  const lines = sampleOf(head);
  if (lines.length === 0) return [];
  const header = headerOf(lines);
  const named = header && ranked(header);
  const isDirective = lines.some((line) => /^#fields/i.test(line));
  if (named !== undefined && (isDirective || named.length > 0)) return named;
  const content = lines.filter((line) => !line.startsWith('#'));
  const isMost = (test: (line: string) => boolean): boolean => {
    const count = content.filter(test).length;
    return count > 0 && count >= share * content.length;
  };
  const format = lineFormats.find(({ line }) => isMost((each) => line.test(each)));
  if (format !== undefined && !isMost(isSyslog)) return format.positions;
  if (isMost((line) => /^\s*[[{]/.test(line) && /"\s*:/.test(line))) return keyPositions(content);
  const pairs = isMost(mayBeLogged) ? ranked(allPairPositions(content)) : [];
  const syslog: readonly ClientPosition[] = isMost(isSyslog)
    ? [
        { kind: 'syslog', name: 'program' },
        { kind: 'syslog', name: 'host' },
      ]
    : [];
  return inTurn(pairs, syslog);
}

/** Whether a line may be one of a log: with a time, or several pairs. */
function mayBeLogged(line: string): boolean {
  return /\d:\d\d|\b1\d{9}/.test(line) || pairsOf(line).length > 1;
}

/** Places to try in turn: fields of messages come before the host that a line is from, which each line has. */
function inTurn(pairs: readonly ClientPosition[], syslog: readonly ClientPosition[]): readonly ClientPosition[] {
  const [program, host] = syslog;
  return [program, ...pairs, host].filter((position) => position !== undefined);
}

function sampleOf(head: string): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < head.length && lines.length < sampledLines;) {
    const end = head.indexOf('\n', start);
    const line = head.slice(start, end === -1 ? head.length : end).replace(/\r$/, '');
    if (line.trim() !== '') lines.push(line);
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

type Column = ClientPosition & { readonly kind: 'column' };

/** The columns of a table that its header names: `#Fields` of W3C logs, `#fields` of Zeek, or the first line. */
function headerOf(lines: readonly string[]): readonly Column[] | undefined {
  const directive = lines.find((line) => /^#fields[:\t ]/i.test(line));
  if (directive !== undefined) {
    const names = directive.replace(/^#fields:?\s/i, '');
    const delimiter =
      names.includes('\t') || lines.some((line) => !line.startsWith('#') && line.includes('\t')) ? '\t' : ' ';
    return columnPositions(names.trim().split(/[\t ]+/), delimiter);
  }
  const [first = '', second = ''] = lines;
  const delimiter = [',', '\t', ';', '|'].find((each) => first.includes(each) && second.includes(each));
  const names = delimiter === undefined ? first.trim().split(/ +/) : first.split(delimiter).map(unquoted);
  if (names.length < 2 || !names.every((name) => /^[\p{L}_@#][\p{L}\p{M}\p{N}_ .@/()#:%'-]{0,60}$/u.test(name)))
    return undefined;
  return columnPositions(names, delimiter ?? ' ');
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1');
}

function columnPositions(names: readonly string[], delimiter: string): readonly Column[] {
  return names.map((name, index) => ({ kind: 'column', index, delimiter, name }));
}

/** The places with known names: the most specific one of each kind. */
function ranked<T extends ClientPosition & { readonly name: string }>(positions: readonly T[]): readonly T[] {
  const known = positions.flatMap((position) => {
    const rank = getRank(position.name);
    return rank === undefined ? [] : [{ position, ...rank }];
  });
  const ordered = fieldKinds.flatMap((kind) =>
    known
      .filter((each) => each.kind === kind)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, 2)
      .map(({ position }) => position),
  );
  return ordered.slice(0, maxPositions);
}

/** The keys of the lines of JSON, with those of objects in them, that are known. */
function keyPositions(lines: readonly string[]): readonly ClientPosition[] {
  const positions: (ClientPosition & { readonly kind: 'key' })[] = [];
  for (const { path } of allKeyPositions(lines))
    for (let from = 0; from < path.length; from++) {
      const name = path.slice(from).join('.');
      const isNew = getRank(name) !== undefined && positions.every((position) => position.name !== name);
      if (isNew) positions.push({ kind: 'key', path: path.slice(from), name });
    }
  return ranked(positions);
}

/** All keys of the lines of JSON, with those of nested objects. */
function allKeyPositions(lines: readonly string[]): readonly (ClientPosition & { readonly kind: 'key' })[] {
  const paths = new Map<string, readonly string[]>();
  for (const line of lines) {
    const parsed = parsedLine(line);
    if (parsed !== undefined) addPaths(parsed, [], paths);
  }
  return Array.from(paths, ([name, path]) => ({ kind: 'key', path, name }));
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line.trim().replace(/,$/, ''));
  } catch {
    return undefined;
  }
}

/** The depth of objects in a record up to which keys are fields. */
const maxDepth = 4;

function addPaths(value: unknown, path: readonly string[], paths: Map<string, readonly string[]>): void {
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return;
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value) ? [] : Object.entries(value);
  for (const [key, item] of items) {
    const inner = [...path, key];
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) addPaths(item, inner, paths);
    else if (!paths.has(inner.join('.'))) paths.set(inner.join('.'), inner);
  }
}

/** The names of `name=value` that lines have. */
function allPairPositions(lines: readonly string[]): readonly (ClientPosition & { readonly kind: 'pair' })[] {
  const names = new Set<string>();
  for (const line of lines) for (const name of pairsOf(line)) names.add(name);
  return Array.from(names, (name) => ({ kind: 'pair', name }));
}

/** The names of `name=value` in a line; attributes of a tag aren't any. */
function pairsOf(line: string): readonly string[] {
  const outside = line.replace(/<[a-z!][^<>]*>?/gi, ' ');
  return Array.from(
    outside.matchAll(/(?:^|[\s,;|([{"'\t^])([A-Za-z][\w.-]{1,30})=(?=[^\s,;|&])/g),
    ([, name = '']) => name,
  );
}

/** Reads the clients of the lines of a text, in the order of the lines. */
export class LineClients {
  private readonly readers: readonly { readonly position: ClientPosition; readonly read: PositionReader }[];

  constructor(positions: readonly ClientPosition[]) {
    this.readers = positions.map((position) => ({ position, read: positionReader(position) }));
  }

  /**
   * Returns the range of the client in a line, unless it is `other`, the indicator itself; undefined if the line has no
   * client.
   */
  find(text: string, start: number, end: number, other = ''): ClientRange | undefined {
    for (const { position, read } of this.readers) {
      const found = read(text, start, end);
      // The line of names has the name itself.
      if (found !== undefined && !isText(text, found, other) && !isText(text, found, position.name))
        return { ...found, escapes: escapesIn(position, text.slice(found.start, found.end)) };
    }
    return undefined;
  }
}

function escapesIn({ kind }: ClientPosition, written: string): ClientRange['escapes'] {
  if (kind === 'key') return written.includes('\\') ? 'json' : undefined;
  return kind === 'column' && written.includes('""') ? 'quotes' : undefined;
}

/** The range of a client in a text. */
export interface ClientRange extends TextRange {
  /** How its text is escaped: as in a string of JSON, or with doubled quotes, as in a cell. */
  readonly escapes?: 'json' | 'quotes' | undefined;
}

/** The name of a client in a text, without line ends. */
export function getName(text: string, { start, end, escapes }: ClientRange): string {
  const name = text.slice(start, end);
  if (escapes === undefined) return name;
  if (escapes === 'quotes') return name.replaceAll('""', '"');
  const once = unescaped(name);
  // In JSON that is a string of JSON, it is escaped twice.
  return (text.charAt(start - 2) === '\\' ? unescaped(once) : once).replaceAll('\n', ' ');
}

function unescaped(string: string): string {
  try {
    return String(JSON.parse(`"${string}"`));
  } catch {
    return string;
  }
}

function isText(text: string, { start, end }: TextRange, part: string): boolean {
  return end - start === part.length && text.startsWith(part, start);
}
