import type { UnreadFormat } from '../../core/records/problems/inputFailure';

/** A hostile file could begin with a comment after the other. */
const maxBegin = 16 * 1024;
const latin1 = new TextDecoder('latin1');

/* eslint-disable no-control-regex -- binary formats begin with them */
/** The first bytes of binary formats, as characters. */
const signatures: readonly (readonly [name: string, begin: RegExp])[] = [
  ['PDF', /^(?:\xEF\xBB\xBF)?\s*%PDF-/],
  ['EVTX (Windows Event Log)', /^ElfFile\0/],
  ['SQLite', /^SQLite format 3\0/],
  [
    'PCAP',
    /^(?:\xD4\xC3\xB2\xA1|\xA1\xB2\xC3\xD4|\x4D\x3C\xB2\xA1|\xA1\xB2\x3C\x4D|\x0A\x0D\x0D\x0A[^]{4}(?:\x4D\x3C\x2B\x1A|\x1A\x2B\x3C\x4D))/,
  ],
  ['Microsoft Office', /^\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1/],
  ['RTF', /^\{\\rtf/],
  ['Parquet', /^PAR1/],
  ['Windows Registry', /^regf/],
  ['Windows program', /^MZ[^]{0,256}This program /],
  ['ELF', /^\x7FELF/],
  ['PNG', /^\x89PNG\r\n/],
  ['JPEG', /^\xFF\xD8\xFF/],
  ['GIF', /^GIF8[79]a/],
  ['TAR', /^[^]{257}ustar/],
];

/* eslint-enable no-control-regex */

/** Names of files in documents that are ZIP archives. */
const documentParts: readonly (readonly [name: string, part: RegExp])[] = [
  ['Microsoft Office', /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|(?:word|xl|ppt)\/.*\.(?:xml|rels)$)/],
  ['OpenDocument', /^(?:mimetype$|META-INF\/manifest\.xml$)/],
];

/** Root elements of documents in XML. */
const roots: readonly (readonly [name: string, root: RegExp, kind: UnreadFormat['kind']])[] = [
  ['STIX 1', /^(?:\w+:)?STIX_Package$|^(?:\w+:)?Observables$/, 'convert'],
  ['OpenIOC', /^(?:\w+:)?(?:ioc|OpenIOC)$/, 'convert'],
  ['MAEC', /^(?:\w+:)?MAEC_(?:Bundle|Package|Container)$/, 'convert'],
  ['IODEF', /^(?:\w+:)?IODEF-Document$/, 'convert'],
];

/** Rules for engines, by the beginning of their text without comments. */
const rules: readonly (readonly [name: string, begin: RegExp])[] = [
  ['YARA', /^(?:(?:import|include)\s+"[^"\n]*"\s*)*(?:(?:private|global)\s+)*rule\s+\w+\s*(?::[\w\s]*)?\{/],
  [
    'Snort and Suricata rules',
    /^(?:alert|log|pass|drop|reject(?:src|dst|both)?|sdrop|config|activate|dynamic)\s+[\w-]+\s+\S[^\n(]*(?:->|<>|<-|=>)[^\n(]*\(|^alert\s+[\w-]+\s+\([^\n]*\bmsg:/,
  ],
];

/** A format that isn't read, by the first bytes of a file and its text; undefined for any other. */
export function unreadFormat(head: Uint8Array, text: string): UnreadFormat | undefined {
  const bytes = latin1.decode(head.subarray(0, 512));
  const binary = signatures.find(([, begin]) => begin.test(bytes));
  if (binary !== undefined) return { name: binary[0], kind: 'export' };
  const plain = text.slice(0, maxBegin).replace(/^\uFEFF/, '');
  return xmlFormat(plain) ?? jsonFormat(plain) ?? ruleFormat(plain);
}

/** The format of a document that is a ZIP archive with a file of this name. */
export function documentFormat(entryName: string): UnreadFormat | undefined {
  const found = documentParts.find(([, part]) => part.test(entryName));
  return found === undefined ? undefined : { name: found[0], kind: 'export' };
}

function xmlFormat(text: string): UnreadFormat | undefined {
  const bare = text.replace(/^\s+|<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/gi, '').trimStart();
  const [, root, prefixed] = /^<((?:[\p{L}_][\p{L}\d_.-]*:)?([\p{L}_][\p{L}\d_.-]*))(?=[\s/>])/u.exec(bare) ?? [];
  if (root === undefined || prefixed === undefined) return undefined;
  const known = roots.find(([, name]) => name.test(root));
  if (known !== undefined) return { name: known[0], kind: known[2] };
  // A page of a report, or a list that begins with a tag, isn't such a document.
  return /^\s*<\?xml\b/.test(text) && !/^html$/i.test(prefixed) ? { name: 'XML', kind: 'triage' } : undefined;
}

function jsonFormat(text: string): UnreadFormat | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const begin = text.slice(0, 4_096);
  if (/"maec_objects"\s*:/.test(begin)) return { name: 'MAEC', kind: 'convert' };
  return /^\s*\{[^[\]]*"stix_header"\s*:|"stix:STIX_Package"|"version"\s*:\s*"1\.[\d.]+"[^]*"stix_header"/.test(begin)
    ? { name: 'STIX 1', kind: 'convert' }
    : undefined;
}

function ruleFormat(text: string): UnreadFormat | undefined {
  const bare = withoutComments(text);
  const engine = rules.find(([, begin]) => begin.test(bare));
  if (engine !== undefined) return { name: engine[0], kind: 'triage' };
  const isSigma =
    /^(?:title|id|logsource|detection|status|description|name|author|action)\s*:/m.test(bare.slice(0, 200)) &&
    /^logsource\s*:/m.test(bare) &&
    /^detection\s*:/m.test(bare);
  return isSigma ? { name: 'Sigma', kind: 'triage' } : undefined;
}

/** The text without the comments of YAML, YARA, or rules at its beginning. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('/*')
      ? rest.indexOf('*/') + 1
      : /^(?:#|\/\/|---)/.test(rest)
        ? rest.search(/[\r\n]/)
        : 0;
    if (end <= 0) return rest;
    rest = rest.slice(end + 1).trimStart();
  }
}

/** Share of characters that text hardly contains. */
const maxControls = 0.1;

/** Whether the beginning of a decoded file has more control characters and invalid bytes than text has. */
export function isNoText(text: string): boolean {
  const begin = text.slice(0, 4_096);
  // eslint-disable-next-line no-control-regex -- they are what binary files have
  const controls = begin.match(/[\0-\x08\x0E-\x1A\x1C-\x1F\uFFFD]/g)?.length ?? 0;
  return controls > begin.length * maxControls;
}
