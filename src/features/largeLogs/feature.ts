import * as vscode from 'vscode';
import { largeLogScheme } from '../shared/files/largeLogUri';
import { chooseFile, chooseSource, offerLargeLog } from './chooseLog';
import type { LargeLogParts } from './largeLogParts';
import { LogSearch } from './logSearch';
import { Navigation } from './navigation';
import { OpenLogs } from './openLogs';
import { type ReadonlyFiles, SectionFiles } from './sectionFiles';
import { SectionStatus, SectionLenses } from './sectionStatus';

/** Large logs: their sections as files, and what registrations ask for. */
export interface LargeLogFeature {
  readonly files: ReadonlyFiles;
  /** Offers to open a file that VS Code doesn't give to extensions. */
  readonly offer: (uri: vscode.Uri, bytes: number) => Promise<void>;
  dispose(): void;
}

/** Starts large logs, and provides their commands. */
export function startLargeLogs(parts: LargeLogParts): LargeLogFeature {
  const { commands } = parts;
  const logs = new OpenLogs(parts);
  const files = new SectionFiles(logs);
  const navigation = new Navigation(logs, parts);
  const search = new LogSearch(logs, navigation, parts);
  const lenses = new SectionLenses(logs);
  const owned = vscode.Disposable.from(
    files,
    search,
    lenses,
    new SectionStatus(logs, parts),
    logs,
    vscode.languages.registerCodeLensProvider({ scheme: largeLogScheme }, lenses),
    commands.register('threatLookups.openLargeLog', (clicked) =>
      unlessCanceled(async () => {
        const file = await chooseFile(clicked);
        const source = file && (await chooseSource(file, logs));
        if (source !== undefined) await navigation.open(source);
      }),
    ),
    commands.register('threatLookups.nextLogSection', () => navigation.step(1)),
    commands.register('threatLookups.previousLogSection', () => navigation.step(-1)),
    commands.register('threatLookups.goToLogLine', (location) =>
      unlessCanceled(() =>
        typeof location?.uri === 'string' ? navigation.toLine(location) : navigation.promptForLine(),
      ),
    ),
    commands.register('threatLookups.goToLogTime', () => unlessCanceled(() => navigation.promptForTime())),
    commands.register('threatLookups.findInLog', () => search.prompt()),
    commands.register('threatLookups.cancelLogSearch', () => search.cancel()),
    commands.register('threatLookups.clearLogSearch', () => search.clear()),
  );
  return { files, offer: (uri, bytes) => offerLargeLog(uri, bytes, parts), dispose: () => void owned.dispose() };
}

/** Runs a task that the user may cancel, which isn't an error. */
async function unlessCanceled<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    throw error;
  }
}
