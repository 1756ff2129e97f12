// The minimum cost of highlights, for benchmarks only: underlines every visible line immediately on scroll, without
// searching the text.
const vscode = require('vscode');
const probe = require('../probe/probe.cjs');

exports.activate = () => {
  probe.activate();
  const underline = vscode.window.createTextEditorDecorationType({
    borderColor: 'red',
    borderStyle: 'solid',
    borderWidth: '0 0 2px 0',
    overviewRulerColor: 'red',
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  const paint = (editor) => {
    const ranges = editor.visibleRanges.flatMap(({ start, end }) => {
      // Partially visible lines don't count as visible.
      const [from, to] = [Math.max(0, start.line - 1), Math.min(editor.document.lineCount, end.line + 2)];
      return Array.from({ length: to - from }, (_, index) => new vscode.Range(from + index, 60, from + index, 80));
    });
    editor.setDecorations(underline, ranges);
  };
  vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => paint(textEditor));
  vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(paint));
  vscode.window.visibleTextEditors.forEach(paint);
};
