import * as vscode from 'vscode';
import type { LineQuery } from '../../core/largeFiles/lineMatcher';
import { largeLogScheme, logName, logSource, type LogSource } from '../shared/files/largeLogUri';
import { chooseFile, chooseLogs, chooseSource, offerLargeLog } from './chooseLog';
import type { LargeLogParts } from './largeLogParts';
import { LineSearch, readRequest, selectedText } from './lineSearch';
import { LineViews } from './lineViews';
import { Navigation } from './navigation';
import { type UiText, uiPlural, uiText } from '../shared/ui/text';
import { promptForQuery } from './promptForQuery';
import { OpenLogs } from './openLogs';
import { type ReadonlyFiles, SectionFiles } from './sectionFiles';
import { SectionStatus, SectionLenses } from './sectionStatus';

/** Large logs: their sections as files, and handlers for registrations. */
export interface LargeLogFeature {
  readonly files: ReadonlyFiles;
  /** Offers to open a file that VS Code doesn't give to extensions. */
  readonly offer: (uri: vscode.Uri, bytes: number) => Promise<void>;
  /** Opens the file of a tab that only shows VS Code's question whether to open it. */
  readonly replace: (tab: vscode.Tab, uri: vscode.Uri) => Promise<void>;
  dispose(): void;
}

/** Starts large logs, and provides their commands. */
export function startLargeLogs(parts: LargeLogParts): LargeLogFeature {
  const { commands } = parts;
  const logs = new OpenLogs(parts);
  const files = new SectionFiles(logs);
  const navigation = new Navigation(logs, parts);
  const search = new LineSearch(logs, navigation, parts);
  const views = new LineViews(logs, navigation, parts);
  /** Prompts for logs and for what to find in them. */
  const promptForLines = async (
    clicked: unknown,
    selected: unknown,
    prompt: UiText,
  ): Promise<{ readonly sources: readonly LogSource[]; readonly query: LineQuery } | undefined> => {
    const editor = vscode.window.activeTextEditor;
    // From the panel with the lines of a search, its files are searched again.
    const again = clicked === undefined && search.isActive ? search.shown : undefined;
    const sources = again?.sources ?? (await chooseLogs(clicked, selected, prompt));
    const [first] = sources;
    if (first === undefined) return undefined;
    const title =
      sources.length === 1
        ? uiText('Find in {0}', logName(first))
        : uiPlural(sources.length, { one: 'Find in {0} File', other: 'Find in {0} Files' });
    const own = editor && logSource(editor.document.uri).file.toString();
    const isOwn = sources.some(({ file }) => file.toString() === own);
    const { parseIndicator } = await parts.loadIndicators();
    const query = await promptForQuery(
      title,
      again?.query.values.join(' ') ?? (isOwn ? selectedText(editor) : ''),
      parseIndicator,
    );
    return query && { sources, query };
  };
  const filter = (clicked: unknown, selected: unknown, kind: 'matching' | 'others'): Promise<void> =>
    unlessCanceled(async () => {
      const prompt = kind === 'matching' ? uiText('Show Only Matching Lines') : uiText('Hide Matching Lines');
      const wanted = await promptForLines(clicked, selected, prompt);
      if (wanted !== undefined) await views.show(wanted.sources, wanted.query, kind);
    });
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
    commands.register('threatLookups.findInLog', async (clicked, selected) => {
      const request = readRequest(clicked);
      if (request !== undefined) {
        const { files: uris, values } = request;
        await search.search(
          uris.map((uri) => logSource(vscode.Uri.parse(uri))),
          { values },
        );
        return;
      }
      const wanted = await promptForLines(clicked, selected, uiText('Find in Log'));
      if (wanted !== undefined) await search.search(wanted.sources, wanted.query);
    }),
    commands.register('threatLookups.showFoundLines', () =>
      unlessCanceled(async () => {
        if (search.shown !== undefined) await views.show(search.shown.sources, search.shown.query, 'matching');
      }),
    ),
    commands.register('threatLookups.showRiskyLines', (clicked, selected) =>
      unlessCanceled(async () => views.showRisky(await chooseLogs(clicked, selected, uiText('Show Only Risky Lines')))),
    ),
    commands.register('threatLookups.showMatchingLines', (clicked, selected) => filter(clicked, selected, 'matching')),
    commands.register('threatLookups.hideMatchingLines', (clicked, selected) => filter(clicked, selected, 'others')),
    commands.register('threatLookups.saveLinesAs', () => views.save()),
    commands.register('threatLookups.cancelLogSearch', () => search.cancel()),
    commands.register('threatLookups.exportLogLines', () => search.export()),
  );
  const replace = async (tab: vscode.Tab, uri: vscode.Uri): Promise<void> => {
    if (!parts.settings.current().largeLogs.offer) return;
    await navigation.open({ file: uri });
    await vscode.window.tabGroups.close(tab, true);
  };
  return {
    files,
    offer: (uri, bytes) => offerLargeLog(uri, bytes, parts),
    replace,
    dispose: () => void owned.dispose(),
  };
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
