import { formatInputFailure } from '../../core/records/problems/inputFailure';
import type { LookupSettings } from '../../core/lookups/options';
import type { Coverage } from '../../core/store/statements/coverage';
import type { Store } from '../../core/store/store';
import { syncErrorMessage } from '../../core/sync/strings';
import type { BlockForm } from '../../core/export/blocking';
import type { RiskLevel } from '../../core/records/risk';
import { triagedRows } from '../../core/assistant';
import { hasUnnamedClients } from '../../core/triage/byClient';
import { maxClientsOfIndicator } from '../../core/triage/counting/clientCounts';
import type { AreKnown } from '../../core/triage/counting/occurrenceCounter';
import { type TextRead, getTimelineUnit } from '../../core/triage/found';
import { hasKnowledge, hasRisk, type Triaged, worstTriaged } from '../../core/triage/assess';
import { getLanguage } from '../../core/triage/getLanguage';
import { readText, type ReadTextOptions } from '../triage';
import { readArchiveEntries } from '../triage/readArchiveEntries';
import { Assessor, offlineContext } from '../triage/assessor';
import { InlineFinders } from '../triage/finders';
import { KnowledgeFiles } from '../triage/knowledgeFiles';
import { ThreadFinders } from '../triage/threadFinders';
import {
  choiceOption,
  type CliIo,
  getCode,
  type Command,
  type ParsedArgs,
  hasFlag,
  textOption,
  UsageError,
  CommandError,
} from './command';
import { type ExitCode, exitCode } from './exitCodes';
import {
  clientFormats,
  riskChoices,
  triageDescription,
  type TriageFormat,
  triageFormats,
  triageGroups,
} from './manual/readingCommands';
import { programName } from './manual/shared';
import { formatFileFailure } from './formatFileFailure';
import { languageOption } from './languageOption';
import { getReadStore } from './extensionStore';
import { openExistingStore } from './openStore';
import { type FileLocation, fileLabel } from './reports/findings';
import { isBlockForm, printBlockFile } from './reports/printBlockFile';
import { printByClient } from './reports/printByClient';
import { printTriage } from './reports/printTriage';
import { hasNameOfImport, keptInput, readInto, withSnapshot } from './snapshots';
import { isTeamAddress } from './teamAddress';
import { withTeamStore } from './withTeamStore';
import * as files from 'node:fs';
import { resolve } from 'node:path';
import {
  ignoreFileName,
  type IgnoreLineProblem,
  maxFileEntries,
  maxIgnoreFileBytes,
  getReadIgnoreFile,
} from '../../core/lookups/policy/ignoreFile';
import { getIgnoreList } from '../../core/lookups/policy/ignoreList';
import { formatNumber, formatSize } from '../../l10n';

/** `triage`: looks up every indicator in files in a store, highest risk first. */
export const triage: Command = {
  ...triageDescription,
  async run(given, io) {
    const db = getReadStore(given, io);
    const output = outputOf(given, io);
    const failOn = choiceOption(given, 'fail-on', riskChoices);
    const files = given.positionals;
    if (files.length === 0) throw new UsageError('Specify a file, or “-” for standard input');
    const reading = {
      language: languageOption(given),
      clientField: textOption(given, 'client-field'),
      maxClients: output.kind === 'clients' ? maxClientsOfIndicator : undefined,
      countsKnowledge: countsKnowledge(given, output),
    };
    // A gate must not pass because there was nothing to look up in.
    const isGate = failOn !== undefined;
    const found = await (isTeamAddress(db) ? inDatabase : inFile)(db, { files, reading, isGate }, io);
    if (found === undefined) return exitCode.storeUnread;
    const { filesRead, texts, rows, ignore } = found;
    const { lowest } = output;
    const shown = lowest === undefined ? rows : rows.filter((row) => hasRisk(row, lowest));
    const problems = [
      ...filesRead.flatMap((each) => problemOf(each, reading.clientField) ?? []),
      ...(output.kind === 'clients' && hasUnnamedClients(shown) ? [tooManyClients] : []),
    ];
    for (const line of [...problems, ...filesRead.flatMap(uncounted)]) io.err(line);
    sayWithoutRisk(rows, shown, output, io);
    const isComplete = problems.length === 0;
    if (output.kind === 'clients')
      await printByClient(
        shown,
        output.format,
        { isComplete, fileOf: (file) => fileLabel(filesRead[file] ?? { file: '' }), lowest: output.lowest },
        io,
      );
    else if (output.kind === 'block') {
      const hostsOfUrls = hasFlag(given, 'hosts-of-urls');
      await printBlockFile(rows, output.format, { lowest: output.lowest, ignore, hostsOfUrls }, io);
    } else
      await printTriage(
        shown,
        output.format,
        { files, filesRead, problems, timelineUnit: getTimelineUnit(texts), lowest, total: rows.length },
        io,
      );
    const code = getCode(isComplete);
    return failOn === undefined ? code : gateCode(rows, failOn, code, io);
  },
};

interface Texts {
  readonly files: readonly string[];
  readonly reading: Reading;
  readonly isGate: boolean;
}

interface TriagedTexts {
  readonly filesRead: readonly FileRead[];
  readonly texts: readonly TextRead[];
  readonly rows: readonly Triaged[];
  readonly ignore: LookupSettings['ignore'];
}

/** Triages texts with the file of a store; undefined if a gate has nothing to check them against. */
async function inFile(file: string, { files, reading, isGate }: Texts, io: CliIo): Promise<TriagedTexts | undefined> {
  const store = openExistingStore(file, io);
  try {
    if (isGate && !isCovered(store, io)) return undefined;
  } finally {
    store.close();
  }
  const assessor = new Assessor(file);
  const areKnown: AreKnown = (found) => assessor.areKnown(found);
  try {
    return await triaged(await readAll(files, { ...reading, areKnown }, file, io), file, io);
  } finally {
    assessor.close();
  }
}

/** Like {@link inFile}, with the database of a team. */
function inDatabase(address: string, { files, reading, isGate }: Texts, io: CliIo): Promise<TriagedTexts | undefined> {
  return withTeamStore(address, async (team) => {
    const coverage = isGate ? await team.coverage() : 'current';
    if (coverage !== 'current') {
      io.err(notCovered(coverage));
      return undefined;
    }
    return withSnapshot(team, async (snapshot) => {
      const { file } = snapshot;
      const input = files.includes('-') ? await keptInput(snapshot, io) : () => io.stdin;
      const isImport = files.length > 1 && (await hasNameOfImport(team, files));
      const filesRead = await readInto(snapshot, () => readAll(files, reading, file, { ...io, stdin: input() }), {
        textsOf: (reads) => reads.map(({ text }) => text),
        isImport,
      });
      return triaged(filesRead, file, io);
    });
  });
}

async function triaged(filesRead: readonly FileRead[], file: string, io: CliIo): Promise<TriagedTexts> {
  const ignore = readIgnored(io);
  const texts = filesRead.map(({ text }) => text);
  return { filesRead, texts, ignore, rows: await assessTexts(texts, file, ignore) };
}

/** Explains why no client is listed although something is known. */
function sayWithoutRisk(
  rows: readonly Triaged[],
  shown: readonly Triaged[],
  { kind, lowest = 'low' }: TriageOutput,
  io: CliIo,
): void {
  const known = rows.filter(hasKnowledge).length;
  if (kind !== 'clients' || shown.length > 0 || known === 0) return;
  const subject = known === 1 ? "1 known indicator isn't" : `${known} known indicators aren't`;
  io.err(`${subject} rated ${lowest} or higher. To set the risk of a list, run “${programName} import --risk”.`);
}

/** Kind and format of the output, and the lowest risk in it. */
type TriageOutput =
  | { readonly kind: 'rows'; readonly format: Exclude<TriageFormat, BlockForm>; readonly lowest: RiskLevel | undefined }
  | { readonly kind: 'block'; readonly format: BlockForm; readonly lowest: RiskLevel }
  | { readonly kind: 'clients'; readonly format: (typeof clientFormats)[number]; readonly lowest: RiskLevel };

function outputOf(given: ParsedArgs, io: CliIo): TriageOutput {
  const format = formatOf(given, io);
  const lowest = choiceOption(given, 'min-risk', riskChoices);
  if (choiceOption(given, 'by', triageGroups) !== undefined) {
    const perClient = clientFormats.find((each) => each === format);
    if (perClient === undefined) throw new UsageError(`--by client supports only: ${clientFormats.join(', ')}`);
    return { kind: 'clients', format: perClient, lowest: lowest ?? 'low' };
  }
  if (isBlockForm(format)) return { kind: 'block', format, lowest: lowest ?? 'high' };
  return { kind: 'rows', format, lowest: lowest ?? (format === 'sarif' || format === 'github' ? 'low' : undefined) };
}

const tooManyClients = `Indicators with more than ${maxClientsOfIndicator} clients: the lines of the others are listed without a client`;

/** Whether a store has anything current to check indicators against; otherwise reports the reason. */
function isCovered(store: Store, io: CliIo): boolean {
  const coverage = store.coverage();
  if (coverage === 'current') return true;
  // An empty store was already reported when it was opened.
  if (!store.isEmpty()) {
    io.err(notCovered(coverage));
    for (const mirror of store.mirrors.list())
      if (mirror.error !== undefined) io.err(`${mirror.name}: ${syncErrorMessage(mirror.error, mirror)}`);
  }
  return false;
}

const notCovered = (coverage: keyof typeof coverageReasons): string =>
  `Nothing was checked (--fail-on): ${coverageReasons[coverage]}`;

const coverageReasons: Readonly<Record<Exclude<Coverage, 'current'>, string>> = {
  nothing: 'no source in the store has an indicator. Import or sync data first.',
  retired: 'all indicators in the store are retired. Import or sync current data.',
  sample: 'the store has only sample data. Import or sync data first.',
};

/** On a terminal, a person reads it. */
function formatOf(given: ParsedArgs, io: CliIo): TriageFormat {
  const format = choiceOption(given, 'format', triageFormats);
  if (!hasFlag(given, 'json')) return format ?? (io.isTerminal ? 'table' : 'jsonl');
  if (format !== undefined && format !== 'json') throw new UsageError('Specify either --json or --format');
  return 'json';
}

function gateCode(rows: readonly Triaged[], lowest: RiskLevel, code: ExitCode, io: CliIo): ExitCode {
  const count = rows.filter((row) => hasRisk(row, lowest)).length;
  if (count === 0) return code;
  io.err(`${count} ${count === 1 ? 'indicator has' : 'indicators have'} at least ${lowest} risk (--fail-on).`);
  return exitCode.riskReached;
}

/** Files read at once, so that threads have work while one is opened or its end is searched. */
const filesAtOnce = 4;

interface FileRead extends FileLocation {
  readonly text: TextRead;
}

type Reading = { readonly language?: string | undefined } & Pick<
  ReadTextOptions,
  'areKnown' | 'clientField' | 'maxClients' | 'countsKnowledge'
>;

/** Reads files at once; the texts are in their order, those of an archive one after the other. */
async function readAll(
  files: readonly string[],
  { language, ...reading }: Reading,
  storeFile: string,
  io: CliIo,
): Promise<FileRead[]> {
  const finders =
    io.finderFile === undefined ? new InlineFinders(storeFile) : new ThreadFinders({ file: io.finderFile, storeFile });
  const options = { signal: io.signal, finders, ...reading };
  // A file that is given alone counts, whatever it is.
  const knowledge = files.length > 1 ? new KnowledgeFiles(storeFile) : undefined;
  const reads: (readonly FileRead[])[] = [];
  const waiting = [...files.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const named = (name: string): string | undefined => language ?? getLanguage(name);
      const input = file === '-' ? { stream: io.stdin, name: file } : { path: file, name: file };
      const archiveFiles = await readArchiveEntries(input, { ...options, knowledge, languageOf: named });
      const isKnowledge = knowledge?.testOf({ name: file, path: resolve(file) });
      reads[index] = archiveFiles?.map(({ read, ...entry }) => ({ file, ...entry, text: read })) ?? [
        {
          file,
          text: await readText({ path: file, name: file }, { ...options, isKnowledge, languageId: named(file) }),
        },
      ];
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, readNext));
  await finders.close();
  return reads.flat();
}

/** Whether lists count. They always do where an exit code or a code host judges the files. */
function countsKnowledge(given: ParsedArgs, { format }: TriageOutput): boolean {
  const isGate = textOption(given, 'fail-on') !== undefined || format === 'sarif' || format === 'github';
  return isGate || hasFlag(given, 'count-lists');
}

function uncounted({ text, ...location }: FileRead): readonly string[] {
  if (text.kind !== 'knowledge') return [];
  return [`${fileLabel(location)}: not included: it is a list or was imported. To include it, pass --count-lists.`];
}

/** Fields that a message names. */
const maxFields = 40;

/** Why a text is incomplete, as a sentence with its name; undefined if it isn't. */
function problemOf({ text, ...location }: FileRead, clientField = ''): string | undefined {
  const name = fileLabel(location);
  if (text.kind === 'skipped') return `${name}: not read: ${formatFileFailure(text.failure, location.file)}`;
  if (text.kind === 'knowledge') return undefined;
  if (text.failure !== undefined) return `${name}: partially read: ${formatInputFailure(text.failure)}`;
  if (text.fields !== undefined)
    return text.fields.length === 0
      ? `${name}: there is no field “${clientField}”.`
      : `${name}: there is no field “${clientField}”. Use one of these with --client-field: ${text.fields.slice(0, maxFields).join(', ')}.`;
  return text.unlisted > 0
    ? `${name}: ${text.unlisted} lines with further indicators are counted but not listed`
    : undefined;
}

async function assessTexts(
  texts: readonly TextRead[],
  db: string,
  ignore: LookupSettings['ignore'],
): Promise<readonly Triaged[]> {
  const assessor = new Assessor(db, offlineContext(ignore));
  try {
    const rows = await triagedRows(texts, (indicators) => assessor.assessAll(indicators));
    return rows.toSorted(worstTriaged);
  } finally {
    assessor.close();
  }
}

/**
 * The entries of the ignore file in the current folder. Reports its lines with problems on standard error, without their
 * text, because logs of builds are often public.
 */
function readIgnored(io: Pick<CliIo, 'err'>): LookupSettings['ignore'] {
  const file = getReadIgnoreFile(ignoreFileName, files);
  if (file === undefined) return [];
  if (file.unread === 'tooLarge')
    throw new CommandError(`${ignoreFileName} is larger than ${formatSize(maxIgnoreFileBytes)}.`);
  if (file.unread !== undefined)
    throw new CommandError(`${ignoreFileName} can't be read. It must be a text file, not a symbolic link.`);
  for (const { line, problem } of file.problems) io.err(`${ignoreFileName}:${line + 1}: ${explain(problem)}`);
  const entries = file.patterns.map((pattern) => ({ pattern, origin: 'file' as const }));
  const { beyond } = getIgnoreList(entries);
  if (beyond?.what === 'entries')
    throw new CommandError(`${ignoreFileName} has more than ${formatNumber(maxFileEntries)} entries.`);
  if (beyond !== undefined) throw new CommandError(`${ignoreFileName} has an entry that is too long.`);
  return entries;
}

function explain(problem: IgnoreLineProblem): string {
  if (problem === 'wide') return 'This line matches a very large number of names or IP addresses.';
  return `This line has no effect. ${reasonOf(problem)}`;
}

function reasonOf(problem: Exclude<IgnoreLineProblem, 'wide'>): string {
  if (problem === 'negated') return "Exceptions (!) aren't supported here. Remove this line.";
  if (problem === 'expression') return 'Regular expressions are allowed only in the user settings.';
  if (problem === 'network') return 'Not a valid network. Use a form such as 198.51.100.0/24.';
  return 'Use a name, an IP address, a URL, *.corp.example, or a network such as 198.51.100.0/24.';
}
