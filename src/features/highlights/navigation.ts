import * as vscode from 'vscode';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import type { Commands } from '../shared/commands/registerCommand';
import type { HighlightLevel } from '../shared/settings/settingValues';
import { verdictLabel } from '../../core/records/labels/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { uiSentences, withProgress } from '../shared/ui';
import type { EditorHighlighter } from './editorHighlighter';
import { hasCutLine, maxLineLength } from './documentLines';
import { TimeSlices } from './timeSlices';
import { uiText } from '../shared/ui/text';
import { formatNumber } from '../../l10n';
import { blockLines, type DocumentHighlights, type Highlight } from './documentHighlights';

interface Deps {
  readonly editors: Pick<EditorHighlighter, 'highlightsOf'>;
  readonly loadIndicators: LoadIndicators;
  readonly level: () => HighlightLevel;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform'>;
}

/** Registers the commands that go to the next or previous risky indicator, wrapping around at the end. */
export function registerNavigation(deps: Deps): vscode.Disposable {
  let searching: AbortController | undefined;
  const go = async (direction: 'next' | 'previous'): Promise<void> => {
    searching?.abort();
    const own = new AbortController();
    searching = own;
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      deps.notices.inform(uiText('Open a file first.'));
      return;
    }
    const edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === editor.document && contentChanges.length > 0) own.abort();
    });
    try {
      await withProgress(
        { location: vscode.ProgressLocation.Window, title: uiText('Searching for risky indicators…') },
        () => moveTo(deps, editor, direction, own.signal),
      );
    } finally {
      edits.dispose();
    }
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => searching?.abort()),
    deps.commands.register('threatLookups.nextRisky', () => go('next')),
    deps.commands.register('threatLookups.previousRisky', () => go('previous')),
  );
}

async function moveTo(
  { editors, loadIndicators, level, notices }: Deps,
  editor: vscode.TextEditor,
  direction: 'next' | 'previous',
  signal: AbortSignal,
): Promise<void> {
  const { document, selection } = editor;
  const highlights = await editors.highlightsOf(document);
  const highlight = await nextRisky(
    highlights,
    document.lineCount,
    selection.active,
    direction,
    new TimeSlices(signal),
  );
  if (highlight === 'canceled') return;
  if (highlight === undefined) {
    const isCut = hasCutLine(document);
    notices.inform(
      uiSentences(
        {
          critical: () => uiText('No indicators with critical risk in this document.'),
          high: () => uiText('No indicators with high or critical risk in this document.'),
          medium: () => uiText('No indicators with medium or higher risk in this document.'),
          low: () => uiText('No indicators with known risk in this document.'),
        }[level()](),
        isCut
          ? uiText(
              'Only the first {0} characters of long lines were searched. Triage reads whole lines.',
              formatNumber(maxLineLength),
            )
          : undefined,
      ),
    );
    return;
  }
  const position = new vscode.Position(highlight.line, highlight.start);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(
    new vscode.Range(position, new vscode.Position(highlight.endLine, highlight.end)),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
  const { defang } = await loadIndicators();
  notices.inform(
    uiText('{0}: {1}', verdictLabel(highlight), truncateIndicator(visibleText(defang(highlight.value)), 80)),
  );
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * Returns the first highlight after or before a position, wrapping around up to the position itself; undefined without
 * highlights, `canceled` if canceled.
 */
export async function nextRisky(
  highlights: DocumentHighlights,
  lineCount: number,
  at: Position,
  direction: 'next' | 'previous',
  timeSlices: TimeSlices,
): Promise<Highlight | 'canceled' | undefined> {
  const blocks = Math.ceil(lineCount / blockLines);
  const own = Math.floor(at.line / blockLines);
  const step = direction === 'next' ? 1 : -1;
  // The position's own block comes first and again last, for highlights on its other side.
  for (let count = 0; count <= blocks; count++) {
    const found = await highlights.block((((own + step * count) % blocks) + blocks) % blocks, timeSlices);
    if (found === undefined) return 'canceled';
    const ordered = direction === 'next' ? found : [...found].reverse();
    const isFuture = (highlight: Highlight): boolean => {
      const lies = compare(highlight, at) * step;
      return count === 0 ? lies > 0 : count < blocks || lies <= 0;
    };
    const highlight = ordered.find(isFuture);
    if (highlight !== undefined) return highlight;
    if (timeSlices.shouldYield() && !(await timeSlices.pause())) return 'canceled';
  }
  return undefined;
}

function compare({ line, start }: Highlight, at: Position): number {
  return line - at.line || start - at.character;
}
