import { findIndicators, type Indicator, type Occurrence, parseNetwork } from '../../core/indicators';
import {
  getEntries,
  entriesOfWord,
  isPattern,
  looksLikeIndicator,
  parseEntry,
  reasonAgainst,
} from '../../core/lists/entries';
import { isUnratable, getTargets } from '../../core/lists/targets';
import { ruleTarget } from '../../core/lists/shapes/dnsFilters';
import { emptyRecord, type NameReach } from '../../core/records/record';
import type { SkippedItem, Statement } from '../../core/records/statement';
import { substringBefore, trimTrailing } from '../../core/text/trim';
import { countUnrated, type ParsedChunk } from './parsedChunk';

const maxLine = 16 * 1024;
/** Blocklists in the format of hosts files map names to one of these addresses. */
const hostsLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/;

/** All addresses from the first to the last one. */
const addressRange = /^[\da-f.:]+\s*-\s*[\da-f.:]+$/i;

/** A line of a web page, of which only defanged indicators are taken. */
function readPageLine(line: string): Found {
  if (line.length > maxLine) return [{ reason: { kind: 'lineTooLong' }, example: line }];
  return findIndicators(line).map((each) =>
    each.defanged ? checked(each, each.raw) : { reason: { kind: 'notDefanged' }, example: each.raw },
  );
}

/** Contents of a line, or of a part of it: statements and skipped items. */
type Found = readonly (Statement | SkippedItem)[];

/** The forms of a line, in this order; the first that has it reads it. */
const lineForms: readonly ((text: string) => Found | undefined)[] = [
  readRule,
  // `192[.]0[.]2[.]0[/]24` isn't a host with a path.
  (text) => (text.includes('[/]') ? readNetwork(text.replace('[/]', '/')) : undefined),
  readEntries,
  readRange,
  readNetwork,
  (text) => (isPattern(text) ? [{ reason: { kind: 'patternRule' }, example: text }] : undefined),
  readSentence,
];

function readLine(line: string): Found {
  if (line.length > maxLine) return [{ reason: { kind: 'lineTooLong' }, example: line }];
  const comment = line.search(/(?:^|\s)(?:#|\/\/)/);
  const text = (comment === -1 ? line : line.slice(0, comment)).trim();
  // In ad blocker lists, comments start with an exclamation mark, and exceptions with two at signs.
  if (text === '' || text.startsWith('!')) return [];
  for (const read of lineForms) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  const reason = reasonAgainst(text);
  const isUnread = reason.kind === 'noIndicator' && !/\s/.test(text) && looksLikeIndicator(text);
  return [{ reason: isUnread ? { kind: 'unreadValue' } : reason, example: text }];
}

/** A rule of an ad blocker for a whole name or page, or an exception. */
function readRule(text: string): Found | undefined {
  const rule = /^(?:\|\|.*\^|\|https?:.*)$/.test(text) ? ruleTarget(text) : undefined;
  if (rule !== undefined) {
    const [value, reach] = rule;
    const target = parseEntry(value);
    if (target !== undefined) return [checked(target, text, { reach })];
  }
  return text.startsWith('@@') ? [{ reason: { kind: 'exception' }, example: text }] : undefined;
}

/** Indicators alone, and lines of hosts files. */
function readEntries(text: string): Found | undefined {
  const bare = hostsLine.exec(text)?.[1] ?? trimTrailing(text, /[,;]/);
  // Such lists mean the name itself as well.
  const reach = /^\*?\./.test(text) ? 'all' : undefined;
  const entries = bare.startsWith('[') ? getEntries(bare) : entriesOfWord(bare);
  return entries.length === 0
    ? undefined
    : entries.map(({ indicator, port }) => checked(indicator, text, { reach, port }));
}

function readRange(text: string): Found | undefined {
  if (!addressRange.test(text)) return undefined;
  const { indicators, reason } = getTargets(text);
  return reason === undefined ? indicators.map((each) => toStatement(each)) : [{ reason, example: text }];
}

function readNetwork(text: string): Found | undefined {
  const network = parseNetwork(substringBefore(text, ';'));
  if (network === undefined) return undefined;
  if (network.value === undefined) return [{ reason: { kind: 'networkTooLarge' }, example: text }];
  return [checked({ type: 'ip', value: network.value }, text)];
}

/** Networks and indicators in the sentence of a report. */
function readSentence(text: string): Found | undefined {
  const networks = networksIn(text);
  const found = [...networks.map(({ result }) => result), ...indicatorsIn(without(networks, text))];
  return found.length === 0 ? undefined : found;
}

/** Returns the indicators in a line of a report: defanged ones, and those alone in the line. */
function indicatorsIn(text: string): Found {
  return findIndicators(text).map((each) => {
    const address = emailAddressAt(text, each);
    if (address !== undefined) return { reason: { kind: 'emailAddress' }, example: address };
    return each.defanged || standsAlone(text, each)
      ? checked(each, each.raw)
      : { reason: { kind: 'notDefanged' }, example: each.raw };
  });
}

/** The e-mail address to which a domain belongs, such as the contact of a report. The domain isn't listed. */
function emailAddressAt(text: string, { type, raw, start, end }: Occurrence): string | undefined {
  // With what follows in a link to write to it, it looks like a URL without a scheme: `me[@]a[.]example?subject=x`.
  if (type === 'ip' || /^[a-z*]{3,6}[[(]?:/i.test(raw)) return undefined;
  const before = /[\w.!#$%&'*+=?^{|}~-]{1,64}\s?(?:@|[[({]\s?(?:@|at)\s?[\])}])\s?$/i.exec(
    text.slice(Math.max(0, start - 80), start),
  );
  return before === null ? undefined : before[0] + text.slice(start, end);
}

/** Matches possible networks in CIDR notation, defanged or not. */
const networkPattern =
  /(?<![\p{L}\p{N}.:/@[\](){}])[\da-f.:[\](){}]{5,96}(?:\/|\[\/\])\d{1,3}(?![\p{L}\p{N}/]|[.:-][\p{L}\p{N}])/giu;

interface FoundNetwork {
  readonly raw: string;
  readonly result: Statement | SkippedItem;
}

/** The networks in a line, which aren't indicators of a text. Defanged ones and those alone in a line are taken. */
function networksIn(text: string): readonly FoundNetwork[] {
  if (!text.includes('/')) return [];
  return [...text.matchAll(networkPattern)].flatMap(([match]): FoundNetwork[] => {
    const raw = match.replace(/^[([{]+/, '');
    const network = parseNetwork(raw.replace('[/]', '/'));
    if (network === undefined) return [];
    if (network.value === undefined) return [{ raw, result: { reason: { kind: 'networkTooLarge' }, example: raw } }];
    const isMeant = /[[({]/.test(raw) || !/[\p{L}\p{N}]/u.test(text.replace(/^\d+[.)]/, '').replace(raw, ''));
    if (!isMeant) return [{ raw, result: { reason: { kind: 'notDefanged' }, example: raw } }];
    return [{ raw, result: checked({ type: 'ip', value: network.value }, raw) }];
  });
}

const without = (networks: readonly FoundNetwork[], text: string): string =>
  networks.reduce((rest, { raw }) => rest.replace(raw, ' '), text);

/** The statement about an indicator, or why it is skipped. */
function checked(
  indicator: Indicator,
  example: string,
  { reach, port }: { readonly reach?: NameReach | undefined; readonly port?: number | undefined } = {},
): Statement | SkippedItem {
  if (isUnratable(indicator)) return { reason: { kind: 'reserved' }, example };
  const { record, ...statement } = toStatement(indicator, port);
  return reach === undefined || indicator.type !== 'domain'
    ? { ...statement, record }
    : { ...statement, record: { ...record, reach } };
}

function toStatement({ type, value }: Indicator, port?: number): Extract<Statement, { kind: 'indicator' }> {
  const record = emptyRecord(value, type);
  return {
    kind: 'indicator',
    record: port === undefined ? record : { ...record, attributes: { port: [[String(port)]] } },
  };
}

/** Whether there is only a bullet, number, or punctuation around it: “- `bad.example`”, “1. 192.0.2.7”. */
function standsAlone(line: string, { start, end }: Occurrence): boolean {
  return !/[\p{L}\p{N}]/u.test(line.slice(0, start).replace(/^\d+[.)]/, '') + line.slice(end));
}

/**
 * Reads a text list: one indicator or network (CIDR) per line, defanged or not, or a hosts file. `#`, `//`, and a
 * leading `!` start a comment, `@@` an exception. In running text (a report), only defanged indicators are taken, since
 * others are usually just links. The risk stays unknown.
 */
export async function* readList(
  textChunks: AsyncIterable<string>,
  { isPage = false }: { /** Of a web page, lines aren't entries. */ readonly isPage?: boolean } = {},
): AsyncGenerator<ParsedChunk> {
  let rest = '';
  let number = 0;
  let previous = '';
  let wasTaken = false;
  const read = (lines: readonly string[]): ParsedChunk => {
    const taken: Statement[] = [];
    const skipped: SkippedItem[] = [];
    let objects = 0;
    let repeated = 0;
    for (const line of lines) {
      number++;
      // A small archive with millions of equal lines would keep the store busy for hours.
      if (line === previous && wasTaken) {
        repeated++;
        continue;
      }
      previous = line;
      const results = isPage ? readPageLine(line) : readLine(line);
      objects += results.length;
      wasTaken = results.length > 0 && results.every((result) => 'kind' in result);
      for (const result of results) {
        if ('kind' in result) taken.push(result);
        else skipped.push({ ...result, line: number });
      }
    }
    return { objects: objects + repeated, statements: taken, skipped, unrated: countUnrated(taken), repeated };
  };
  for await (const textChunk of textChunks) {
    const lines = (rest + textChunk).split(/\r\n|\r(?!$)|\n/);
    rest = (lines.pop() ?? '').slice(0, maxLine * 2);
    yield read(lines);
  }
  yield read([rest]);
}
