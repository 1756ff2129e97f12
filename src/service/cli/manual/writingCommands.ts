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
  summary: 'Import STIX, MISP, CSV, JSON, or text into a store',
  argument: { synopsis: 'FILE…', isFile: true },
  paragraphs: [
    'Imports STIX, MISP, CSV, JSON, or text, including compressed files and archives. STIX 2.1 can be bundles, TAXII pages, or JSON lines. Prints one JSON line per file with the number of imported and skipped entries, and the store.',
    '“-” reads standard input. Importing the same --name again updates that source. Other imports and VS Code can use the store at the same time.',
    "The exit code is 1 if a file, or a value that looks like an indicator, couldn't be read, or if nothing was imported. Data imported by then is kept.",
    databaseParagraph,
  ],
  options: [
    writtenStoreOption,
    {
      name: 'name',
      value: 'NAME',
      text: 'The source name, for one file; default: the file name, with its folder if another file with that name was imported',
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
      text: `The column of a table for NAME, from 1, for example value=3. Names: ${chosenMeaningNames.join(', ')}. Default: as in the previous import of this source, or by header or content`,
    },
    {
      name: 'risk',
      value: 'RISK',
      choices: importRisks,
      text: 'The risk of entries without one: critical, high, medium, low, none, or listed (not rated); default: as in the previous import of this source, or listed',
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
    'Lists the sources of a store, or removes one. Prints a line for each source, on a terminal as a table: id, name, kind (import, sample, scan, user, or mirror for a collection), indicators, risk (of entries without one), added, asOf.',
    'remove removes all data of a source, and prints one JSON line. Data from other sources is kept. A collection that is synced again comes back.',
    databaseParagraph,
  ],
  options: [
    { ...writtenStoreOption, text: `The store; default: ${storeVariable}` },
    { name: 'id', value: 'N', text: 'For remove: the source with this ID, instead of a name' },
  ],
  json: 'one result per source; for remove, the same line.',
  examples: ['sources --db store.sqlite', 'sources remove --db store.sqlite blocklist.txt'],
};

export const serviceDescription: CommandDescription = {
  name: 'service',
  summary: 'Serve a store with the lookup API and TAXII',
  paragraphs: [
    'Serves a store with the lookup API and TAXII. Prints one JSON line, {"url": …, "key": …}, when the service is ready, and runs until SIGTERM or SIGINT. Requests without a key get the Visitor plan.',
    'With a PostgreSQL database, it is a team service: each request needs a key created with “team add”, and the line contains only the URL.',
  ],
  options: [
    writtenStoreOption,
    { name: 'port', value: 'N', text: 'The port; 0 (default) lets the system choose' },
    {
      name: 'host',
      value: 'ADDRESS',
      text: 'The IP address to listen on; default: 127.0.0.1. Others require --trusted-proxy',
    },
    {
      name: 'trusted-proxy',
      value: 'NETWORK',
      multiple: true,
      text: 'HTTPS proxies through which other machines have access: IP addresses or networks, such as 10.0.0.0/8. They must send X-Forwarded-Proto: https; their X-Forwarded-Host and X-Forwarded-For are trusted',
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
      text: 'What scans with the key may query: off (nothing, the default), passive (name servers and registries), active (also the host, if requested)',
    },
    { name: 'resolver', value: 'HOST', text: "The name server, HOST[:PORT]; default: the system's" },
    {
      name: 'profile',
      value: 'NAME',
      choices: profileNames,
      text: 'For testing TAXII clients: simulate a problematic server. An unknown name lists the profiles',
    },
  ],
  jsonText: 'No effect: the line is always JSON',
  json: 'the same line, {"url": …, "key": …}.',
  examples: ['service --db store.sqlite --port 8089 --key-env SERVICE_KEY'],
};

export const syncDescription: CommandDescription = {
  name: 'sync',
  summary: 'Sync TAXII 2.1 collections into a store',
  paragraphs: [
    'Syncs TAXII 2.1 collections into a store. Prints one JSON line per collection: collection, objects (STIX IDs in the store, including retired ones), added, changed, stale (retired by this run), skipped, requests, ms, complete.',
    "The exit code is 1 if a collection is incomplete or has reached its size limit, or if an API root couldn't list its collections. Data received by then is kept. The list of collections is requested only once. All other requests are retried if they fail, for about two minutes before the first page, and for 20 minutes within a collection.",
    databaseParagraph,
    'With --every, the command runs until SIGTERM or SIGINT, and then exits with 0. Several processes with one database share the collections.',
  ],
  options: [
    {
      name: 'url',
      value: 'URL',
      text: 'The service, its discovery URL (…/taxii2/), or an API root (required). The key is sent only to this origin',
    },
    writtenStoreOption,
    { name: 'key-env', value: 'NAME', text: 'The key, from this environment variable' },
    { name: 'key-stdin', text: 'The key, from the first line of standard input' },
    { name: 'collection', value: 'ID', multiple: true, text: 'A collection; default: all readable ones' },
    { name: 'user', value: 'NAME', text: 'The user for Basic authentication; default: taxii2' },
    {
      name: 'auth',
      value: 'MODE',
      text: 'basic (default): user and key; bearer: “Authorization: Bearer”; header:NAME: this header, such as X-Api-Key; query: key and media type in the URL, where they can appear in logs; for testing',
    },
    {
      name: 'full',
      text: 'Full sync: also marks removed objects as retired (stale). Automatic once a week',
    },
    {
      name: 'every',
      value: 'MINUTES',
      text: 'Repeat after this time, 1 to 10080',
    },
    { name: 'limit', value: 'N', text: 'Objects per page, 100 to 1000; default: 1000' },
    {
      name: 'overlap',
      value: 'MS',
      text: "Also request objects added up to this many milliseconds before the last sync; default: the precision of the server's timestamps",
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
