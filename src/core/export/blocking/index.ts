import { visibleText } from '../../text/visibleText';
import type { BlockEntry, EntryWriter } from './entry';
import { esql } from './esqlQueries';
import { type BlockFormat, type BodyOptions, linesOfEntries } from './format';
import { kql } from './kqlQueries';
import { lucene } from './luceneQueries';
import { rpzHead, rpzLines } from './rpzZone';
import { sigma } from './sigmaRules';
import { spl } from './splSearches';
import { suricataAddresses, suricataDatasetRules, suricataDomains } from './suricataDatasets';
import { suricataWriter } from './suricataRules';
import { zeekHead, zeekLines } from './zeekIntel';
import { plainName, plainAddress, plainUrl } from './entry';

/** One indicator per line. */
const plainListLines: EntryWriter = ({ indicator }) =>
  [plainName(indicator) ?? plainAddress(indicator) ?? plainUrl(indicator)].filter((line) => line !== undefined);

/** A name per line, which resolves to no address. Its subdomains need lines of their own. */
const hostsLines: EntryWriter = ({ indicator }) => {
  const name = plainName(indicator);
  return name === undefined ? [] : [`0.0.0.0 ${name}`];
};

export type { BlockEntry } from './entry';

/** Formats that DNS servers, firewalls, detection systems, and searches of logs read. */
export const blockForms = [
  ...(['plain', 'hosts', 'rpz', 'suricata', 'suricata-domains', 'suricata-addresses', 'suricata-datasets'] as const),
  ...(['zeek', 'sigma', 'kql', 'spl', 'esql', 'lucene'] as const),
] as const;
export type BlockForm = (typeof blockForms)[number];

/** Properties of a file, with its comments. */
export interface BlockFileOptions extends BodyOptions {
  /** The first lines, given how many entries the format can't express. */
  readonly comments: (notExpressible: number) => readonly string[];
}

/** A file that blocks or detects indicators, and how many of them the format can't express. */
export interface BlockFile {
  readonly text: string;
  readonly written: number;
  readonly notExpressible: number;
}

const text = { language: 'plaintext', comment: (line: string) => `# ${line}` } as const;

/** The writer of each format. */
const formats: Readonly<Record<BlockForm, BlockFormat>> = {
  plain: { ...text, extension: 'txt', body: (entries) => linesOfEntries(entries, plainListLines) },
  hosts: { ...text, extension: 'hosts', body: (entries) => linesOfEntries(entries, hostsLines) },
  rpz: {
    extension: 'rpz',
    language: 'plaintext',
    comment: (line) => `; ${line}`,
    body: (entries, { created }) => linesOfEntries(entries, rpzLines, rpzHead(created)),
  },
  suricata: { ...text, extension: 'rules', body: (entries) => linesOfEntries(entries, suricataWriter()) },
  'suricata-domains': suricataDomains,
  'suricata-addresses': suricataAddresses,
  'suricata-datasets': suricataDatasetRules,
  zeek: { ...text, extension: 'intel', body: (entries) => linesOfEntries(entries, zeekLines, [zeekHead]) },
  sigma,
  kql,
  spl,
  esql,
  lucene,
};

/** How files of a format are named and shown, and whether they have comments. */
export function blockFormat(form: BlockForm): Pick<BlockFormat, 'extension' | 'language' | 'comment'> {
  return formats[form];
}

/** Writes indicators in a format. */
export function blockFile(form: BlockForm, entries: readonly BlockEntry[], options: BlockFileOptions): BlockFile {
  const { comment, comments = 'before', notes = () => [], body } = formats[form];
  const { lines, written } = body(entries, options);
  const notExpressible = entries.length - written;
  const about =
    comment === undefined
      ? []
      : [...options.comments(notExpressible), ...notes()].map((line) => comment(commentText(line)));
  const all = comments === 'before' ? [...about, ...lines] : [...lines, ...about];
  return { text: all.map((line) => `${line}\n`).join(''), written, notExpressible };
}

/** A text that stays on the line of its comment. */
function commentText(line: string): string {
  return visibleText(line)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
