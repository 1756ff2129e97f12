import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { formatSkipReason } from '../../core/records/problems/skipReason';
import type { ImportResult } from '../../core/store/protocol/protocol';
import { retryWhileLocked } from '../import/retryWhileLocked';
import { type Command, requiredOption, UsageError, choiceOption } from './command';
import { importFile, formatImportResult, importedNothing } from './importFile';
import { openOrCreateStore } from './openStore';

/** `import`: imports files into a store. */
export const importFiles: Command = {
  name: 'import',
  summary: 'Import STIX bundles, CSV files, and text lists into a store',
  usage: `Usage: cli import --db FILE [--format FORMAT] FILE…

Imports STIX 2.1 (bundles, TAXII pages, JSON lines), CSV, and text lists, each optionally compressed with gzip.
Prints one JSON line per file with the number of imported and skipped entries.
The exit code is 1 if a file couldn't be read to its end, or nothing in it could be imported; standard error names it.
Data imported by then is kept.

Other imports into the same store, and VS Code, may run at the same time.

  --db FILE         The store; created if it doesn't exist
  --format FORMAT   stix, csv, or list; default: detected from the content`,
  options: { db: { type: 'string' }, format: { type: 'string' } },
  async run(given, io) {
    const file = requiredOption(given, 'db');
    const format = choiceOption(given, 'format', ['stix', 'csv', 'list']);
    if (given.positionals.length === 0) throw new UsageError('specify a file to import');
    const store = await retryWhileLocked(() => openOrCreateStore(file, io), io.signal);
    try {
      let complete = true;
      for (const path of given.positionals) {
        const account = await importFile(store, path, io, format);
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

/** The result with the field names that scripts rely on. */
function withPublicNames({ skipped, failure, ...result }: ImportResult): object {
  return {
    ...result,
    leftOut: skipped.map(({ reason, ...counts }) => ({ reason: formatSkipReason(reason), ...counts })),
    ...(failure === undefined ? {} : { broke: formatInputFailure(failure) }),
  };
}
