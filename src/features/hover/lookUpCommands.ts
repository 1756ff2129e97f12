import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupResult } from '../../core/lookups/types';
import { chooseIndicator, type ChoosingParts } from '../shared/commands/chooseIndicator';
import { readTarget } from '../shared/commands/commandTarget';
import type { CommandTarget } from '../shared/ids/commands';
import { occurrenceAt } from '../shared/indicators/occurrenceAt';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import { confirmWholeUrl } from '../shared/commands/confirmWholeUrl';
import { joinSentences, formatServiceMessage } from '../shared/format/serviceMessage';
import { formatRequestError } from '../shared/format/formatRequestError';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { omitPassword } from '../../core/text/omitPassword';
import { untrusted, withProgress } from '../shared/ui';
import { t } from '../../l10n';
import { uiText } from '../shared/ui/text';
import { formatSource, verdictLabel } from '../../core/records/labels/verdict';

/** Dependencies of the hover's commands. */
export interface HoverCommandParts extends ChoosingParts {
  readonly lookups: Lookups;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'offer' | 'inform'>;
  /** Whether a remote service is connected and the mode isn't `offline`. */
  readonly canAsk: () => boolean;
  /** The host of the remote service, even if the mode prevents requests. */
  readonly serviceHost: () => string | undefined;
}

interface LookUpCommandOptions {
  /** Query the service, not only the local store. */
  readonly atService: boolean;
  readonly again: boolean;
  readonly wholeUrl: boolean;
}

/** “Look Up Indicator…”, “Look Up Again” and “Look up on HOST”: a lookup on request, shown where it was requested. */
export function registerLookUpCommands(parts: HoverCommandParts): vscode.Disposable {
  const { commands, panelFocus } = parts;
  const lookUp = async (argument: unknown, options: LookUpCommandOptions): Promise<void> => {
    const target = await chooseIndicator(argument, parts, uiText('Look Up Indicator'), {
      alwaysAsks: !options.atService,
    });
    if (target === undefined) return;
    if (options.atService && !parts.canAsk()) await explainWhyNot(parts);
    else if (!options.wholeUrl || (await confirmWholeUrlIfNeeded(parts, target)))
      await lookUpAndShow(parts, target, options);
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.lookUp', (target) =>
      lookUp(target, { atService: false, again: false, wholeUrl: false }),
    ),
    commands.register('threatLookups.lookUpAgain', (target) => {
      const panel = readTarget(target) === undefined ? panelFocus.current() : undefined;
      if (panel !== undefined) return parts.canAsk() ? panel.lookUp() : explainWhyNot(parts);
      return lookUp(target, { atService: true, again: true, wholeUrl: false });
    }),
    commands.register('threatLookups.lookUpOnService', (target, options) =>
      lookUp(target, {
        atService: true,
        again: false,
        wholeUrl: (options as { wholeUrl?: unknown } | undefined)?.wholeUrl === true,
      }),
    ),
  );
}

/** A request to query the service isn't silently answered from the store. */
function explainWhyNot({ notices, commands, serviceHost }: HoverCommandParts): Promise<void> {
  return serviceHost() === undefined
    ? notices.offer('information', uiText('No service is connected.'), {
        label: uiText('Connect…'),
        run: () => commands.run('threatLookups.connect'),
      })
    : notices.offer('information', uiText('Offline mode is on.'), {
        label: uiText('Change Lookup Mode…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
}

async function confirmWholeUrlIfNeeded(
  { lookups, serviceHost }: HoverCommandParts,
  { type, value }: CommandTarget,
): Promise<boolean> {
  const indicator: Indicator = { type, value };
  // A blocked indicator needs no confirmation; the lookup explains why.
  if (lookups.blocked(indicator) !== undefined) return true;
  return confirmWholeUrl(lookups.wouldSend(indicator, true), serviceHost() ?? '');
}

async function lookUpAndShow(
  parts: HoverCommandParts,
  target: CommandTarget,
  options: LookUpCommandOptions,
): Promise<void> {
  const indicator: Indicator = { type: target.type, value: target.value };
  const location = target.at ?? cursorLocation();
  const before = userLocation();
  const host = parts.canAsk() ? parts.serviceHost() : undefined;
  const title = host === undefined ? uiText('Looking up…') : uiText('Looking up on {0}…', visibleText(host));
  const progress = { location: vscode.ProgressLocation.Window, title };
  const result = await withProgress(progress, () =>
    parts.lookups.lookUp(indicator, {
      reason: 'click',
      again: options.again ? true : undefined,
      wholeUrl: options.wholeUrl ? true : undefined,
    }),
  );
  const { state } = result;
  // A hover over a fresh answer doesn't mention a click that a rate limit prevented.
  if (state.kind === 'failed' && parts.lookups.local(indicator, 'hover').state.kind !== 'failed') {
    parts.notices.inform(untrusted(formatRequestError(state.error, state.host).sentence));
  }
  if (!isStillThere(before, location)) {
    const { defang } = await parts.loadIndicators();
    const name = truncateIndicator(visibleText(defang(omitPassword(indicator.value))), 60);
    parts.notices.inform(uiText('Looked up {0}: {1}', name, outcomeMessage(result)));
    return;
  }
  const shown = location !== undefined && (await showHoverAt(parts, indicator, location));
  if (!shown) await parts.commands.run('threatLookups.openRecord', indicator);
}

/** How long after a click its answer may still move the cursor to the location of the click. */
const soonMillis = 2_000;

interface UserLocation {
  readonly at: number;
  readonly document: vscode.TextDocument | undefined;
  readonly version: number | undefined;
  readonly cursor: vscode.Position | undefined;
}

function userLocation(): UserLocation {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  return { at: Date.now(), document, version: document?.version, cursor: editor?.selection.active };
}

/** Whether the user is still at the same location: an answer never takes the cursor away. */
function isStillThere(before: UserLocation, location: Location | undefined): boolean {
  const now = userLocation();
  if (now.document !== before.document || now.version !== before.version) return false;
  const { cursor } = now;
  if (cursor === undefined || before.cursor === undefined) return cursor === before.cursor;
  if (!cursor.isEqual(before.cursor)) return false;
  const isAtCursor =
    location !== undefined &&
    location.uri === now.document?.uri.toString() &&
    cursor.isEqual(new vscode.Position(location.line, location.character));
  return isAtCursor || now.at - before.at <= soonMillis;
}

/** The result of a lookup, short enough for the status bar. */
function outcomeMessage({ known, notFound, state, unread }: LookupResult): string {
  const [lead] = known;
  if (lead !== undefined) return t('{0}, {1}', verdictLabel(lead.record), formatSource(lead.source));
  const [newest] = notFound;
  if (newest !== undefined)
    return joinSentences(
      t('Not found on {0}.', formatSource(newest.source)),
      formatServiceMessage(newest.serviceMessage),
    );
  if (state.kind === 'failed') return formatRequestError(state.error, state.host).sentence;
  return unread === undefined ? t('No information found.') : unreadStoreMessage(unread);
}

type Location = NonNullable<CommandTarget['at']>;

function cursorLocation(): Location | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}

/** The editor with a location: the first one that shows its line, since a document can be open in several groups. */
export function getEditor(
  { uri, line }: Pick<Location, 'uri' | 'line'>,
  editors: readonly vscode.TextEditor[],
): vscode.TextEditor | undefined {
  const open = editors.filter(({ document }) => document.uri.toString() === uri);
  const isShown = ({ visibleRanges }: vscode.TextEditor): boolean =>
    visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
  return open.find(isShown) ?? open[0];
}

/** Shows the answer in a new hover at the same location, if that is still visible: an open one can't be changed. */
async function showHoverAt(
  { loadIndicators }: HoverCommandParts,
  indicator: Indicator,
  location: Location,
): Promise<boolean> {
  const active = vscode.window.activeTextEditor;
  const all = vscode.window.visibleTextEditors;
  const editor = getEditor(location, active === undefined ? all : [active, ...all]);
  if (editor === undefined || editor.viewColumn === undefined || location.line >= editor.document.lineCount)
    return false;
  const position = editor.document.validatePosition(new vscode.Position(location.line, location.character));
  const found = occurrenceAt(editor.document, position, await loadIndicators());
  if (found?.occurrence.value !== indicator.value) return false;
  const selection = new vscode.Range(position, position);
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection });
  await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
  return true;
}
