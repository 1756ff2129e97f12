import * as vscode from 'vscode';
import type { LineRange } from '../../core/indicators/incremental';
import type { Indicator } from '../../core/indicators/types';
import { createGlances, type Glances } from '../../core/lookups/visible';
import type { Lookups } from '../../core/lookups/lookups';
import type { IndicatorTools, LoadIndicators } from '../common/indicatorTools';
import { cutIndicator } from '../common/cutIndicator';
import { proseOrLog } from '../common/proseOrLog';
import type { MarkedPlaces, MarkSettings } from '../common/settingValues';
import type { StatusNotes } from '../common/statusNotes';
import { visibleText } from '../common/visibleText';
import { chooseMarks, mostMarks } from './chooseMarks';
import { documentLines } from './documentLines';
import { blockLines, DocumentMarks } from './documentMarks';
import { lineChanges } from './lineChanges';
import { Painter } from './painter';
import { Slices } from './slices';
import { VisibleAsker } from './visibleAsker';

export interface MarkedEditorsParts {
  readonly lookups: Lookups;
  readonly loadIndicators: LoadIndicators;
  readonly settings: () => MarkSettings;
  readonly quietWellKnown: () => boolean;
  /** Whether the mode is `automatic` and there is a service of its own to ask. */
  readonly isAutomatic: () => boolean;
  readonly status: StatusNotes;
  readonly media: vscode.Uri;
}

/** Scrolling and verdicts are followed at this pace, typing when it rests; milliseconds. */
const scrollMillis = 30;
const verdictMillis = 60;
const typingMillis = 120;
/** Lines above and below what is in sight that are marked with it. */
const margin = 40;
/** Beyond what is in sight a document is searched outwards as far as so many lines and characters. */
const farthestLines = 40_000;
const farthestCharacters = 4_000_000;
/** UTF-16 units of an indicator behind a line. */
const longestWords = 32;
/** Lies between two slices of work that nobody waits for. */
const restMillis = 16;

/** What is asked for goes by the text, so texts that are not the user's are left alone: lists of ours, output, settings. */
const neverAskedIn: ReadonlySet<string> = new Set([
  ...['output', 'vscode-userdata', 'vscode-settings', 'vscode-scm', 'comment', 'debug', 'walkThrough'],
  ...['threat-lookups-sent', 'threat-lookups-data'],
]);

interface Marked {
  readonly document: vscode.TextDocument;
  readonly marks: DocumentMarks;
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** When the timer goes off. */
  due?: number;
  work?: AbortController;
}

/** Marks in every editor that is on the screen: what is in sight first, then the rest, and anew when anything changes. */
export class MarkedEditors implements vscode.Disposable {
  private readonly glances: Glances;
  private readonly painter: Painter;
  private readonly asker: VisibleAsker;
  private readonly documents = new Map<vscode.TextDocument, Marked>();
  private readonly listening: readonly vscode.Disposable[];
  private tools: IndicatorTools | undefined;

  constructor(private readonly parts: MarkedEditorsParts) {
    const { lookups, settings } = parts;
    this.glances = createGlances(lookups, parts.quietWellKnown);
    this.painter = new Painter(parts.media, settings(), (value) => this.shownValue(value));
    this.asker = new VisibleAsker({
      inSight: () => (parts.isAutomatic() ? this.openInSight() : []),
      ask: (indicators, options) => lookups.lookUpVisible(indicators, options),
    });
    this.listening = [
      new vscode.Disposable(this.glances.onChanged(() => this.refreshAll())),
      // Another window may have imported something meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.glances.forget();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.follow()),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)),
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event)),
      // Another language closes a document and opens it again.
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (editorsOf(document).length > 0) this.follow();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
    ];
    this.follow();
  }

  /** Other settings: every mark is made anew. */
  reset(): void {
    this.painter.reset(this.parts.settings());
    for (const document of [...this.documents.keys()]) this.forget(document);
    this.follow();
  }

  /** The marks of a document, also of one in which none are shown. */
  async marksOf(document: vscode.TextDocument): Promise<DocumentMarks> {
    const marked = this.documents.get(document);
    return marked === undefined ? this.newMarks(document, await this.parts.loadIndicators()) : marked.marks;
  }

  dispose(): void {
    for (const document of [...this.documents.keys()]) this.forget(document);
    for (const disposable of this.listening) disposable.dispose();
    this.glances.dispose();
    this.asker.dispose();
    this.painter.dispose();
  }

  private newMarks(document: vscode.TextDocument, tools: IndicatorTools): DocumentMarks {
    const finder = tools.incrementalFinder(documentLines(document), { languageId: document.languageId });
    return new DocumentMarks(finder, this.glances, this.parts.settings().level);
  }

  /** Takes in the editors that are on the screen now, and lets go of the others. */
  private follow(): void {
    const shown = new Set(vscode.window.visibleTextEditors.map(({ document }) => document));
    for (const document of [...this.documents.keys()]) if (!shown.has(document)) this.forget(document);
    for (const document of shown) if (isPlace(this.parts.settings(), document)) this.takeIn(document);
    this.asker.look();
  }

  private takeIn(document: vscode.TextDocument): void {
    const { tools } = this;
    if (tools === undefined) {
      void this.parts.loadIndicators().then((loaded) => {
        const isFirst = this.tools === undefined;
        this.tools = loaded;
        if (isFirst) this.follow();
      });
      return;
    }
    const marked = this.documents.get(document) ?? { document, marks: this.newMarks(document, tools) };
    this.documents.set(document, marked);
    this.schedule(marked, 0);
  }

  private forget(document: vscode.TextDocument): void {
    const marked = this.documents.get(document);
    if (marked === undefined) return;
    clearTimeout(marked.timer);
    marked.work?.abort();
    this.documents.delete(document);
    this.say();
  }

  private scrolled({ document }: vscode.TextEditor): void {
    const marked = this.documents.get(document);
    if (marked !== undefined) this.schedule(marked, scrollMillis);
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const marked = this.documents.get(document);
    if (marked === undefined || contentChanges.length === 0) return;
    marked.work?.abort();
    for (const change of lineChanges(contentChanges)) marked.marks.edited(change);
    for (const editor of editorsOf(document)) this.painter.moved(editor);
    this.schedule(marked, typingMillis, true);
  }

  private refreshAll(): void {
    for (const marked of this.documents.values()) {
      marked.marks.refresh(this.parts.settings().level);
      this.schedule(marked, verdictMillis);
    }
  }

  /** Work begins after so long; wishes in between are one. Typing puts it off, nothing else does. */
  private schedule(marked: Marked, millis: number, putOff = false): void {
    const due = performance.now() + millis;
    if (marked.timer !== undefined && !putOff && due >= (marked.due ?? 0)) return;
    clearTimeout(marked.timer);
    marked.due = due;
    marked.timer = setTimeout(() => {
      marked.timer = undefined;
      void this.work(marked);
    }, millis);
  }

  private async work(marked: Marked): Promise<void> {
    marked.work?.abort();
    const work = new AbortController();
    marked.work = work;
    const isWanted = (): boolean => !work.signal.aborted;
    const inSight = visibleLines(marked.document, margin);
    const slices = new Slices(work.signal);
    for (const block of blocksOf(inSight)) {
      if ((await marked.marks.block(block, slices)) === undefined || !isWanted()) return;
    }
    if (!(await this.paint(marked, slices))) return;
    this.asker.look();
    await this.workOutwards(marked, inSight, work.signal);
    if (isWanted()) await this.paint(marked, slices);
  }

  /** From what is in sight up and down, with rests, until the document, the marks or the patience have an end. */
  private async workOutwards(marked: Marked, inSight: readonly LineRange[], signal: AbortSignal): Promise<void> {
    const { document, marks } = marked;
    const slices = new Slices(signal, 6, restMillis);
    const lines = documentLines(document);
    let characters = 0;
    for (const block of outwards(inSight, document.lineCount)) {
      if (!marks.hasBlock(block)) {
        if (!(await slices.pause()) || (await marks.block(block, slices)) === undefined) return;
        // More than are shown: what else there is does not matter now.
        if (marks.all().length > mostMarks) return;
      }
      for (let line = block * blockLines; line < (block + 1) * blockLines; line += 16) {
        characters += 16 * lines.line(line).length;
      }
      if (characters > farthestCharacters) return;
    }
  }

  private async paint({ document, marks }: Marked, slices: Slices): Promise<boolean> {
    const chosen = chooseMarks(marks.all(), visibleLines(document, 0));
    for (const editor of editorsOf(document)) if (!(await this.painter.paint(editor, chosen, slices))) return false;
    this.say();
    return true;
  }

  /** Of a URL its host: the line itself shows the rest. */
  private shownValue(value: string): string {
    const { tools } = this;
    if (tools === undefined) return '';
    const host = value.includes('://') ? tools.hostOf({ type: 'url', value })?.value : undefined;
    return cutIndicator(visibleText(tools.defang(host ?? value)), longestWords);
  }

  /** Says in the status bar's tooltip where there are more marks than are shown. */
  private say(): void {
    const full = [...this.documents.values()].find(({ marks }) => marks.all().length > mostMarks);
    const name = full?.document.uri.path.split('/').at(-1);
    this.parts.status.set(
      'marks',
      name === undefined
        ? undefined
        : `${name} has more risky indicators than the ${mostMarks.toLocaleString('en')} marks shown; those in view are marked.`,
    );
  }

  private openInSight(): Indicator[] {
    const { asks } = this.parts.settings();
    return [...this.documents.values()].flatMap(({ document, marks }) =>
      isPlace(asks, document) && !neverAskedIn.has(document.uri.scheme) ? marks.open(visibleLines(document, 0)) : [],
    );
  }
}

function isPlace({ enabled, languages }: MarkedPlaces, { languageId }: vscode.TextDocument): boolean {
  return enabled && (proseOrLog(languageId) || languages.includes('*') || languages.includes(languageId));
}

function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
}

/** The lines of a document that are in sight in any of its editors, and so many around them. */
function visibleLines(document: vscode.TextDocument, around: number): readonly LineRange[] {
  return editorsOf(document).flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({
      from: Math.max(0, start.line - around),
      to: Math.min(document.lineCount, end.line + 1 + around),
    })),
  );
}

function blocksOf(ranges: readonly LineRange[]): readonly number[] {
  const blocks = new Set<number>();
  for (const { from, to } of ranges) {
    for (let block = Math.floor(from / blockLines); block * blockLines < to; block++) blocks.add(block);
  }
  return [...blocks];
}

/** All blocks of a document as far as it is searched, the nearest to what is in sight first. */
function* outwards(ranges: readonly LineRange[], lineCount: number): Generator<number> {
  const inSight = blocksOf(ranges);
  const last = Math.ceil(lineCount / blockLines) - 1;
  let [up, down] = [Math.min(...inSight, last), Math.max(...inSight, 0)];
  for (let lines = 0; lines < farthestLines && (up > 0 || down < last); lines += blockLines) {
    if (down < last) yield ++down;
    if (up > 0) yield --up;
  }
}
