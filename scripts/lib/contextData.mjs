// Reads the lists in `data/context` (see its README), and packs them for the extension.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseRange, v4Boundaries, v6Boundaries } from './contextRanges.mjs';
import { root } from './paths.mjs';

const contextFolder = join(root, 'data', 'context');

/** Files of lists; the name of each is the category. */
export function contextFiles() {
  return readdirSync(contextFolder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => join(contextFolder, name));
}

const attribute = /^([a-z]+(?: [a-z]+)?): (.+)$/;

/**
 * The sections of a file: a label in brackets, attributes (`key: value`), and entries.
 * @returns {{ category: string, kind: string, sections: { label: string, attributes: Map<string, string>, entries: string[] }[] }}
 */
export function readContextFile(file) {
  const sections = [];
  let kind = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const section = sections.at(-1);
    const [, key, value] = attribute.exec(line) ?? [];
    if (line === '') continue;
    else if (line.startsWith('[')) sections.push({ label: line.slice(1, -1), attributes: new Map(), entries: [] });
    else if (key !== undefined && section === undefined) kind = value;
    else if (key !== undefined) section.attributes.set(key, value);
    else section.entries.push(line);
  }
  return { category: basename(file, '.txt'), kind, sections };
}

/** The file with its sections as text. */
export function contextFileText({ kind, sections }) {
  const parts = sections.map(({ label, attributes, entries }) =>
    [`[${label}]`, ...[...attributes].map(([key, value]) => `${key}: ${value}`), ...entries].join('\n'),
  );
  return `kind: ${kind}\n\n${parts.join('\n\n')}\n`;
}

/** All lists with their entries; the order is that of the files. */
export function contextLists() {
  return contextFiles().flatMap((file) => {
    const { category, kind, sections } = readContextFile(file);
    return sections.map(({ label, attributes, entries }) => ({
      ...{ label, category, kind, entries },
      source: attributes.has('from') || attributes.has('based on') ? 'MISP warning lists' : '',
      everyMachine: attributes.get('every machine') === 'yes',
    }));
  });
}

/** The more specific one is shown first: who it is before whose network it is in. */
const specificity = [
  ...['sinkhole', 'resolver', 'scanner', 'crawler', 'certificates', 'shortener', 'dynamicDns', 'anyContent', 'parking'],
  ...['proxy', 'vpn', 'mail', 'security', 'other', 'popular', 'vendor', 'cdn', 'cloud'],
];

/**
 * Returns the content of `core/context/builtIn/packed.ts` in a build. Ranges of all lists become boundaries, each with
 * the number of a set of lists; text, because it compresses well.
 */
export function packContext() {
  const lists = contextLists().toSorted((a, b) => specificity.indexOf(a.category) - specificity.indexOf(b.category));
  const ranges = lists.flatMap(({ entries }, list) =>
    entries.flatMap((entry) => {
      const range = parseRange(entry);
      return range === undefined ? [] : [{ ...range, list }];
    }),
  );
  const [v4, v6] = [v4Boundaries(ranges), v6Boundaries(ranges)];
  const uses = new Map();
  for (const { set } of [...v4, ...v6]) uses.set(set, (uses.get(set) ?? 0) + 1);
  const sets = [...uses.keys()].toSorted((a, b) => uses.get(b) - uses.get(a));
  const numbers = new Map(sets.map((set, number) => [set, number]));
  const setsOf = (boundaries) => boundaries.map(({ set }) => String.fromCharCode(35 + numbers.get(set))).join('');
  return {
    lists: lists.map(({ label, category, kind, source, everyMachine }) => [
      label,
      category,
      kind,
      source,
      everyMachine,
    ]),
    names: lists.map(({ entries }) => entries.filter((entry) => parseRange(entry) === undefined).join(' ')),
    sets,
    v4: v4.map(({ step }) => step).join(''),
    v4Sets: setsOf(v4),
    v6: v6.map(({ step }) => step).join(' '),
    v6Sets: setsOf(v6),
  };
}
