// `node scripts/update-context.mjs FOLDER`: updates the lists in `data/context` that are from the MISP warning lists
// (https://github.com/MISP/misp-warninglists); FOLDER is the `lists` folder of a checkout.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextFileText, contextFiles, readContextFile } from './lib/contextData.mjs';
import { collapsed, parseRange } from './lib/contextRanges.mjs';
import { fail, print, ExpectedError } from './lib/terminal.mjs';

const nameOfSeveralLabels = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Returns a name as it is looked up: with `=` in front if it doesn't include subdomains. */
function entryOf(text, type) {
  const entry = text.trim().toLowerCase().replace(/\.$/, '');
  if (parseRange(entry) !== undefined) return [entry];
  const name = entry.replace(/^\./, '');
  if (!nameOfSeveralLabels.test(name)) return [];
  return [type === 'string' && !entry.startsWith('.') ? `=${name}` : name];
}

function update(section, folder) {
  const names = section.attributes.get('from')?.split(', ');
  if (names === undefined) return section;
  const lists = names.map((name) => JSON.parse(readFileSync(join(folder, name, 'list.json'), 'utf8')));
  const omitted = (section.attributes.get('omit') ?? '').split(', ');
  const isOmitted = (entry) => omitted.some((name) => [name, `=${name}`].includes(entry) || entry.endsWith(`.${name}`));
  const entries = new Set(lists.flatMap(({ list, type = 'string' }) => list.flatMap((text) => entryOf(text, type))));
  const kept = [...entries].filter((entry) => !isOmitted(entry) && !isCovered(entry, entries));
  const attributes = new Map(section.attributes);
  attributes.set('version', lists.map(({ version }) => version).join(', '));
  return { ...section, attributes, entries: collapsed(kept.map((entry) => widened(entry, section))) };
}

/** A network of IPv6 that isn't smaller than the section asks for: tiny ones aren't worth their size. */
function widened(entry, { attributes }) {
  const [address, length = '128'] = entry.split('/');
  const longest = attributes.get('longest prefix');
  return parseRange(entry)?.bits !== 128 || longest === undefined || Number(length) <= Number(longest)
    ? entry
    : `${address}/${longest}`;
}

/** Whether an entry for a name above it, or for more than exactly it, makes an entry superfluous. */
function isCovered(entry, entries) {
  const name = entry.replace(/^=/, '');
  const above = name.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  return parseRange(entry) === undefined && above.some((each) => each !== entry && entries.has(each));
}

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new ExpectedError('Usage: node scripts/update-context.mjs FOLDER');
  for (const file of contextFiles()) {
    const before = readContextFile(file);
    writeFileSync(file, contextFileText({ ...before, sections: before.sections.map((each) => update(each, folder)) }));
  }
  print('Updated data/context. Review the changes with git diff.');
} catch (error) {
  fail(error);
}
