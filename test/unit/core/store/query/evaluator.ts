import { readDate, type QueryNode } from '../../../../../src/core/explore';
import { lookupKey } from '../../../../../src/core/indicators';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { wireTimestamp } from '../../../../../src/core/records/timestamp';

/**
 * Whether a query matches a record, by a slow and plain implementation that the engine is compared with. Finds
 * wildcards by trying every position, one character after the other.
 */
export function holds(query: QueryNode, record: IndicatorRecord, now: number): boolean {
  switch (query.kind) {
    case 'and':
      return query.operands.every((operand) => holds(operand, record, now));
    case 'or':
      return query.operands.some((operand) => holds(operand, record, now));
    case 'not':
      return !holds(query.operand, record, now);
    case 'term':
      return fits(query.field.toLowerCase(), query.value, record, now) === (query.operator === '=');
  }
}

const folded = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();
const asciiFolded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A table of which beginnings of the pattern fit which beginnings of the text. */
function matches(pattern: string, text: string): boolean {
  let row = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  for (const character of pattern) {
    const next: boolean[] = [];
    for (let at = 0; at <= text.length; at++)
      next.push(
        character === '*'
          ? row[at] === true || next[at - 1] === true
          : at > 0 && row[at - 1] === true && text[at - 1] === character,
      );
    row = next;
  }
  return row[text.length] === true;
}

function among(value: string, texts: readonly string[]): boolean {
  return texts.some((text) => matches(folded(value), folded(text)));
}

function inTime(value: string, at: number | undefined, now: number): boolean {
  const date = readDate(value, now);
  if (at === undefined || date === undefined) return false;
  return date.kind === 'since' ? at >= date.at : matches(date.pattern, wireTimestamp(at) ?? '');
}

function fits(field: string, value: string, record: IndicatorRecord, now: number): boolean {
  const { timestamps, attributes, properties } = record;
  switch (field) {
    case 'ioc':
      return value.includes('*')
        ? matches(asciiFolded(value.trim()), asciiFolded(record.value))
        : lookupKey(value) === lookupKey(record);
    case 'type':
      return matches(value.toLowerCase(), record.type);
    case 'risk':
      return matches(value.toLowerCase(), record.risk) || (record.retired && matches(value.toLowerCase(), 'retired'));
    case 'retired':
      return value === '*' || (value === '1') === record.retired;
    case 'threat':
      return among(
        value,
        record.threats.map(({ name }) => name),
      );
    case 'feed':
      return among(
        value,
        record.feeds.map(({ name }) => name),
      );
    case 'seen':
    case 'added':
    case 'updated':
      return inTime(value, timestamps[field], now);
    case 'port':
    case 'protocol':
    case 'technology':
      return among(value, (attributes[field] ?? []).flat());
  }
  const plain = (name: string): string => name.toLowerCase().replace(/^\+\+/, '');
  const all = [
    ...Object.entries(properties),
    ['attributes', Object.fromEntries(Object.entries(attributes).map(([name, rows]) => [name, rows.flat()]))] as const,
  ];
  const values = all.flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, found]) =>
      [plain(name), `${plain(group)}.${plain(name)}`].includes(plain(field).replace('.++', '.')) ? found : [],
    ),
  );
  return among(value, values);
}
