import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { defang, findIndicators } from '../../core/indicators';
import { defangText } from '../../core/indicators/identity/defangText';
import { LookupEngine } from '../../core/lookups';
import { PlaceFileReader, placesFileOf } from '../../core/store/places';
import { StoreReader } from '../../core/store/reader';
import { StoreError } from '../../core/store/protocol/storeError';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { type TextRead, mergeTexts } from '../../core/triage/found';
import { assess, type Triaged, worstTriaged } from '../../core/triage/assess';
import { languageOf } from '../../core/triage/languageOf';
import {
  triageCsv,
  triageDocument,
  triageMarkdown,
  triageObject,
  type TriageFormatters,
} from '../../core/triage/triageExport';
import { readText } from '../triage';
import { InlineFinders } from '../triage/finders';
import { ThreadFinders } from '../triage/threadFinders';
import { type CliIo, type Command, requiredOption, textOption, UsageError, choiceOption } from './command';
import { openExistingStore } from './openStore';
import { indexMirrored } from './indexMirrored';

/** `triage`: looks up every indicator in files in a store, highest risk first. */
export const triage: Command = {
  name: 'triage',
  summary: 'Look up every indicator in files in a store, highest risk first',
  usage: `Usage: cli triage --db FILE [--format FORMAT] [--language ID] FILE…

Prints one JSON line per indicator, highest risk first: value, type, defanged, occurrences, files, first (file, line, and
column, from 1), known, standing (known, hostKnown, unasked, reserved, …), risk, retired, reasons, about, sources, threats, seen. If the host
of a URL has a higher risk, that is the risk shown, and riskOf names the host. “-” reads standard input. No service is queried.
The exit code is 1 if a file couldn't be read to its end, or contains more indicators than are listed; indicators found are
printed anyway. Nothing is printed if the store can't be read.

  --db FILE         The store
  --format FORMAT   json (one document, rows under “results”), csv, or markdown
  --language ID     VS Code language ID of the files; default: by file name`,
  options: { db: { type: 'string' }, format: { type: 'string' }, language: { type: 'string' } },
  async run(given, io) {
    const db = requiredOption(given, 'db');
    const format = choiceOption(given, 'format', ['json', 'csv', 'markdown']);
    if (given.positionals.length === 0) throw new UsageError('specify a file, or “-” for standard input');
    // Migrates a store of an older version.
    const store = openExistingStore(db, io);
    try {
      await indexMirrored(store, io);
    } finally {
      store.close();
    }
    const texts = await readAll(given.positionals, textOption(given, 'language'), io);
    const rows = assessTexts(texts, db);
    const formatters: TriageFormatters = {
      ...{ defang, defangText: (text) => defangText(text, { findIndicators, defang }) },
      fileOf: (file) => given.positionals[file] ?? '',
    };
    await print(rows, format, formatters, given.positionals, io);
    return texts.some((text) => text.kind === 'skipped' || text.failure !== undefined || text.unlisted > 0) ? 1 : 0;
  },
};

/** Files read at once, so that threads have work while one is opened or its end is searched. */
const filesAtOnce = 4;

/** Reads files at once, and reports problems in their order. */
async function readAll(files: readonly string[], language: string | undefined, io: CliIo): Promise<TextRead[]> {
  const finders = io.finderFile === undefined ? new InlineFinders() : new ThreadFinders({ file: io.finderFile });
  const texts: TextRead[] = [];
  const waiting = [...files.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const input = file === '-' ? io.stdin : { path: file, name: file };
      texts[index] = await readText(input, { languageId: language ?? languageOf(file), signal: io.signal, finders });
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, readNext));
  await finders.close();
  for (const [index, read] of texts.entries()) reportProblem(files[index] ?? '', read, io);
  return texts;
}

function reportProblem(file: string, read: TextRead, io: CliIo): void {
  if (read.kind === 'skipped') io.err(`${file}: not read: ${formatInputFailure(read.failure)}`);
  else if (read.failure !== undefined) io.err(`${file}: partially read: ${formatInputFailure(read.failure)}`);
  else if (read.unlisted > 0) io.err(`${file}: ${read.unlisted} more occurrences are counted but not listed`);
}

function assessTexts(texts: readonly TextRead[], db: string): readonly Triaged[] {
  let unread: StoreProblem | undefined;
  const reader = new StoreReader(db, {
    onUnread: (why) => {
      unread ??= typeof why === 'string' ? { kind: 'failed', detail: 'it was replaced while being read' } : why;
    },
  });
  try {
    const lookups = new LookupEngine({
      places: new PlaceFileReader(placesFileOf(db)),
      store: {
        find: (key) => reader.find(key),
        hasRealData: () => reader.hasRealData(),
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'hostOnly', freshMillis: 0, missMillis: 0, ignore: [] }),
      now: Date.now,
    });
    const rows = mergeTexts(texts)
      .map((found): Triaged => ({ ...found, ...assess(found.indicator, lookups, false, true) }))
      .sort(worstTriaged);
    // A store that can't be read must not look like an empty one.
    if (unread !== undefined) throw new StoreError(unread);
    return rows;
  } finally {
    reader.close();
  }
}

async function print(
  rows: readonly Triaged[],
  format: 'json' | 'csv' | 'markdown' | undefined,
  formatters: TriageFormatters,
  files: readonly string[],
  io: CliIo,
): Promise<void> {
  switch (format) {
    case 'json':
      return io.json(triageDocument(rows, formatters));
    case 'csv':
      return io.document(triageCsv(rows, formatters), 'csv');
    case 'markdown':
      return io.document(triageMarkdown(files.join(', '), rows, formatters, Date.now()), 'markdown');
    case undefined:
      for (const row of rows) {
        if (io.signal.aborted) return;
        await io.json(triageObject(row, formatters));
      }
  }
}
