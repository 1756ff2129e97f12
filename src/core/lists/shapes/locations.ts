import { ipv4Number } from '../../indicators/identity/addresses';
import { addressOfNumber } from '../../indicators/identity/range';
import { details, filled } from '../cells';
import type { GeoLocationParts } from '../../context/geoLocation';
import type { LineShape, ListHead, ListSink, TableShape } from '../listRow';

const location = { kind: 'location' } as const;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i;
const country = /^[A-Z]{2}$/;

const countryOf = (cell = ''): string | undefined => (country.test(cell) && cell !== 'ZZ' ? cell : undefined);

function takeRange(first: string, last: string, geoLocation: GeoLocationParts, sink: ListSink): void {
  if (Object.values(geoLocation).every((part) => part === undefined)) {
    sink.skip({ kind: 'noKnowledge' }, `${first}-${last}`);
    return;
  }
  sink.take({ ...location, value: `${first}-${last}`, geoLocation });
}

const rows = ({ data }: ListHead, delimiter: string): readonly (readonly string[])[] =>
  data.map((line) => line.split(delimiter));
const every = (all: readonly (readonly string[])[], test: (row: readonly string[]) => boolean): boolean =>
  all.length > 0 && all.every(test);
const isRange = (row: readonly string[]): boolean => address.test(row[0] ?? '') && address.test(row[1] ?? '');
const isNumbered = (row: readonly string[]): boolean =>
  /^\d{7,39}$/.test(row[0] ?? '') && /^\d{7,39}$/.test(row[1] ?? '');

/** Both ends of a range as addresses; lists with numbers have large ones for IPv6. */
function endsOf(first: string, last: string): readonly [string, string] {
  const bits = /^\d{1,39}$/.test(last) && BigInt(last) > 0xffffffffn ? 128 : 32;
  const addressIn = (cell: string): string =>
    (/^\d{1,39}$/.test(cell) ? addressOfNumber(BigInt(cell), bits) : undefined) ?? cell;
  return [addressIn(first), addressIn(last)];
}

/** IPtoASN: inclusive ranges with their network and country, or with a country only; with addresses or numbers. */
export const ipToAsn: TableShape = {
  ...location,
  id: 'iptoasn',
  cut: 'table',
  delimiter: '\t',
  hasNoHeader: true,
  recognizes: (head) =>
    every(
      rows(head, '\t'),
      (row) =>
        (isRange(row) || isNumbered(row)) &&
        (row.length === 3
          ? /^(?:[A-Z]{2}|None|-)\s*$/.test(row[2] ?? '')
          : row.length === 5 && /^\d+$/.test(row[2] ?? '') && /^(?:[A-Z]{2}|None|-|)$/.test(row[3] ?? '')),
    ),
  read: (_, sink, [first = '', last = '', third = '', code = '', organization = '']) => {
    const isRouted = /^[1-9]\d*$/.test(third);
    const geoLocation = {
      country: countryOf(/^\d/.test(third) ? code : third),
      asn: isRouted ? `AS${third}` : undefined,
      organization: isRouted ? filled(organization) || undefined : undefined,
    };
    takeRange(...endsOf(first, last), geoLocation, sink);
  },
};

/** Columns of lists of cities: country, two regions, city, postal code, latitude, longitude, and time zone. */
const [cityWidth, cityColumn] = [10, 5];

/** ip-location-db: `first,last,country`, also with a city, or `first,last,asn,organization`, with addresses or numbers. */
export const ipLocationDb: TableShape = {
  ...location,
  id: 'ip-location-db',
  cut: 'table',
  delimiter: ',',
  hasNoHeader: true,
  recognizes: (head) =>
    every(
      rows(head, ','),
      (row) =>
        (isRange(row) || isNumbered(row)) &&
        (/^(?:[A-Z]{2})?\s*$/.test(row[2] ?? '') ? row.length >= 3 : row.length >= 4 && /^\d+$/.test(row[2] ?? '')),
    ),
  read: (_, sink, cells) => {
    const [first = '', last = '', third = '', organization = ''] = cells;
    const city = cells.length === cityWidth ? filled(cells[cityColumn]) || undefined : undefined;
    const geoLocation = /^\d/.test(third)
      ? { asn: third === '0' ? undefined : `AS${third}`, organization: filled(organization) || undefined }
      : { country: countryOf(third), city };
    takeRange(...endsOf(first, last), geoLocation, sink);
  },
};

/** Statistics of regional registries: blocks with a count of addresses (IPv4) or a prefix (IPv6). */
export const registryStatistics: LineShape = {
  ...location,
  id: 'rir',
  cut: 'lines',
  recognizes: ({ data }) =>
    data.some((line) => /^(?:afrinic|apnic|arin|lacnic|ripencc)\|[^|]*\|(?:asn|ipv4|ipv6)\|/.test(line)),
  reader: (_, sink) => (line) => {
    const cells = line.trim().split('|');
    const cell = (at: number): string => cells[at] ?? '';
    const [registry, country, type, start] = [cell(0), countryOf(cell(1)), cell(2), cell(3)];
    // The header, summaries, and comments.
    if (cells.length < 7 || cell(1) === '*' || /^[\d#]/.test(registry)) return;
    if (type === 'asn') {
      sink.skip({ kind: 'autonomousSystem' }, `AS${start}`);
      return;
    }
    if (!/^(?:allocated|assigned)$/.test(cell(6)) || country === undefined) {
      sink.skip({ kind: 'noKnowledge' }, line);
      return;
    }
    const range = type === 'ipv6' ? `${start}/${cell(4)}` : registeredRange(start, cell(4));
    if (range === undefined) {
      sink.skip({ kind: 'noIndicator' }, line);
      return;
    }
    const assigned = cell(5) === '00000000' ? '' : cell(5);
    const more = details({ registry, assigned, holder: cell(7) });
    sink.take({ ...location, geoLocation: { country }, value: range, details: more });
  },
};

/** The range of a number of addresses. */
function registeredRange(start: string, count: string): string | undefined {
  const first = ipv4Number(start);
  if (first === undefined || !/^\d{1,10}$/.test(count)) return undefined;
  const last = addressOfNumber(BigInt(first) + BigInt(count) - 1n, 32);
  return last === undefined ? undefined : `${start}-${last}`;
}

const network = /^[\da-f.:]+\/\d+$/i;
const isNetworkRow = (row: readonly string[]): boolean => row.length >= 4 && network.test(row[0] ?? '');
/** Rows with a single address, or without all columns, are those of a geofeed if they name a region. */
const isAddressRow = ([first = '', , region = '']: readonly string[]): boolean =>
  (address.test(first) || network.test(first)) && /^[A-Z]{2}-[A-Z\d]{1,3}\s*$/.test(region);

/** Geofeeds (RFC 8805): `network,country,region,city,postal code`. */
export const geofeed: TableShape = {
  ...location,
  id: 'geofeed',
  cut: 'table',
  delimiter: ',',
  hasNoHeader: true,
  recognizes: (head) =>
    every(rows(head, ','), (row) => /^(?:[A-Z]{2})?$/.test(row[1] ?? '') && (isNetworkRow(row) || isAddressRow(row))),
  read: (_, sink, [network = '', code = '', region = '', city = '']) => {
    if (countryOf(code) === undefined && filled(city) === '') {
      sink.skip({ kind: 'noKnowledge' }, network);
      return;
    }
    const geoLocation = { country: countryOf(code), city: filled(city) || undefined };
    sink.take({ ...location, value: network, geoLocation, details: details({ region }) });
  },
};

const popular = { kind: 'knownServices', cut: 'table', delimiter: ',' } as const;

/** Tranco and Umbrella (`rank,domain` without a header), recognized by their names, because any numbered list looks like it. */
export const rankedNames: TableShape = {
  ...popular,
  id: 'ranked-names',
  hasNoHeader: true,
  recognizes: (head) =>
    /tranco|umbrella|top-?1m/.test(head.name) &&
    every(rows(head, ','), (row) => row.length === 2 && /^\d+$/.test(row[0] ?? '') && /[a-z]/i.test(row[1] ?? '')),
  read: (_, sink, [rank = '', value = '']) =>
    sink.take({ value, kind: 'knownServices', category: 'popular', meaning: `Popular, rank ${rank}` }),
};

/** Majestic Million. */
export const majestic: TableShape = {
  ...popular,
  id: 'majestic',
  recognizes: ({ header }) => header.includes('globalrank') && header.includes('domain'),
  read: (cell, sink) => {
    sink.take({
      value: cell('domain'),
      kind: 'knownServices',
      category: 'popular',
      meaning: `Popular, rank ${filled(cell('globalrank'))}`,
    });
  },
};

/** Chrome's report: origins, and a rank that is an upper bound. */
export const crux: TableShape = {
  ...popular,
  id: 'crux',
  recognizes: ({ header }) => header.join() === 'origin,rank',
  read: (cell, sink) => {
    const value = cell('origin').replace(/^https?:\/\//, '');
    sink.take({
      value,
      kind: 'knownServices',
      category: 'popular',
      meaning: `Popular, among the first ${filled(cell('rank'))}`,
    });
  },
};
