import { details, filled, listDate, toNumber, parts, riskByConfidence, withRemark } from '../cells';
import type { JsonShape, LineShape, ListHead, ListSink } from '../listRow';
import { isObject } from '../../stix/fields';
import { objectsIn } from './json';

const zeekKinds: ReadonlySet<string> = new Set(['ADDR', 'SUBNET', 'DOMAIN', 'URL']);

class ZeekIntel {
  private separator = '\t';
  /** Those that every file has, if its header is missing. */
  private fields: readonly string[] = ['indicator', 'indicator_type'];

  constructor(private readonly sink: ListSink) {}

  line(line: string): void {
    const separator = /^#separator\s+\\x([\da-f]{2})/i.exec(line);
    if (separator !== null) this.separator = String.fromCharCode(parseInt(separator[1] ?? '09', 16));
    if (line.startsWith('#fields')) this.fields = line.split(this.separator).slice(1);
    if (line.trim() === '' || line.startsWith('#')) return;
    const cells = line.split(this.separator);
    this.row((name) => filled(cells[this.fields.indexOf(name)]));
  }

  private row(cell: (name: string) => string): void {
    const value = cell('indicator');
    const type = cell('indicator_type').replace(/^Intel::/, '');
    if (!zeekKinds.has(type)) {
      this.sink.skip({ kind: 'otherType', detail: type.replaceAll('_', ' ') }, value);
      return;
    }
    const confidence = toNumber(cell('meta.cif_confidence'));
    const [description, source] = [cell('meta.desc'), cell('meta.source')];
    this.sink.take({
      // Zeek requires URLs without their scheme.
      value: type === 'URL' && !/^[a-z]+:\/\//i.test(value) ? `http://${value}` : value,
      kind: 'threats',
      risk: confidence === undefined ? undefined : riskByConfidence(confidence),
      meaning: description === '' && source !== '' ? `Reported by ${source}` : withRemark(description, source),
      confidence,
      firstSeen: listDate(cell('meta.cif_firstseen')),
      lastSeen: listDate(cell('meta.cif_lastseen')),
      reference: cell('meta.url') || undefined,
      details: details({
        source,
        tags: parts(cell('meta.cif_tags')).join(', '),
      }),
    });
  }
}

/** Zeek's intelligence framework: a table with named fields and a type for each value. */
export const zeekIntel: LineShape = {
  id: 'zeek',
  cut: 'lines',
  kind: 'threats',
  recognizes: ({ lines, data }) =>
    lines.some((line) => /^#fields\s+indicator\s+indicator_type\b/.test(line)) ||
    /^[^\t]+\tIntel::[A-Z_\d]+(?:\t|$)/.test(data[0] ?? ''),
  reader: (_, sink) => {
    const zeek = new ZeekIntel(sink);
    return (line) => zeek.line(line);
  },
};

/**
 * Suricata's IP reputation, recognized by its name, because any table of an address and two numbers looks like it. No risk is
 * claimed, because another file defines the categories.
 */
export const suricataReputation: LineShape = {
  id: 'suricata-reputation',
  cut: 'lines',
  kind: 'informational',
  recognizes: ({ name, data }) =>
    /rep/.test(name) &&
    data.length > 0 &&
    data.every((line) => /^[\da-f.:/]+,\d{1,3},\d{1,3}\s*$/i.test(line) && /[.:]/.test(line)),
  reader: (_, sink) => (line) => {
    if (/^\s*(?:#|$)/.test(line)) return;
    const [value = '', category = '', score = ''] = line.trim().split(',');
    sink.take({
      value,
      kind: 'informational',
      meaning: `In category ${category} of Suricata's reputation, score ${score}`,
      details: details({ category, score }),
    });
  },
};

/** The text of a base64 value; undefined if it isn't one, or not text. */
function decoded(cell: string): string | undefined {
  if (!/^[A-Za-z\d+/]{4,}={0,2}$/.test(cell) || cell.length % 4 !== 0) return undefined;
  const text = atob(cell);
  return /^[\x21-\x7e]+$/.test(text) && /[./]/.test(text) ? text : undefined;
}

const valueOf = (line: string): string => line.trim().split(',')[0] ?? '';

/** Suricata datasets of type `string`: base64 in each line, with a score in `.rep` files. */
export const suricataStrings: LineShape = {
  id: 'suricata-strings',
  cut: 'lines',
  kind: 'threats',
  recognizes: ({ data }: ListHead) => data.length > 0 && data.every((line) => decoded(valueOf(line)) !== undefined),
  reader: (_, sink) => (line) => {
    if (/^\s*(?:#|$)/.test(line)) return;
    const [, score = ''] = line.trim().split(',');
    const value = decoded(valueOf(line));
    if (value === undefined) sink.skip({ kind: 'noIndicator' }, line);
    else {
      const meaning = score === '' ? undefined : `Score ${score} in a Suricata dataset`;
      sink.take({ value, kind: 'threats', meaning, details: details({ score }) });
    }
  },
};

/** Facts of an entry of a dataset that are shown everywhere. */
const maxSaid = 4;
const datasetKeys = ['host', 'ip', 'domain', 'url', 'dns', 'value'] as const;

function takeEntry(row: Readonly<Record<string, unknown>>, sink: ListSink): void {
  const key = datasetKeys.find((each) => typeof row[each] === 'string');
  if (key === undefined) {
    sink.skip({ kind: 'noIndicator' }, Object.keys(row).slice(0, 10).join(', '));
    return;
  }
  const { [key]: value, ...others } = row;
  const said = details(others);
  const meaning = Object.entries(said)
    .slice(0, maxSaid)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
  sink.take({ value: String(value), kind: 'threats', meaning, details: said });
}

const isEntry = (value: unknown): boolean =>
  isObject(value) &&
  datasetKeys.some((key) => typeof value[key] === 'string') &&
  !('type' in value) &&
  !('spec_version' in value);

/** Suricata datasets in JSON, as an array. */
export const suricataJson: JsonShape = {
  id: 'suricata-json',
  cut: 'json',
  kind: 'threats',
  recognizes: (value) => Array.isArray(value) && value.length > 0 && isEntry(value[0]),
  read: (value, sink) => {
    for (const row of objectsIn(value, sink)) takeEntry(row, sink);
  },
};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Suricata datasets in JSON, one object per line. */
export const suricataLines: LineShape = {
  id: 'suricata-lines',
  cut: 'lines',
  kind: 'threats',
  recognizes: ({ data }) => isEntry(parsed(data[0] ?? '')),
  reader: (_, sink) => (line) => {
    if (line.trim() === '') return;
    const row = parsed(line);
    if (isObject(row)) takeEntry(row, sink);
    else sink.skip({ kind: 'invalidJson' }, line);
  },
};
