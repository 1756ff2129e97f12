import { type ChosenColumns, chosenMeaningNames } from '../../core/records/sourceDetails';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { formatSkipReason } from '../../core/records/problems/skipReason';
import type { ImportResult } from '../../core/store/protocol/protocol';
import { retryWhileLocked } from '../import/retryWhileLocked';
import { choiceOption, codeOf, type Command, type Given, storeFileOf, UsageError } from './command';
import { importFile, formatImportResult, importedNothing } from './importFile';
import { jsonRows } from './jsonRows';
import { importDescription, importFormats, importRisks } from './manual/writingCommands';
import { openOrCreateStore } from './openStore';

/** `import`: imports files into a store. */
export const importFiles: Command = {
  ...importDescription,
  async run(given, io) {
    const file = storeFileOf(given, io);
    const format = choiceOption(given, 'format', importFormats);
    const columns = columnsIn(given);
    const chosen = choiceOption(given, 'risk', importRisks);
    const risk = chosen === 'nothing' ? 'unknown' : chosen;
    if (given.positionals.length === 0) throw new UsageError('specify a file to import');
    const store = await retryWhileLocked(() => openOrCreateStore(file, io), io.signal);
    try {
      let complete = true;
      const rows = jsonRows(given, io);
      for (const path of given.positionals) {
        const account = await importFile(store, path, io, { format, columns, risk });
        await rows.row(withPublicNames(account));
        if (account.complete && !importedNothing(account)) continue;
        io.err(formatImportResult(account));
        complete = false;
      }
      await rows.end(complete);
      return codeOf(complete);
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
