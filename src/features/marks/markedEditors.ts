import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { createGlances, type Glances } from '../../core/lookups/visible';
import type { Lookups } from '../../core/lookups/lookups';
import type { IndicatorTools, LoadIndicators } from '../common/indicatorTools';
import { truncateIndicator } from '../common/truncateIndicator';
import { proseOrLog } from '../common/proseOrLog';
import type { MarkedPlaces, MarkSettings } from '../common/settingValues';
import type { StatusNotes } from '../common/statusNotes';
import { visibleText } from '../common/visibleText';
import { uiText } from '../common/ui';
import { mostMarks } from './chooseMarks';
import { documentLines } from './documentLines';
import { blockLines, DocumentMarks } from './documentMarks';
import { lineChanges } from './lineChanges';
import { Painter } from './painter';
import { blocksOf, editorsOf, outwards, visibleLines } from './sight';
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
/** A scroll brings the marks in sight at once, all others when the reader rests so long; milliseconds. */
const settleMillis = 150;
/** Lines that are seen in part do not count as visible. */
const seenInPart = 1;
/** Lines above and below what is in sight that are marked next. */
const margin = 40;
/** Beyond what is in sight a document is searched outwards as far as so many characters. */
const farthestCharacters = 4_000_000;
/** Blocks that are searched between two rests. */
const blocksAtOnce = 4;
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
  /** When the work began last. */
  began?: number;
  /** Whether marks may be shown that are none any more. */
  isStale?: boolean;
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
    // In another language it may stay on the screen.
    for (const editor of editorsOf(document)) this.painter.clear(editor);
    this.say();
  }

  private scrolled({ document }: vscode.TextEditor): void {
    const marked = this.documents.get(document);
    if (marked === undefined) return;
    const since = performance.now() - (marked.began ?? -Infinity);
    // The first turn of the wheel waits for nothing but what was just typed.
    if (marked.timer === undefined && since >= scrollMillis) void this.work(marked);
    else this.schedule(marked, marked.timer === undefined ? scrollMillis - since : scrollMillis);
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const marked = this.documents.get(document);
    if (marked === undefined || contentChanges.length === 0) return;
    marked.work?.abort();
    for (const change of lineChanges(contentChanges)) marked.marks.edited(change);
    for (const editor of editorsOf(document)) this.painter.moved(editor);
    marked.isStale = true;
    this.schedule(marked, typingMillis, true);
  }

  private refreshAll(): void {
    for (const marked of this.documents.values()) {
      marked.marks.refresh(this.parts.settings().level);
      marked.isStale = true;
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
    marked.began = performance.now();
    const slices = new Slices(work.signal);
    if (!(await this.markAround(marked, seenInPart, slices))) return;
    if (!(await this.markAround(marked, margin, slices))) return;
    this.asker.look();
    if (!(await new Slices(work.signal, 0, settleMillis).pause())) return;
    if (!(await this.paint(marked, slices))) return;
    await this.workOutwards(marked, work.signal);
    if (!work.signal.aborted) await this.paint(marked, slices);
  }

  /** Marks what is in sight and so many lines around it. False where the work was called off. */
  private async markAround(marked: Marked, around: number, slices: Slices): Promise<boolean> {
    const { document, marks } = marked;
    const ranges = visibleLines(document, around);
    for (const block of blocksOf(ranges)) if ((await marks.block(block, slices)) === undefined) return false;
    if (slices.isCanceled) return false;
    if (marked.isStale !== true) {
      const inSight = marks.within(ranges);
      if (editorsOf(document).every((editor) => this.painter.add(editor, inSight))) return true;
    } else if (around < margin) return true;
    return this.paint(marked, slices);
  }

  /** From what is in sight up and down, with rests, until the document, the marks or the patience have an end. */
  private async workOutwards({ document, marks }: Marked, signal: AbortSignal): Promise<void> {
    const slices = new Slices(signal, 6, restMillis);
    const lines = documentLines(document);
    let characters = 0;
    let worked = 0;
    for (const block of outwards(visibleLines(document, margin), document.lineCount)) {
      if (!marks.hasBlock(block)) {
        const isTired = worked++ % blocksAtOnce === 0;
        if (isTired && !(await slices.pause())) return;
        if ((await marks.block(block, slices)) === undefined) return;
        // More than are shown: what else there is does not matter now.
        if (marks.count > mostMarks) return;
      }
      characters += blockLines * lines.line(block * blockLines).length;
      if (characters > farthestCharacters) return;
    }
  }

  private async paint(marked: Marked, slices: Slices): Promise<boolean> {
    const { document, marks } = marked;
    const visible = visibleLines(document, 0);
    const nearest = marks.nearest(visible, mostMarks);
    for (const editor of editorsOf(document)) {
      if (!(await this.painter.paint(editor, nearest, visible, slices))) return false;
    }
    marked.isStale = false;
    this.say();
    return true;
  }

  /** Of a URL its host: the line itself shows the rest. */
  private shownValue(value: string): string {
    const { tools } = this;
    if (tools === undefined) return '';
    const host = value.includes('://') ? tools.hostOf({ type: 'url', value })?.value : undefined;
    return truncateIndicator(visibleText(tools.defang(host ?? value)), longestWords);
  }

  /** Says in the status bar's tooltip where there are more marks than are shown. */
  private say(): void {
    const full = [...this.documents.values()].find(({ marks }) => marks.count > mostMarks);
    const name = full?.document.uri.path.split('/').at(-1);
    this.parts.status.set(
      'marks',
      name === undefined
        ? undefined
        : uiText(
            '{0} has more risky indicators than the {1} marks shown; those in view are marked.',
            name,
            mostMarks.toLocaleString('en'),
          ),
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
