import { chosenMeaningNames } from '../../../core/records/sourceDetails';
import { tierNames } from '../../../core/store/protocol/protocol';
import { profiles } from '../../taxii/profiles';
import { databaseParagraph, storeVariable, writtenStoreOption } from './shared';
import type { CommandDescription } from './types';

export const importFormats = ['stix', 'csv', 'list'] as const;
export const importRisks = ['critical', 'high', 'medium', 'low', 'none', 'listed'] as const;
export const enrichmentModes = ['off', 'passive', 'active'] as const;
export const profileNames = profiles.map(({ name }) => name);

export const importDescription: CommandDescription = {
  name: 'import',
  summary: 'Import STIX bundles, CSV files, and text lists into a store',
  argument: { synopsis: 'FILE…', isFile: true },
  paragraphs: [
    'Imports STIX 2.1 (bundles, TAXII pages, JSON lines), CSV, and text lists, optionally compressed with gzip, bzip2, or Zstandard, or in a ZIP or tar archive. Prints one JSON line per file with the number of imported and skipped entries, and the store.',
    '“-” reads standard input. Use --name for piped data: importing the same name again updates that source. Other imports and VS Code may use the store at the same time.',
    "The exit code is 1 if a file couldn't be read completely, if a value looks like an indicator but couldn't be read, or if nothing could be imported. Data imported by then is kept.",
    databaseParagraph,
  ],
  options: [
    writtenStoreOption,
    {
      name: 'name',
      value: 'NAME',
      text: 'The name of the source, for one file; default: the file name, with its folder if another file with that name was imported',
    },
    {
      name: 'format',
      value: 'FORMAT',
      choices: importFormats,
      text: 'stix, csv, or list; default: detected from the content',
    },
    {
      name: 'column',
      value: 'NAME=NUMBER',
      multiple: true,
      text: `The number of a column of a table, from 1, for example value=3: ${chosenMeaningNames.join(', ')}; default: as before, or by header or content`,
    },
    {
      name: 'risk',
      value: 'RISK',
      choices: importRisks,
      text: 'The risk of entries without one: critical, high, medium, low, none, or listed (no statement about risk); default: as before, or listed for a new list',
    },
  ],
  json: 'one result per file.',
  examples: ['import --db store.sqlite indicators.csv bundle.json'],
};

export const sourcesDescription: CommandDescription = {
  name: 'sources',
  summary: 'List the sources of a store, or remove one',
  argument: { synopsis: '[remove NAME]', choices: ['remove'] },
  paragraphs: [
    'Prints a line for each source: id, name, kind (import, mirror: a synced collection, sample, scan, user), indicators, risk (of entries without one), added, and asOf. On a terminal, it is a table.',
    'remove undoes an import or a sync: it removes all data from the source, and prints one JSON line. Data from other sources is kept. A collection that is synced again comes back.',
    databaseParagraph,
  ],
  options: [
    { ...writtenStoreOption, text: `The store; default: the variable ${storeVariable}` },
    { name: 'id', value: 'N', text: 'For remove: the source with this ID, instead of a name' },
  ],
  json: 'one result per source. remove: the same line as without it.',
  examples: ['sources --db store.sqlite', 'sources remove --db store.sqlite blocklist.txt'],
};

export const serviceDescription: CommandDescription = {
  name: 'service',
  summary: 'Serve a store with the lookup API and TAXII',
  paragraphs: [
    'Prints one JSON line, {"url": …, "key": …}, when it is ready, and serves until SIGTERM or SIGINT. Requests without a key have the plan visitor.',
    'With a PostgreSQL database, it is the service of a team: each request needs a key of “team add”, and the line has only the url.',
  ],
  options: [
    writtenStoreOption,
    { name: 'port', value: 'N', text: 'The port; 0 (default) lets the system choose' },
    {
      name: 'host',
      value: 'ADDRESS',
      text: 'The IP address to listen on; default: 127.0.0.1. Others need --trusted-proxy',
    },
    {
      name: 'trusted-proxy',
      value: 'NETWORK',
      multiple: true,
      text: 'IP addresses or networks of proxies that serve other machines over HTTPS, such as 10.0.0.0/8. They must send X-Forwarded-Proto: https; their X-Forwarded-Host and -For are trusted; nobody else has access from other machines',
    },
    { name: 'key', value: 'KEY', text: 'The API key; default: a new one' },
    { name: 'key-env', value: 'NAME', text: 'The API key, from this environment variable' },
    {
      name: 'plan',
      value: 'PLAN',
      choices: tierNames,
      text: `The plan of clients with the key: ${tierNames.join(', ')}; default: pro`,
    },
    {
      name: 'import',
      value: 'FILE…',
      isFile: true,
      multiple: true,
      text: 'Import these files first. Unreadable ones are reported and skipped',
    },
    {
      name: 'enrichment',
      value: 'MODE',
      choices: enrichmentModes,
      text: 'External sources for scans with the key: off (default), passive (name servers and registries), active (also the host itself, for scans that request it)',
    },
    { name: 'resolver', value: 'HOST', text: "The name server, HOST[:PORT]; default: the system's" },
    {
      name: 'profile',
      value: 'NAME',
      choices: profileNames,
      text: 'For testing TAXII clients: simulate a server with known problems. An unknown name lists them',
    },
  ],
  json: '{"url": …, "key": …}: the same line as without it.',
  examples: ['service --db store.sqlite --port 8089 --key-env SERVICE_KEY'],
};

export const syncDescription: CommandDescription = {
  name: 'sync',
  summary: 'Sync TAXII 2.1 collections into a store',
  paragraphs: [
    'Prints one JSON line per collection: collection, objects (distinct STIX IDs in the store, including retired ones), added, changed, stale (retired by this run), skipped, requests, ms, complete.',
    "The exit code is 1 if a collection is incomplete or has reached its size limit, or if an API root couldn't list its collections. Data received by then is kept.",
    'While the server is down, requests are retried: for about two minutes before the first page, for 20 minutes in the middle of a collection.',
    databaseParagraph,
    'With --every, it continues until SIGTERM or SIGINT, and then exits with 0. Several processes with one database share the work: one process at a time syncs a collection, once in that time.',
  ],
  options: [
    {
      name: 'url',
      value: 'URL',
      text: 'The service, its discovery URL (…/taxii2/), or an API root (required). The key is only sent to this origin',
    },
    writtenStoreOption,
    { name: 'key-env', value: 'NAME', text: 'The key, from this environment variable' },
    { name: 'key-stdin', text: 'The key, from the first line of standard input' },
    { name: 'collection', value: 'ID', multiple: true, text: 'A collection; default: all readable ones' },
    { name: 'user', value: 'NAME', text: 'The user for Basic authentication; default: taxii2' },
    {
      name: 'auth',
      value: 'MODE',
      text: 'basic (default): user and key; bearer: “Authorization: Bearer”; header:NAME: this header, for example X-Api-Key; query: key and media type in the URL, where logs show them, for testing',
    },
    {
      name: 'full',
      text: 'Full sync: also marks removed objects as retired (stale). Runs automatically once a week',
    },
    {
      name: 'every',
      value: 'MINUTES',
      text: 'Sync each collection again after this time, 1 to 10080',
    },
    { name: 'limit', value: 'N', text: 'Objects per page, 100 to 1000; default: 1000' },
    {
      name: 'overlap',
      value: 'MS',
      text: "Milliseconds before the last sync to fetch again; default: one unit of the server's timestamps",
    },
    {
      name: 'max-megabytes',
      value: 'N',
      text: 'Size limit of a collection; default: 2048. A sync that reaches it stops',
    },
    { name: 'allow-http', text: 'Allow http:// to other machines: key and indicators are sent unencrypted' },
  ],
  json: 'one result per collection.',
  examples: [
    'sync --db store.sqlite --url https://intel.example --key-env TAXII_KEY',
    'sync --db postgres://db.example/intel --url https://intel.example --key-env TAXII_KEY --every 60',
  ],
};
