import { getRank } from '../../core/triage/clients/fieldNames';
import { getClientPositions } from '../../core/triage/clients';
import { TimestampReader } from '../../core/triage/counting/timestamps';
import { getEntries } from '../../core/lists/entries';
import { isComment } from '../../core/lists/notList';
import { listHead, recognizeText } from '../../core/lists/recognize';
import { previewTable, type TablePreview } from '../../core/lists/tables/preview';
import { trimTrailing } from '../../core/text/trim';
import { isExploreCsv } from './detectFormat';
import { getJsonShape } from './knownList';

/** Lists whose header, or each row, can't be that of a log; their rows often begin with a date. */
const certainShapes: ReadonlySet<string> = new Set(
  (
    'urlhaus threatfox feodo phishtank cert-pl vxvault viriback tweetfeed c2intelfeeds zeek drop drop-json dshield firehol ' +
    'tor-exits ipsum majestic crux ranked-names iptoasn ip-location-db rir geofeed suricata-strings adblock'
  ).split(' '),
);
/** Rules for resolvers, each with what its entries look like. */
const ruleShapes: Readonly<Record<string, RegExp>> = {
  hosts: /^\s*(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s/,
  resolver: /^\s*(?:(?:address|server|local)=\/|local-(?:zone|data):)/,
  rpz: /\sCNAME\s+(?:\.|\*\.|rpz-[\w-]+\.)\s*(?:;|$)/i,
};
const ruleShare = 0.4;
/** A rule that leads a name to an address, such as that of an attacker, rather than nowhere. */
const redirect = (() => {
  const nowhere = String.raw`0\.0\.0\.0|127\.|255\.255\.255\.255|::1?(?![\da-f:])|fe[08]0:|ff0\d:`;
  const address = String.raw`(?!${nowhere})(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:.]+)`;
  return new RegExp(String.raw`^\s*${address}(?:%\w+)?\s|/${address}(?:[#@]\S*)?\s*$|\sA(?:AAA)?\s+${address}`, 'i');
})();

/** Names of columns that only lists have, that events have, or that count them. */
const listNames = /^(?:ioc|iocs|indicators?|ioc[ _]value|indicator[ _]value|observable|to_ids|threat_type|malware)$/i;
const eventNames =
  /^(?:@timestamp|(?:event|log|start|end|generated|_)?[ _]?(?:time|timestamp|date|datetime)|action|(?:\w+[ _])?(?:count|counts|hits|requests|queries|events|bytes|sessions|lines))$/i;
/** Names of columns with the location where something was seen, which no list contains. */
const deviceNames =
  /^(?:(?:device|computer|machine|endpoint|agent|sensor|workstation|asset)(?:[ _]?(?:name|id|host))?|seen[ _]?(?:by|on))$/i;
/** Names of clients in logs that lists use for something else. */
const otherNames: ReadonlySet<string> = new Set(['source', 'from', 'user', 'userid', 'ip_address', 'ipaddress', 'c']);

/**
 * Whether a text is certainly a list of indicators rather than something in which they occurred, by its beginning. A text with
 * times, clients, numbers of events, or repeated entries isn't, nor is one that is called a log.
 * @param isWhole whether `head` is all of it
 */
export function looksLikeList(head: string, name: string, isWhole: boolean): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^[[{]/.test(text)) return isListInJson(text, isWhole) || isKnownList(head, name, isWhole);
  if (text === '' || /(?:^|[^a-z])logs?(?:[^a-z]|$)/i.test(name)) return false;
  return isKnownList(head, name, isWhole) || isTable(head, isWhole) || isPlainList(head, isWhole);
}

/** STIX and MISP whose objects aren't observations or events, and lists in JSON. */
function isListInJson(text: string, isWhole: boolean): boolean {
  const events =
    /"(?:type"\s*:\s*"(?:observed-data|sighting)"|(?:@timestamp|eventTime|event_time|src_?ip|client_?ip|sourceIPAddress)"\s*:)/i;
  if (events.test(text)) return false;
  const isBundle = /^\{[^[]{0,400}"type"\s*:\s*"bundle"/.test(text) || /^[^[]{0,400}"objects"\s*:\s*\[/.test(text);
  if (isBundle && /"type"\s*:\s*"(?:indicator|malware|threat-actor|identity|marking-definition|report)"/.test(text))
    return true;
  if (/^\{\s*"(?:response"\s*:\s*\[\s*\{\s*")?Event"\s*:/.test(text) && /"(?:Orgc|orgc_id|threat_level_id)"/.test(text))
    return true;
  return isWhole && getJsonShape(text)[0] !== undefined;
}

/** A list of a known form; of rules, one that leads no name to an address. */
function isKnownList(head: string, name: string, isWhole: boolean): boolean {
  const beginning = listHead(head, name, isWhole);
  const { id = '' } = recognizeText(beginning) ?? {};
  if (certainShapes.has(id)) return true;
  const rule = ruleShapes[id];
  if (rule === undefined) return false;
  const { data } = beginning;
  return (
    data.filter((line) => rule.test(line)).length >= ruleShare * data.length &&
    !data.some((line) => redirect.test(line))
  );
}

/** A table of indicators with what is known about them. */
function isTable(head: string, isWhole: boolean): boolean {
  if (isExploreCsv(head)) return true;
  const table = previewTable(isWhole ? `${head}\n` : head);
  if (table === undefined || !table.isNamed || table.rows.length < 2) return false;
  const { header, columns } = table;
  const isRated = Object.values(columns).some((meaning) => meaning === 'risk' || meaning === 'threat');
  if (!isRated && !header.some((cell) => listNames.test(cell))) return false;
  if (header.some((cell, at) => eventNames.test(cell) || isClientColumn(table, cell, at))) return false;
  if (header.some((cell, at) => deviceNames.test(cell.trim()) && columns[at] !== 'value')) return false;
  const values = table.rows.map((row) => row.filter((_, at) => columns[at] === 'value').join(' '));
  return values.every((value) => getEntries(value).length > 0) && new Set(values).size === values.length;
}

/** Whether a column contains the client of an event. */
function isClientColumn({ columns, rows }: TablePreview, name: string, at: number): boolean {
  const kind = getRank(name)?.kind;
  if (kind === undefined || kind === 'peer') return false;
  if (!otherNames.has(name.trim().toLowerCase())) return kind !== 'host' || columns[at] !== 'value';
  return columns[at] !== 'value' && rows.some((row) => getEntries(row[at] ?? '').length > 0);
}

/** Lines that are an indicator each, all of them different. */
function isPlainList(head: string, isWhole: boolean): boolean {
  const all = head.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const entries = (isWhole ? all : all.slice(0, -1)).filter((line) => !isComment(line));
  if (entries.length < 2 || new Set(entries).size < entries.length) return false;
  const lines = entries.slice(0, plainLines);
  if (hasTimes(lines)) return false;
  if (getClientPositions(lines.join('\n')).length > 0) return false;
  return lines.every((line) => {
    const comment = line.search(/\s(?:#|\/\/)/);
    const entry = comment === -1 ? line : line.slice(0, comment);
    return getEntries(trimTrailing(entry.trim(), /[,;]/)).length === 1;
  });
}

const plainLines = 400;

function hasTimes(lines: readonly string[]): boolean {
  const reader = new TimestampReader();
  return lines.some((line) => reader.read(line) !== undefined);
}
