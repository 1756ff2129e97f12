import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { createRiskSnapshots, type RiskSnapshots } from '../../core/lookups/engine/riskSnapshots';
import type { Lookups } from '../../core/lookups/lookups';
import type { BatchResult, BatchOptions } from '../../core/lookups/options';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { proseOrLog } from '../shared/indicators/proseOrLog';
import type { HighlightScope, HighlightSettings } from '../shared/settings/settingValues';
import type { StatusNotes } from '../shared/notices/statusNotes';
import { visibleText } from '../../core/text/visibleText';
import { maxHighlights } from './selectHighlights';
import { documentLines, hasCutLine, maxLineLength } from './documentLines';
import { blockLines, DocumentHighlights, type Highlight } from './documentHighlights';
import { Painter } from './painter';
import { TimeSlices } from './timeSlices';
import { type UiText, uiText } from '../shared/ui/text';
import { formatNumber } from '../../l10n';
import type { LineChange, LineRange } from '../../core/indicators/detect/incremental';

/** The note for a file with more risky indicators than are highlighted. */
export function moreThanShown(file: string, max: number): UiText {
  return uiText('{0} has more than {1} risky indicators. The nearest ones are highlighted.', file, max);
}

interface Deps {
  /** The visible indicators that a service might know more about. */
  readonly inView: () => readonly Indicator[];
  readonly lookUp: (indicators: readonly Indicator[], options: BatchOptions) => Promise<BatchResult>;
  readonly now?: () => number;
  /** How long the same indicators must stay visible before they are looked up, milliseconds. */
  readonly restMillis?: number;
}

/** The maximum number per lookup; the others follow if they are still visible. */
const maxAtOnce = 300;
const maxWaitMillis = 3_600_000;

/** Looks up visible indicators in mode `automatic`, once scrolling pauses. */
export class ViewportLookups {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly names: string; readonly abort: AbortController } | undefined;

  constructor(private readonly deps: Deps) {}

  /** Call when the viewport or a verdict changes. */
  schedule(afterMillis = this.deps.restMillis ?? 300): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookUp(), afterMillis);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pending?.abort.abort();
  }

  private async lookUp(): Promise<void> {
    const requested = this.deps.inView().slice(0, maxAtOnce);
    const names = requested.map(({ value }) => value).join('\n');
    if (names === this.pending?.names) return;
    // Unsent indicators that scrolled out of view are dropped.
    this.pending?.abort.abort();
    this.pending = undefined;
    if (requested.length === 0) return;
    const pending = { names, abort: new AbortController() };
    this.pending = pending;
    const { error } = await this.deps.lookUp(requested, { signal: pending.abort.signal });
    if (this.pending !== pending) return;
    this.pending = undefined;
    if (error?.kind !== 'rateLimited') return;
    const wait = error.retryAt - (this.deps.now ?? Date.now)();
    this.schedule(Math.min(maxWaitMillis, Math.max(1_000, wait)));
  }
}

/** Maximum distance from the viewport that is searched, in lines. */
const maxDistanceLines = 40_000;

/** The visible editors of a document. */
function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** The lines of a document that are visible in any of its editors, and `around` lines on either side. */
function visibleLines(document: vscode.TextDocument, around: number): readonly LineRange[] {
  return editorsOf(document).flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({
      from: Math.max(0, start.line - around),
      to: Math.min(document.lineCount, end.line + 1 + around),
    })),
  );
}

/** The blocks that contain the lines, each once. */
function blocksOf(ranges: readonly LineRange[]): readonly number[] {
  const blocks = new Set<number>();
  for (const { from, to } of ranges) {
    for (let block = Math.floor(from / blockLines); block * blockLines < to; block++) blocks.add(block);
  }
  return [...blocks];
}

/** All blocks of a document up to the limit, the nearest to the viewport first. */
function* outwards(ranges: readonly LineRange[], lineCount: number): Generator<number> {
  const inView = blocksOf(ranges);
  const last = Math.ceil(lineCount / blockLines) - 1;
  let [up, down] = [Math.min(...inView, last), Math.max(...inView, 0)];
  for (let lines = 0; lines < maxDistanceLines && (up > 0 || down < last); lines += blockLines) {
    if (down < last) yield ++down;
    if (up > 0) yield --up;
  }
}

export interface EditorHighlighterParts {
  readonly lookups: Lookups;
  readonly loadIndicators: LoadIndicators;
  readonly settings: () => HighlightSettings;
  readonly skipWellKnown: () => boolean;
  /** Whether the local store lists a name as risky. */
  readonly isListed: (name: string) => boolean;
  /** Whether the mode is `automatic` and a remote service is connected. */
  readonly isAutomatic: () => boolean;
  readonly status: StatusNotes;
  /** Called with the highlights that a document now has; none once it has none or isn't visible. */
  readonly onShown?: (document: vscode.TextDocument, highlights: readonly Highlight[]) => void;
}

/** Delays after scrolling and new verdicts, and after typing pauses; milliseconds. */
const scrollMillis = 30;
const verdictMillis = 60;
const typingMillis = 120;
/** Visible highlights appear while scrolling, all others after a pause of this length; milliseconds. */
const settleMillis = 150;
/** Partly visible lines don't count as visible in VS Code. */
const partialLines = 1;
/** Lines above and below the viewport that are highlighted next. */
const margin = 40;
/** Maximum distance from the viewport that is searched, in characters. */
const maxDistanceCharacters = 4_000_000;
/** Blocks that are searched between two pauses. */
const blocksAtOnce = 4;
/** UTF-16 units of an indicator at the end of a line. */
const maxLabelLength = 32;
/** Pause between two slices of background work. */
const restMillis = 16;

/** Documents that aren't the user's own text, such as output and settings: they cause no automatic lookups. */
const excludedSchemes: ReadonlySet<string> = new Set([
  'output',
  'vscode-userdata',
  'vscode-settings',
  'vscode-scm',
  'comment',
  'debug',
  'walkThrough',
]);

interface HighlightedDocument {
  readonly document: vscode.TextDocument;
  readonly highlights: DocumentHighlights;
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires. */
  due?: number;
  work?: AbortController;
  /** When the work last started. */
  startedAt?: number;
  /** Whether outdated highlights may be shown. */
  isStale?: boolean;
}

/** Highlights in all visible editors: the viewport first, then the rest, updated on every change. */
export class EditorHighlighter implements vscode.Disposable {
  private readonly snapshots: RiskSnapshots;
  private readonly painter: Painter;
  private readonly viewportLookups: ViewportLookups;
  private readonly documents = new Map<vscode.TextDocument, HighlightedDocument>();
  private readonly listening: readonly vscode.Disposable[];
  private tools: IndicatorTools | undefined;

  constructor(private readonly parts: EditorHighlighterParts) {
    const { lookups, settings } = parts;
    this.snapshots = createRiskSnapshots(lookups, parts.skipWellKnown);
    this.painter = new Painter(settings(), (value) => this.shownValue(value));
    this.viewportLookups = new ViewportLookups({
      inView: () => (parts.isAutomatic() ? this.unresolvedInView() : []),
      lookUp: (indicators, options) => lookups.lookUpVisible(indicators, options),
    });
    this.listening = [
      new vscode.Disposable(this.snapshots.onChanged(() => this.refreshAll())),
      // Another window may have imported data in the meantime.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.snapshots.forget();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.trackVisibleEditors()),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)),
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event)),
      // Changing the language closes a document and opens it again.
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (editorsOf(document).length > 0) this.trackVisibleEditors();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
    ];
    this.trackVisibleEditors();
  }

  /** Recreates all highlights after a change of settings. */
  reset(): void {
    this.painter.reset(this.parts.settings());
    for (const document of [...this.documents.keys()]) this.forget(document);
    this.trackVisibleEditors();
  }

  /** The highlights of a document, even if none are shown in it. */
  async highlightsOf(document: vscode.TextDocument): Promise<DocumentHighlights> {
    const entry = this.documents.get(document);
    return entry === undefined ? this.createHighlights(document, await this.parts.loadIndicators()) : entry.highlights;
  }

  dispose(): void {
    for (const document of [...this.documents.keys()]) this.forget(document);
    for (const disposable of this.listening) disposable.dispose();
    this.snapshots.dispose();
    this.viewportLookups.dispose();
    this.painter.dispose();
  }

  private createHighlights(document: vscode.TextDocument, tools: IndicatorTools): DocumentHighlights {
    const { settings, isListed } = this.parts;
    // Which names are listed may change, so all that could be are found once.
    const options = { languageId: document.languageId, listed: () => true, encoded: true };
    const finder = tools.incrementalFinder(documentLines(document), options);
    return new DocumentHighlights(finder, this.snapshots, settings().level, isListed);
  }

  /** Tracks the editors that are visible now, and no others. */
  private trackVisibleEditors(): void {
    const shown = new Set(vscode.window.visibleTextEditors.map(({ document }) => document));
    for (const document of [...this.documents.keys()]) if (!shown.has(document)) this.forget(document);
    for (const document of shown) if (isInScope(this.parts.settings(), document)) this.track(document);
    this.viewportLookups.schedule();
  }

  private track(document: vscode.TextDocument): void {
    const { tools } = this;
    if (tools === undefined) {
      void this.parts.loadIndicators().then((loaded) => {
        const isFirst = this.tools === undefined;
        this.tools = loaded;
        if (isFirst) this.trackVisibleEditors();
      });
      return;
    }
    const entry = this.documents.get(document) ?? { document, highlights: this.createHighlights(document, tools) };
    this.documents.set(document, entry);
    this.schedule(entry, 0);
  }

  private forget(document: vscode.TextDocument): void {
    const entry = this.documents.get(document);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    entry.work?.abort();
    this.documents.delete(document);
    // In another language it may stay visible.
    for (const editor of editorsOf(document)) this.painter.clear(editor);
    this.parts.onShown?.(document, []);
    this.updateStatus();
  }

  private scrolled({ document }: vscode.TextEditor): void {
    const entry = this.documents.get(document);
    if (entry === undefined) return;
    const since = performance.now() - (entry.startedAt ?? -Infinity);
    // The first scroll event is handled at once, unless the user just typed.
    if (entry.timer === undefined && since >= scrollMillis) void this.work(entry);
    else this.schedule(entry, entry.timer === undefined ? scrollMillis - since : scrollMillis);
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const entry = this.documents.get(document);
    if (entry === undefined || contentChanges.length === 0) return;
    entry.work?.abort();
    for (const change of lineChanges(contentChanges)) entry.highlights.edited(change);
    for (const editor of editorsOf(document)) this.painter.moved(editor);
    entry.isStale = true;
    this.schedule(entry, typingMillis, true);
  }

  private refreshAll(): void {
    for (const entry of this.documents.values()) {
      entry.highlights.refresh(this.parts.settings().level);
      entry.isStale = true;
      this.schedule(entry, verdictMillis);
    }
  }

  /** Schedules work after a delay, merging requests. Only typing postpones it. */
  private schedule(entry: HighlightedDocument, millis: number, putOff = false): void {
    const due = performance.now() + millis;
    if (entry.timer !== undefined && !putOff && due >= (entry.due ?? 0)) return;
    clearTimeout(entry.timer);
    entry.due = due;
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      void this.work(entry);
    }, millis);
  }

  private async work(entry: HighlightedDocument): Promise<void> {
    entry.work?.abort();
    const work = new AbortController();
    entry.work = work;
    entry.startedAt = performance.now();
    const timeSlices = new TimeSlices(work.signal);
    if (!(await this.highlightAround(entry, partialLines, timeSlices))) return;
    if (!(await this.highlightAround(entry, margin, timeSlices))) return;
    this.viewportLookups.schedule();
    if (!(await new TimeSlices(work.signal, 0, settleMillis).pause())) return;
    if (!(await this.paint(entry, timeSlices))) return;
    await this.workOutwards(entry, work.signal);
    if (!work.signal.aborted) await this.paint(entry, timeSlices);
  }

  /** Highlights the viewport and `around` lines on either side. False if canceled. */
  private async highlightAround(entry: HighlightedDocument, around: number, timeSlices: TimeSlices): Promise<boolean> {
    const { document, highlights } = entry;
    const ranges = visibleLines(document, around);
    for (const block of blocksOf(ranges)) if ((await highlights.block(block, timeSlices)) === undefined) return false;
    if (timeSlices.isCanceled) return false;
    if (entry.isStale !== true) {
      const inView = highlights.within(ranges);
      if (editorsOf(document).every((editor) => this.painter.add(editor, inView))) return true;
    } else if (around < margin) return true;
    return this.paint(entry, timeSlices);
  }

  /** Searches up and down from the viewport, with pauses, until the document ends or a limit is reached. */
  private async workOutwards({ document, highlights }: HighlightedDocument, signal: AbortSignal): Promise<void> {
    const timeSlices = new TimeSlices(signal, 6, restMillis);
    const lines = documentLines(document);
    let characters = 0;
    let worked = 0;
    for (const block of outwards(visibleLines(document, margin), document.lineCount)) {
      if (!highlights.hasBlock(block)) {
        const shouldRest = worked++ % blocksAtOnce === 0;
        if (shouldRest && !(await timeSlices.pause())) return;
        if ((await highlights.block(block, timeSlices)) === undefined) return;
        // More than can be shown; the rest doesn't matter now.
        if (highlights.count > maxHighlights) return;
      }
      characters += blockLines * lines.line(block * blockLines).length;
      if (characters > maxDistanceCharacters) return;
    }
  }

  private async paint(entry: HighlightedDocument, timeSlices: TimeSlices): Promise<boolean> {
    const { document, highlights } = entry;
    const visible = visibleLines(document, 0);
    const nearest = highlights.nearest(visible, maxHighlights);
    for (const editor of editorsOf(document)) {
      if (!(await this.painter.paint(editor, nearest, visible, timeSlices))) return false;
    }
    entry.isStale = false;
    if (this.documents.get(document) === entry) this.parts.onShown?.(document, nearest.slice(0, maxHighlights));
    this.updateStatus();
    return true;
  }

  /** The host of a URL, since the line itself shows the rest. */
  private shownValue(value: string): string {
    const { tools } = this;
    if (tools === undefined) return '';
    const host = value.includes('://') ? tools.getHost({ type: 'url', value })?.value : undefined;
    return truncateIndicator(visibleText(tools.defang(host ?? value)), maxLabelLength);
  }

  /** Notes in the status bar's tooltip if a document has more highlights than are shown, or a visible line ends later. */
  private updateStatus(): void {
    const { status } = this.parts;
    const all = [...this.documents.values()];
    const full = nameOf(all.find(({ highlights }) => highlights.count > maxHighlights));
    status.set('highlights', full === undefined ? undefined : moreThanShown(full, maxHighlights));
    const cut = nameOf(all.find(({ document }) => hasCutLine(document, visibleLines(document, 0))));
    status.set(
      'longLines',
      cut === undefined
        ? undefined
        : uiText(
            'Only the first {1} characters of long lines in {0} are highlighted. Hovers and triage cover the rest.',
            cut,
            formatNumber(maxLineLength),
          ),
    );
  }

  private unresolvedInView(): Indicator[] {
    const { lookupScope } = this.parts.settings();
    return [...this.documents.values()].flatMap(({ document, highlights }) =>
      isInScope(lookupScope, document) && !excludedSchemes.has(document.uri.scheme) && !isRelabeledDocument(document)
        ? highlights.unresolved(visibleLines(document, 0))
        : [],
    );
  }
}

function nameOf(entry: HighlightedDocument | undefined): string | undefined {
  return entry?.document.uri.path.split('/').at(-1);
}

/** Whether the workspace chose the language of a document, which must not make lookups send more. */
function isRelabeledDocument(document: vscode.TextDocument): boolean {
  const layers = vscode.workspace.getConfiguration('files', document).inspect('associations') ?? {};
  return isRelabeled(layers, document.languageId, (pattern) => vscode.languages.match({ pattern }, document) > 0);
}

function isInScope({ enabled, languages }: HighlightScope, { languageId }: vscode.TextDocument): boolean {
  return enabled && (proseOrLog(languageId) || languages.includes('*') || languages.includes(languageId));
}

/** The required part of VS Code's content change. */
interface ContentChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The changes of one event as replaced lines, from the end of the document to its start. */
export function lineChanges(changes: readonly ContentChange[]): readonly LineChange[] {
  return changes
    .map(({ range, text }) => ({
      from: range.start.line,
      to: range.end.line,
      count: 1 + (text.match(/\r\n|\r|\n/g)?.length ?? 0),
    }))
    .sort((a, b) => b.from - a.from || b.to - a.to);
}

/** The values of `files.associations` by layer; what isn't an object of texts counts as empty. */
interface Associations {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * Whether a workspace, rather than the user, gives a document its language: with `"*.ts": "log"`, it would make
 * automatic lookups send the content of code. `matches` compares a pattern with the document.
 */
export function isRelabeled(
  { globalValue, workspaceValue, workspaceFolderValue }: Associations,
  languageId: string,
  matches: (glob: string) => boolean,
): boolean {
  const own = new Map(entriesOf(globalValue));
  return [...entriesOf(workspaceValue), ...entriesOf(workspaceFolderValue)].some(
    ([pattern, language]) =>
      language === languageId &&
      own.get(pattern) !== language &&
      // A pattern without a slash is compared with the name of the file.
      matches(pattern.includes('/') ? pattern : `**/${pattern}`),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
