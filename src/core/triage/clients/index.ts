import { fieldKinds, rankOf } from './fieldNames';
import { type ClientPlace, isSyslog, lineFormats, placeReader, type PlaceReader, type TextRange } from './places';

export type { ClientPlace } from './places';

/** Lines of a text's beginning that decide where its lines have their client. */
const sampledLines = 200;
/** The share of them that must have the form of a format. */
const share = 0.5;
/** Places that a line is asked for at most. */
const maxPlaces = 6;

/**
 * Where the lines of a text say who they are about, by the form of its beginning: the address, user, or host that asked,
 * connected, or sent. In the order in which they count; empty if the text has no such form.
 */
export function clientPlacesOf(head: string): readonly ClientPlace[] {
  const lines = sampleOf(head);
  if (lines.length === 0) return [];
  const named = headerPlaces(lines);
  if (named !== undefined) return named;
  const content = lines.filter((line) => !line.startsWith('#'));
  const isMost = (test: (line: string) => boolean): boolean => {
    const count = content.filter(test).length;
    return count > 0 && count >= share * content.length;
  };
  const format = lineFormats.find(({ line }) => isMost((each) => line.test(each)));
  if (format !== undefined && !isMost(isSyslog)) return format.places;
  if (isMost((line) => /^\s*[[{]/.test(line) && /"\s*:/.test(line))) return keyPlaces(content);
  const pairs = pairPlaces(content);
  const syslog: readonly ClientPlace[] = isMost(isSyslog)
    ? [
        { kind: 'syslog', name: 'program' },
        { kind: 'syslog', name: 'host' },
      ]
    : [];
  return inTurn(pairs, syslog);
}

/** Fields of messages before the host that a line is from, which each has. */
function inTurn(pairs: readonly ClientPlace[], syslog: readonly ClientPlace[]): readonly ClientPlace[] {
  const [program, host] = syslog;
  return [program, ...pairs, host].filter((place) => place !== undefined);
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

/** The columns of a table that its header names: `#Fields` of W3C logs, `#fields` of Zeek, or the first line. */
function headerPlaces(lines: readonly string[]): readonly ClientPlace[] | undefined {
  const directive = lines.find((line) => /^#fields[:\t ]/i.test(line));
  if (directive !== undefined) {
    const names = directive.replace(/^#fields:?\s/i, '');
    const delimiter =
      names.includes('\t') || lines.some((line) => !line.startsWith('#') && line.includes('\t')) ? '\t' : ' ';
    return columnPlaces(names.trim().split(/[\t ]+/), delimiter);
  }
  const [first = '', second = ''] = lines;
  const delimiter = [',', '\t', ';', '|'].find((each) => first.includes(each) && second.includes(each));
  const names = delimiter === undefined ? first.trim().split(/ +/) : first.split(delimiter).map(unquoted);
  if (names.length < 2 || !names.every((name) => /^[\p{L}_@#][\w .@/()#:-]{0,60}$/u.test(name))) return undefined;
  const places = columnPlaces(names, delimiter ?? ' ');
  return places.length === 0 ? undefined : places;
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1');
}

function columnPlaces(names: readonly string[], delimiter: string): readonly ClientPlace[] {
  return ranked(names.map((name, index) => ({ kind: 'column', index, delimiter, name }) as const));
}

/** The places whose names are known, one of each kind, the most specific ones. */
function ranked<T extends ClientPlace & { readonly name: string }>(places: readonly T[]): readonly T[] {
  const known = places.flatMap((place) => {
    const rank = rankOf(place.name);
    return rank === undefined ? [] : [{ place, ...rank }];
  });
  const ordered = fieldKinds.flatMap((kind) =>
    known
      .filter((each) => each.kind === kind)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, 2)
      .map(({ place }) => place),
  );
  return ordered.slice(0, maxPlaces);
}

/** The keys of the lines of JSON, with those of objects in them. */
function keyPlaces(lines: readonly string[]): readonly ClientPlace[] {
  const paths = new Map<string, readonly string[]>();
  for (const line of lines) {
    const parsed = parsedLine(line);
    if (parsed !== undefined) addPaths(parsed, [], paths);
  }
  return ranked(Array.from(paths, ([name, path]) => ({ kind: 'key', path, name }) as const));
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line.trim().replace(/,$/, ''));
  } catch {
    return undefined;
  }
}

/** Keys by which objects around a record are known, and which don't say anything about its fields. */
const maxDepth = 4;

function addPaths(value: unknown, path: readonly string[], paths: Map<string, readonly string[]>): void {
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return;
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value) ? [] : Object.entries(value);
  for (const [key, item] of items) {
    const inner = [...path, key];
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) addPaths(item, inner, paths);
    else
      for (let from = 0; from < inner.length; from++) {
        const name = inner.slice(from).join('.');
        if (rankOf(name) !== undefined && !paths.has(name)) paths.set(name, inner.slice(from));
      }
  }
}

/** The names of `name=value` that lines have. */
function pairPlaces(lines: readonly string[]): readonly ClientPlace[] {
  const names = new Set<string>();
  for (const line of lines)
    for (const [, name = ''] of line.matchAll(/(?:^|[\s,;|&([{"'\t^])([A-Za-z][\w.-]{1,30})=(?=[^\s,;|&])/g))
      if (rankOf(name) !== undefined) names.add(name);
  return ranked(Array.from(names, (name) => ({ kind: 'pair', name }) as const));
}

/** Reads who the lines of a text are about. Lines must be asked for in their order. */
export class LineClients {
  private readonly readers: readonly (readonly [name: string, read: PlaceReader])[];

  constructor(places: readonly ClientPlace[]) {
    this.readers = places.map((place) => [place.name, placeReader(place)]);
  }

  /** Where the text has the client of a line that isn't `other`, the indicator itself; undefined if it has none. */
  find(text: string, [start, end]: readonly [start: number, end: number], other = ''): TextRange | undefined {
    for (const [name, read] of this.readers) {
      const found = read(text, start, end);
      // The line of names has the name itself.
      if (found !== undefined && !isText(text, found, other) && !isText(text, found, name)) return found;
    }
    return undefined;
  }
}

function isText(text: string, { start, end }: TextRange, part: string): boolean {
  return end - start === part.length && text.startsWith(part, start);
}
