import * as vscode from 'vscode';
import type { Lookups } from '../../core/lookups/lookups';
import { riskStyle } from '../../core/records/labels/verdict';
import type { CommandId } from '../shared/ids/commands';
import type { HighlightSettings } from '../shared/settings/settingValues';
import { codeLens, type UiText } from '../shared/ui';
import { documentLines } from './documentLines';
import type { EditorHighlighter } from './editorHighlighter';
import { TimeSlices } from './timeSlices';
import { uiPlural, uiText } from '../shared/ui/text';
import type { LineSource } from '../../core/indicators/detect/incremental';
import { blockLines, type DocumentHighlights, type Highlight } from './documentHighlights';
import { worstFirst } from './highlightLabels';

/** The risky indicators of a document. */
interface RiskSummary {
  /** Each indicator counts once. */
  readonly count: number;
  readonly worst: Highlight;
  /** The end of the document wasn't searched. */
  readonly isPartial: boolean;
}

/** How much of a document is searched, in characters. */
const maxCharacters = 4_000_000;

/** Sums up the highlights from the start of a document; undefined if there are none, or if canceled. */
export async function riskSummary(
  highlights: Pick<DocumentHighlights, 'block' | 'hasBlock'>,
  lines: LineSource,
  timeSlices: TimeSlices,
  max = maxCharacters,
): Promise<RiskSummary | undefined> {
  const worstByValue = new Map<string, Highlight>();
  let characters = 0;
  let block = 0;
  for (; block * blockLines < lines.lineCount && characters <= max; block++) {
    if (!highlights.hasBlock(block) && timeSlices.shouldYield() && !(await timeSlices.pause())) return undefined;
    const found = await highlights.block(block, timeSlices);
    if (found === undefined) return undefined;
    for (const highlight of found) {
      const existing = worstByValue.get(highlight.value);
      if (existing === undefined || worstFirst(highlight, existing) < 0) worstByValue.set(highlight.value, highlight);
    }
    characters += blockLines * lines.line(block * blockLines).length;
  }
  const [worst] = [...worstByValue.values()].sort(worstFirst);
  if (worst === undefined) return undefined;
  return { count: worstByValue.size, worst, isPartial: block * blockLines < lines.lineCount };
}

/** Waits for further verdicts, and for highlights to follow them; milliseconds. */
const verdictMillis = 300;
/** Work and rest of the search, in milliseconds. */
const [sliceMillis, restMillis] = [6, 16];

const languages: readonly string[] = ['log', 'plaintext'];
/** Documents in which the user reads and works; sections of large logs have lenses of their own. */
const schemes: readonly string[] = [
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'threat-lookups-unpacked',
  'threat-lookups-sample',
];

/**
 * A line above a log or a plain text with the risky indicators that memory and the local store know. Nothing is sent,
 * and nothing is shown without such indicators. A new line would move the text under an open hover: it waits until the
 * user continues.
 */
export class SummaryLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly stop: () => void;
  private readonly events: vscode.Disposable;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Documents with a summary; a change of theirs moves no line. */
  private readonly summarized = new WeakSet<vscode.TextDocument>();
  private isDue = false;
  private isAwaited = false;

  constructor(
    private readonly editors: Pick<EditorHighlighter, 'highlightsOf'>,
    lookups: Pick<Lookups, 'onChanged'>,
    private readonly settings: () => HighlightSettings,
    /** Whether verdicts arrive without an action of the user: mode `automatic`. */
    private readonly isAutomatic: () => boolean,
  ) {
    this.stop = lookups.onChanged((key) => {
      // A list or an import, not the verdict of a hover.
      if (key === undefined) this.isAwaited = true;
      this.timer ??= setTimeout(() => this.refreshIfSteady(), verdictMillis);
    });
    const goesOn = (): void => {
      if (this.isDue) this.refresh();
    };
    this.events = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(goesOn),
      vscode.window.onDidChangeTextEditorSelection(goesOn),
      vscode.window.onDidChangeTextEditorVisibleRanges(goesOn),
    );
  }

  /** Updates all summaries. */
  refresh(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = this.isAwaited = false;
    this.changed.fire();
  }

  private refreshIfSteady(): void {
    const isSteady = vscode.window.visibleTextEditors
      .filter(({ document }) => isSummarized(document))
      .every(({ document }) => this.summarized.has(document));
    if (isSteady || this.isAwaited || this.isAutomatic()) this.refresh();
    else {
      this.timer = undefined;
      this.isDue = true;
    }
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const { enabled, summary } = this.settings();
    if (!enabled || !summary || !isSummarized(document)) return [];
    const ending = new AbortController();
    const canceling = token.onCancellationRequested(() => ending.abort());
    try {
      const highlights = await this.editors.highlightsOf(document);
      const slices = new TimeSlices(ending.signal, sliceMillis, restMillis);
      const found = await riskSummary(highlights, documentLines(document), slices);
      if (found === undefined) {
        if (!ending.signal.aborted) this.summarized.delete(document);
        return [];
      }
      this.summarized.add(document);
      const range = new vscode.Range(0, 0, 0, 0);
      const lens = (title: UiText, command: CommandId | '', ...args: readonly unknown[]): vscode.CodeLens =>
        codeLens(range, { title, command, arguments: [...args] });
      const risk = riskStyle(found.worst.risk).short;
      return [
        lens(
          found.isPartial
            ? uiPlural(
                found.count,
                {
                  one: 'At least {0} highlighted indicator, risk: {1}',
                  other: 'At least {0} highlighted indicators, highest risk: {1}',
                },
                risk,
              )
            : uiPlural(
                found.count,
                { one: '{0} highlighted indicator, risk: {1}', other: '{0} highlighted indicators, highest risk: {1}' },
                risk,
              ),
          '',
        ),
        lens(uiText('Next'), 'threatLookups.nextRisky'),
        lens(uiText('Triage'), 'threatLookups.triage', document.uri),
      ];
    } finally {
      canceling.dispose();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.stop();
    this.events.dispose();
    this.changed.dispose();
  }
}

function isSummarized({ languageId, uri }: vscode.TextDocument): boolean {
  return languages.includes(languageId) && schemes.includes(uri.scheme);
}
