import * as vscode from 'vscode';
import type { Mark } from './documentMarks';
import { iconOf, lookOf, MarkLooks } from './markLooks';
import { byLine, endOfLineWords, worstFirst } from './markWords';
import type { Slices } from './slices';

type Wanted = Map<vscode.TextEditorDecorationType, vscode.DecorationOptions[]>;

/** Puts marks into editors; what an editor shows already is not sent again. */
export class Painter implements vscode.Disposable {
  private looks: MarkLooks;
  /** What each editor shows, by decoration type. */
  private shown = new WeakMap<vscode.TextEditor, Map<vscode.TextEditorDecorationType, string>>();

  constructor(
    private readonly media: vscode.Uri,
    wanted: { readonly gutter: boolean; readonly endOfLine: boolean },
    /** An indicator as it is shown behind a line. */
    private readonly shownValue: (value: string) => string,
  ) {
    this.looks = new MarkLooks(media, wanted);
  }

  /** Other forms of marks from now on; those that stand go. */
  reset(wanted: { readonly gutter: boolean; readonly endOfLine: boolean }): void {
    this.looks.dispose();
    this.looks = new MarkLooks(this.media, wanted);
    this.shown = new WeakMap();
  }

  /**
   * A thousand marks take VS Code's host tens of milliseconds: others get their turn between the kinds of them. False
   * where the work was called off.
   */
  async paint(editor: vscode.TextEditor, marks: readonly Mark[], slices: Slices): Promise<boolean> {
    const wanted = this.decorations(editor.document, marks);
    const shown = this.shown.get(editor) ?? new Map<vscode.TextEditorDecorationType, string>();
    this.shown.set(editor, shown);
    for (const type of this.looks.all()) {
      if (slices.enough() && !(await slices.pause())) return false;
      const options = wanted.get(type) ?? [];
      const words = options.length === 0 ? '' : JSON.stringify(options);
      if ((shown.get(type) ?? '') === words) continue;
      editor.setDecorations(type, options);
      if (words === '') shown.delete(type);
      else shown.set(type, words);
    }
    return true;
  }

  /** The document was edited: what stands there moved with the text and is not what was painted. */
  moved(editor: vscode.TextEditor): void {
    const before = this.shown.get(editor);
    if (before !== undefined) this.shown.set(editor, new Map([...before].map(([type]) => [type, 'moved'])));
  }

  dispose(): void {
    this.looks.dispose();
  }

  private decorations(document: vscode.TextDocument, marks: readonly Mark[]): Wanted {
    const wanted: Wanted = new Map();
    const add = (type: vscode.TextEditorDecorationType | undefined, options: vscode.DecorationOptions): void => {
      if (type === undefined) return;
      const same = wanted.get(type);
      if (same === undefined) wanted.set(type, [options]);
      else same.push(options);
    };
    const { underlines, icons, endOfLine } = this.looks;
    for (const mark of marks) {
      add(underlines.get(lookOf(mark)), { range: new vscode.Range(mark.line, mark.start, mark.endLine, mark.end) });
    }
    if (icons.size === 0 && endOfLine === undefined) return wanted;
    for (const [line, here] of byLine(marks)) {
      const [worst] = [...here].sort(worstFirst);
      if (worst === undefined) continue;
      add(icons.get(iconOf(worst)), { range: new vscode.Range(line, 0, line, 0) });
      const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
      const color = new vscode.ThemeColor(lookOf(worst));
      const after = {
        contentText: endOfLineWords(here, this.shownValue),
        color,
        margin: '0 0 0 1em',
        fontStyle: 'italic',
      };
      add(endOfLine, { range: new vscode.Range(end, end), renderOptions: { after } });
    }
    return wanted;
  }
}
