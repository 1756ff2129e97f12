import { contextsOfRecord } from '../context/knownContexts';
import { contextTexts } from '../records/labels/contextLabels';
import { typeLabel } from '../records/labels/verdict';
import type { IndicatorRecord } from '../records/record';
import { getReference } from '../records/webPage';

/** The texts of a record by column of a table, as they are stored: neither defanged nor truncated. */
export function recordTexts(
  record: IndicatorRecord,
  locationOf: (record: IndicatorRecord) => string | undefined,
): Readonly<Record<string, string | undefined>> {
  const { type, properties } = record;
  const { geo = {}, whois = {}, dns = {}, http = {}, meta = {} } = properties;
  const attribute = (name: string): string =>
    (record.attributes[name] ?? []).map(([plain = '', display]) => display ?? plain).join(', ');
  return {
    type: typeLabel(type),
    threats: record.threats.map(({ name }) => name).join(', '),
    place: locationOf(record),
    organization: firstText(geo['org'], whois['registrant organization']),
    context: contextTexts(contextsOfRecord(record)).join(', '),
    network: firstText(geo['asn']),
    feeds: record.feeds.map(({ name }) => name).join(', '),
    registrar: firstText(whois['++registrar']),
    registered: firstText(whois['++registered']),
    title: firstText(meta['++title'], http['++title']),
    status: firstText(http['++code'], http['++status']),
    ports: attribute('port'),
    technologies: attribute('technology'),
    ptr: (dns['ptr'] ?? []).join(', '),
    reference: getReference(record, undefined)?.url,
  };
}

/** The first value that isn't empty. */
function firstText(...properties: readonly (readonly string[] | undefined)[]): string | undefined {
  return properties.flatMap((values) => values ?? []).find((text) => text.trim() !== '');
}
