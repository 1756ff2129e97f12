import * as vscode from 'vscode';
import type { Triaged } from '../../../core/triage/assess';
import { getHost } from '../../../core/indicators/identity/getHost';
import { triageKey } from '../../../core/triage/triageEntry';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import type { Commands } from '../../shared/commands/registerCommand';
import { fileLabel } from './chosenFiles';
import { occurrencesAt } from '../../shared/indicators/occurrenceAt';
import type { UiText } from '../../shared/ui';
import { strings } from '../strings';
import type { NewTriageEntry } from '../triageList';
import { uiText } from '../../shared/ui/text';
import type { Location, LocationList } from '../../../core/triage/locationList';
import type { Indicator, Occurrence } from '../../../core/indicators/identity/types';
import { isCompressedLog, maxDocumentBytes, maxShownBytes } from '../../shared/files/largeLogUri';
import type { LogPosition } from '../../shared/ids/commands';
import { textColumn } from '../../shared/panels/columns';
import { isCompressed, decompressedUri } from './compressedDocuments';

/** Lines of a row that are shown below it, and of a part of a row that can be gone to. */
export const linesShown = 10;

/** Characters of a line that are searched for the indicator. */
const maxLineLength = 20_000;
/** Lines above and below that are searched for an indicator that has moved. */
const maxLineDistance = 300;

/** Whether the indicator is at the location, near it, or gone; `notShown`: VS Code hasn't opened the file. */
type GoToResult = 'exact' | 'nearby' | 'notFound' | 'notShown';

/** Text compresses to a tenth or less. */
const maxCompressedBytes = maxDocumentBytes / 10;

/**
 * Opens a file beside the panel and selects the indicator. Compressed files are shown decompressed, and files that are
 * too large for extensions as large logs.
 */
async function goToLocation(
  file: vscode.Uri,
  location: Pick<Location, 'line' | 'column'>,
  indicator: Indicator,
  tools: IndicatorTools,
  commands: Pick<Commands, 'run'>,
): Promise<GoToResult> {
  const shown = (await isLarge(file))
    ? await openLargeLog(file, location, commands)
    : await openDocument(file, location, commands);
  const editor = vscode.window.activeTextEditor;
  if (shown === undefined || editor?.document.uri.toString() !== shown.uri) return 'notShown';
  const { document } = editor;
  const key = tools.lookupKey(indicator);
  // The lines of a host are also those of its URLs.
  const isIt = (found: Occurrence | undefined): found is Occurrence =>
    found !== undefined && [found, getHost(found)].some((each) => each !== undefined && tools.lookupKey(each) === key);
  const { languageId } = document;
  const at = new vscode.Position(shown.line, shown.column);
  const here = occurrencesAt(document, at, tools).find(({ occurrence }) => isIt(occurrence));
  if (here !== undefined) {
    select(editor, here.range);
    return 'exact';
  }
  const near = linesAround(shown.line, document.lineCount).flatMap((each) => {
    const found = tools.findIndicators(textOf(document, each), { languageId, encoded: true }).find(isIt);
    return found === undefined ? [] : [new vscode.Range(each, found.start, each, found.end)];
  })[0];
  if (near === undefined) return 'notFound';
  select(editor, near);
  return 'nearby';
}

/** Like {@link goToLocation}, but returns a message unless the indicator is there. */
export async function goToFile(...to: Parameters<typeof goToLocation>): Promise<UiText | undefined> {
  const [file, { line }] = to;
  return goToMessage(await goToLocation(...to), fileLabel(file), line);
}

/** Whether a local file is too long for a document that extensions get, or in an archive. */
async function isLarge(file: vscode.Uri): Promise<boolean> {
  if (file.scheme !== 'file') return false;
  if (isCompressedLog(file) && !isCompressed(file)) return true;
  if (vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString())) return false;
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    return size > (isCompressed(file) ? maxCompressedBytes : maxShownBytes());
  } catch {
    // Opening it reports why it can't be read.
    return false;
  }
}

async function openLargeLog(
  file: vscode.Uri,
  { line, column }: Pick<Location, 'line' | 'column'>,
  commands: Pick<Commands, 'run'>,
): Promise<LogPosition | undefined> {
  // The command returns the position, or nothing if it was canceled.
  return (await commands.run('threatLookups.goToLogLine', { uri: file.toString(), line, column })) as
    LogPosition | undefined;
}

async function openDocument(
  file: vscode.Uri,
  { line, column }: Pick<Location, 'line' | 'column'>,
  commands: Pick<Commands, 'run'>,
): Promise<LogPosition | undefined> {
  const uri = isCompressed(file) ? decompressedUri(file) : file;
  const at = new vscode.Position(line - 1, column - 1);
  const options = { viewColumn: columnOf(uri), preview: false, selection: new vscode.Range(at, at) };
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // VS Code itself opens files that are too large for extensions.
  if (open === undefined) await vscode.commands.executeCommand('vscode.open', uri, options);
  else await vscode.window.showTextDocument(open, options);
  const isCut = isCompressed(file) && line > (vscode.window.activeTextEditor?.document.lineCount ?? line);
  if (isCut && file.scheme === 'file') return openLargeLog(file, { line, column }, commands);
  return { uri: uri.toString(), line: line - 1, column: column - 1 };
}

function textOf(document: vscode.TextDocument, line: number): string {
  return line < document.lineCount ? document.getText(new vscode.Range(line, 0, line, maxLineLength)) : '';
}

/** The lines around a line, the nearest first. */
function linesAround(line: number, count: number): readonly number[] {
  const middle = Math.min(line, count - 1);
  return Array.from({ length: maxLineDistance + 1 }, (_, away) =>
    away === 0 ? [middle] : [middle - away, middle + away],
  )
    .flat()
    .filter((each) => each >= 0 && each < count);
}

function select(editor: vscode.TextEditor, range: vscode.Range): void {
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The column where the file is already open; otherwise the one beside the panel, or that of the previous location. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
  return group?.viewColumn ?? textColumn();
}

/** Enables the keybindings for locations in editors once a location was shown. */
const locationContext = 'threatLookups.triagePlace';

/** The locations of the rows of a panel, and which of them was shown last. */
export class RowLocations {
  private files: readonly (vscode.Uri | undefined)[] = [];
  /** The last location of each row that was shown, by {@link keyOf}. */
  private readonly steps = new Map<string, number>();

  constructor(
    private readonly tools: IndicatorTools,
    private readonly commands: Pick<Commands, 'run'>,
  ) {}

  /** Sets the files that locations refer to by index. */
  reset(files: readonly (vscode.Uri | undefined)[] = []): void {
    this.files = files;
    this.steps.clear();
  }

  dispose(): void {
    void vscode.commands.executeCommand('setContext', locationContext, undefined);
  }

  /** The name of a file by its index. */
  fileOf(file: number): string {
    const uri = this.files[file];
    return uri === undefined ? '' : fileLabel(uri);
  }

  /** The first location of a row; undefined if it isn't in a file. */
  origin([first]: LocationList): NewTriageEntry['from'] | undefined {
    const uri = first && this.files[first.file];
    if (first === undefined || uri === undefined) return undefined;
    return { kind: 'file', uri: uri.toString(), line: first.line, column: first.column };
  }

  /**
   * Shows the next location of a row (`step` -1: the previous one), starting over after the last. `read` returns those of a
   * part of a row. Returns a message, if any.
   */
  async goTo(row: Triaged, step: number, read: () => Promise<LocationList>): Promise<UiText | undefined> {
    const { indicator } = row;
    const last = this.steps.get(keyOf(row));
    const { locations, count } = await this.knownLocations(row, last === undefined, read);
    const next = last === undefined ? 0 : (last + step + locations.length) % Math.max(1, locations.length);
    const location = locations.at(next);
    const uri = location && this.files[location.file];
    if (location === undefined || uri === undefined) return uiText('This row has no occurrence in a file.');
    this.steps.set(keyOf(row), next);
    void vscode.commands.executeCommand('setContext', locationContext, true);
    const message = await goToFile(uri, location, indicator, this.tools, this.commands);
    if (count === 1) return message;
    const label = (row.lines > count ? strings.locationOfFirst : strings.locationOf)(next + 1, count);
    return message === undefined ? label : strings.locationWith(label, message);
  }

  /** The first locations of a row, and how many there are if only the first one is needed, which most parts have. */
  private async knownLocations(
    { part, isElsewhere, lines, locations }: Triaged,
    isFirst: boolean,
    read: () => Promise<LocationList>,
  ): Promise<{ readonly locations: LocationList; readonly count: number }> {
    if (part === undefined) return { locations, count: locations.length };
    if (isFirst && isElsewhere !== true) return { locations, count: Math.min(lines, linesShown) };
    const own = await read();
    return { locations: own, count: own.length };
  }

  /** Shows a line of a row. */
  async goToLine({ indicator }: Triaged, location: Location): Promise<UiText | undefined> {
    const uri = this.files[location.file];
    return uri === undefined ? undefined : goToFile(uri, location, indicator, this.tools, this.commands);
  }

  /** Shows the first location of a row. */
  async goToFirst(row: Triaged, read: () => Promise<LocationList>): Promise<UiText | undefined> {
    this.steps.delete(keyOf(row));
    return this.goTo(row, 1, read);
  }
}

/** The lines of a part of a row are other ones. */
function keyOf({ indicator, part }: Triaged): string {
  return `${triageKey(indicator)} ${String(part)}`;
}

function goToMessage(result: GoToResult, file: string, line: number): UiText | undefined {
  switch (result) {
    case 'exact':
      return undefined;
    case 'nearby':
      return strings.movedNearby(file);
    case 'notFound':
      return strings.notFoundInFile(file);
    case 'notShown':
      return strings.notShown(file, line);
  }
}
