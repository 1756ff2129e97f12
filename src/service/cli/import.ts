import { type ChosenColumns, chosenMeaningNames } from '../../core/records/sourceDetails';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { formatSkipReason } from '../../core/records/problems/skipReason';
import type { ImportResult } from '../../core/store/protocol/protocol';
import { retryWhileLocked } from '../import/retryWhileLocked';
import { type Command, type Given, requiredOption, UsageError, choiceOption } from './command';
import { importFile, formatImportResult, importedNothing } from './importFile';
import { openOrCreateStore } from './openStore';

const risks = ['critical', 'high', 'medium', 'low', 'none', 'nothing'] as const;

/** `import`: imports files into a store. */
export const importFiles: Command = {
  name: 'import',
  summary: 'Import STIX bundles, CSV files, and text lists into a store',
  usage: `Usage: cli import --db FILE [--format FORMAT] [--column NAME=NUMBER]… [--risk RISK] FILE…

Imports STIX 2.1 (bundles, TAXII pages, JSON lines), CSV, and text lists, each optionally compressed with gzip,
bzip2, or Zstandard, or in a ZIP archive.
Prints one JSON line per file with the number of imported and skipped entries.
The exit code is 1 if a file couldn't be read to its end, or nothing in it could be imported; standard error names it.
Data imported by then is kept.

Other imports into the same store, and VS Code, may run at the same time.

  --db FILE         The store; created if it doesn't exist
  --format FORMAT   stix, csv, or list; default: detected from the content
  --column NAME=NUMBER
                    What a column of a table of unknown form contains, from 1, for example value=3: value, risk,
                    threat, category, firstSeen, lastSeen, port, reference, or comment; default: as before,
                    else by header or content
  --risk RISK       What it means to be on the list, for entries without a risk of their own: critical, high, medium,
                    low, none, or nothing; default: as before, and nothing for a new list`,
  options: {
    db: { type: 'string' },
    format: { type: 'string' },
    column: { type: 'string', multiple: true },
    risk: { type: 'string' },
  },
  async run(given, io) {
    const file = requiredOption(given, 'db');
    const format = choiceOption(given, 'format', ['stix', 'csv', 'list']);
    const columns = columnsIn(given);
    const chosen = choiceOption(given, 'risk', risks);
    const risk = chosen === 'nothing' ? 'unknown' : chosen;
    if (given.positionals.length === 0) throw new UsageError('specify a file to import');
    const store = await retryWhileLocked(() => openOrCreateStore(file, io), io.signal);
    try {
      let complete = true;
      for (const path of given.positionals) {
        const account = await importFile(store, path, io, { format, columns, risk });
        await io.json(withPublicNames(account));
        if (account.complete && !importedNothing(account)) continue;
        io.err(formatImportResult(account));
        complete = false;
      }
      return complete ? 0 : 1;
    } finally {
      store.close();
    }
  },
};

/** `--column value=3`, repeated; undefined without any. */
function columnsIn({ options }: Given): ChosenColumns | undefined {
  const given = Array.isArray(options['column']) ? options['column'] : [];
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const [, name, number] = /^(\w+)=([1-9]\d{0,3})$/.exec(String(text)) ?? [];
      const known = chosenMeaningNames.find((each) => each === name);
      if (known === undefined)
        throw new UsageError(`--column must be NAME=NUMBER, with one of these names: ${chosenMeaningNames.join(', ')}`);
      return [Number(number) - 1, known];
    }),
  );
}

/** The result with the field names that scripts rely on. */
function withPublicNames({ skipped, failure, ...result }: ImportResult): object {
  return {
    ...result,
    leftOut: skipped.map(({ reason, ...counts }) => ({ reason: formatSkipReason(reason), ...counts })),
    ...(failure === undefined ? {} : { broke: formatInputFailure(failure) }),
  };
}
