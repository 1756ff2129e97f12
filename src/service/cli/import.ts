import { type ChosenColumns, chosenMeaningNames } from '../../core/records/sourceDetails';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { countSkipped, formatSkipReason } from '../../core/records/problems/skipReason';
import type { ImportResult } from '../../core/store/protocol/protocol';
import { retryWhileLocked } from '../retryWhileLocked';
import type { Store } from '../../core/store/store';
import { type ImportStore, toImportStore } from '../import/importStore';
import {
  choiceOption,
  type CliIo,
  getCode,
  type Command,
  type ParsedArgs,
  getStoreFile,
  textOption,
  UsageError,
} from './command';
import type { ExitCode } from './exitCodes';
import { type FileOptions, formatImportResult, formatNothing, importedNothing, importFile } from './importFile';
import { jsonRows } from './jsonRows';
import { importDescription, importFormats, importRisks } from './manual/writingCommands';
import { closing, openOrCreateStore } from './openStore';
import { isTeamAddress, withoutSecrets } from './teamAddress';
import { withTeamStore } from './withTeamStore';

/** `import`: imports files into a store. */
export const importFiles: Command = {
  ...importDescription,
  async run(given, io) {
    const db = getStoreFile(given, io);
    const format = choiceOption(given, 'format', importFormats);
    const columns = columnsIn(given);
    const chosen = choiceOption(given, 'risk', importRisks);
    const risk = chosen === 'listed' ? 'unknown' : chosen;
    const name = textOption(given, 'name');
    if (given.positionals.length === 0) throw new UsageError('Specify a file to import, or “-” for standard input');
    if (name !== undefined && given.positionals.length > 1)
      throw new UsageError('--name can be used with only one file');
    if (name?.trim() === '') throw new UsageError('--name is empty');
    const shown = isTeamAddress(db) ? withoutSecrets(db) : db;
    const importAll = (store: Store | ImportStore): Promise<ExitCode> =>
      importEach(toImportStore(store, io.signal), given, io, { name, format, columns, risk, shown });
    if (isTeamAddress(db)) return withTeamStore(db, (team) => importAll(team.imports(io.signal)));
    const store = await retryWhileLocked(() => openOrCreateStore(db, io), io.signal);
    return closing(store, io, () => importAll(store));
  },
};

async function importEach(
  store: ImportStore,
  given: ParsedArgs,
  io: CliIo,
  { shown, columns, ...options }: FileOptions & { readonly shown: string },
): Promise<ExitCode> {
  let complete = true;
  const rows = jsonRows(given, io);
  for (const path of given.positionals) {
    const account = await importFile(store, path, io, { ...options, columns });
    // A missing file has no counts.
    if (account.failure?.kind !== 'missing')
      await rows.row({ ...withPublicNames(await rated(account, store)), store: shown });
    if (account.complete && !importedNothing(account)) {
      const skipped = countSkipped(account.skipped.filter(({ reason }) => reason.kind !== 'unknownRisk'));
      if (skipped > 0)
        io.err(`${path}: ${skipped === 1 ? '1 entry was' : `${skipped} entries were`} skipped; see “skipped” for why.`);
      continue;
    }
    const hint = account.complete ? hintFor(account, { columns, format: options.format }) : '';
    io.err(formatImportResult(account, path, options.format) + hint);
    complete = false;
  }
  await rows.end(complete);
  return getCode(complete);
}

/** What to check if nothing was imported from a file that was read to its end. */
function hintFor({ taken }: ImportResult, { columns, format }: Pick<FileOptions, 'columns' | 'format'>): string {
  if (columns === undefined) return format === undefined ? '' : ' Check --format.';
  const count = columnCount(taken ?? []);
  const isBeyond = count !== undefined && Object.keys(columns).some((index) => Number(index) >= count);
  return `${isBeyond ? ` The file has only ${count} ${count === 1 ? 'column' : 'columns'}.` : ''} Check --column.`;
}

/** The number of columns in a header; undefined without one. Those up to a chosen column are added with a number. */
function columnCount(taken: NonNullable<ImportResult['taken']>): number | undefined {
  const last = taken.findLastIndex(([name], at) => name !== `column ${at + 1}`);
  return last === -1 || taken[last]?.[0] === '' ? undefined : last + 1;
}

/** `--column value=3`, repeated; undefined without any. */
function columnsIn({ options }: ParsedArgs): ChosenColumns | undefined {
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

/** The result with the risk that entries without one have got: that of the source, which an earlier import may have set. */
async function rated(account: ImportResult, store: ImportStore): Promise<ImportResult> {
  const { unknown = 0, ...risks } = account.risks ?? {};
  if (unknown === 0) return account;
  const source = await store.sources.find({ kind: 'import', name: account.source });
  const risk = source?.risk;
  if (risk === undefined || risk === 'unknown') return account;
  return { ...account, unrated: 0, risks: { ...risks, [risk]: (risks[risk] ?? 0) + unknown } };
}

/** The result with the field names that scripts rely on. */
function withPublicNames(account: ImportResult): object {
  const { skipped, failure, taken, ...result } = account;
  const entries = skipped.map(({ reason, ...counts }) => ({ reason: formatSkipReason(reason), ...counts }));
  const isSkipped = (at: number): boolean => skipped[at]?.reason.kind !== 'unknownRisk';
  const unknownRisks = entries.filter((_, at) => !isSkipped(at));
  const nothing = importedNothing(account) ? { complete: false, error: formatNothing(account) } : {};
  return {
    ...result,
    ...(taken === undefined ? {} : { columns: taken }),
    ...nothing,
    skipped: entries.filter((_, at) => isSkipped(at)),
    ...(unknownRisks.length === 0 ? {} : { unknownRisks }),
    ...(failure === undefined ? {} : { error: formatInputFailure(failure) }),
  };
}
