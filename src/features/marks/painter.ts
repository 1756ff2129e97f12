import * as vscode from 'vscode';
import type { LineRange } from '../../core/indicators/incremental';
import { wordsBehind, foreign } from '../common/ui';
import type { Mark } from './documentMarks';
import { type Layers, noLayers, settled, withSight } from './layers';
import { iconOf, lookOf, MarkLooks } from './markLooks';
import { byLine, endOfLineWords, worstFirst } from './markWords';
import type { Slices } from './slices';

/** The forms that are wanted beside underlines. */
interface Forms {
  readonly gutter: boolean;
  readonly endOfLine: boolean;
}

type Decorations = readonly vscode.Range[] | readonly vscode.DecorationOptions[];
type Wanted = ReadonlyMap<vscode.TextEditorDecorationType, Decorations>;

/** What an editor shows. */
interface Shown {
  /** Undefined where it was edited since, or a repainting was broken off. */
  layers: Layers | undefined;
  /** What was sent last of each type, as text. */
  readonly sent: Map<vscode.TextEditorDecorationType, string>;
}

/** Puts marks into editors; what an editor shows already is not sent again. */
export class Painter implements vscode.Disposable {
  private looks: Readonly<Record<keyof Layers, MarkLooks>>;
  private shown = new WeakMap<vscode.TextEditor, Shown>();

  constructor(
    private readonly media: vscode.Uri,
    wanted: Forms,
    /** An indicator as it is shown behind a line. */
    private readonly shownValue: (value: string) => string,
  ) {
    this.looks = this.newLooks(wanted);
  }

  /** Other forms of marks from now on; those that stand go. */
  reset(wanted: Forms): void {
    this.disposeLooks();
    this.looks = this.newLooks(wanted);
    this.shown = new WeakMap();
  }

  /**
   * Shows the nearest of these marks and no others. A thousand marks take VS Code's host tens of milliseconds: others get
   * their turn between the kinds of them. False where the work was called off.
   */
  async paint(
    editor: vscode.TextEditor,
    marks: readonly Mark[],
    visible: readonly LineRange[],
    slices: Slices,
  ): Promise<boolean> {
    const shown = this.shownIn(editor);
    const layers = settled(marks, visible);
    const standing = this.decorations(editor.document, layers.standing, this.looks.standing);
    const quick = this.decorations(editor.document, layers.quick, this.looks.quick);
    const quickTypes = this.looks.quick.all();
    shown.layers = undefined;
    for (const [index, type] of this.looks.standing.all().entries()) {
      if (slices.enough() && !(await slices.pause())) return false;
      // Marks change layers: both are sent in one go, so that none is seen twice or blinks.
      send(editor, shown, type, standing);
      const other = quickTypes[index];
      if (other !== undefined) send(editor, shown, other, quick);
    }
    shown.layers = layers;
    return true;
  }

  /** Shows these marks as well, which are few, at once. False where {@link paint} has to do it. */
  add(editor: vscode.TextEditor, inSight: readonly Mark[]): boolean {
    const shown = this.shownIn(editor);
    const layers = shown.layers && withSight(shown.layers, inSight);
    if (layers === undefined) return false;
    if (layers !== shown.layers) {
      shown.layers = layers;
      const quick = this.decorations(editor.document, layers.quick, this.looks.quick);
      for (const type of this.looks.quick.all()) send(editor, shown, type, quick);
    }
    return true;
  }

  /** The document was edited: what stands there moved with the text and is not what was painted. */
  moved(editor: vscode.TextEditor): void {
    const shown = this.shown.get(editor);
    if (shown === undefined) return;
    shown.layers = undefined;
    for (const type of shown.sent.keys()) shown.sent.set(type, 'moved');
  }

  /** Takes all marks away. */
  clear(editor: vscode.TextEditor): void {
    for (const type of this.shown.get(editor)?.sent.keys() ?? []) editor.setDecorations(type, []);
    this.shown.delete(editor);
  }

  dispose(): void {
    this.disposeLooks();
  }

  private newLooks(wanted: Forms): Readonly<Record<keyof Layers, MarkLooks>> {
    return { standing: new MarkLooks(this.media, wanted), quick: new MarkLooks(this.media, wanted) };
  }

  private disposeLooks(): void {
    this.looks.standing.dispose();
    this.looks.quick.dispose();
  }

  private shownIn(editor: vscode.TextEditor): Shown {
    const held = this.shown.get(editor);
    if (held !== undefined) return held;
    const fresh: Shown = { layers: noLayers, sent: new Map() };
    this.shown.set(editor, fresh);
    return fresh;
  }

  private decorations(document: vscode.TextDocument, marks: readonly Mark[], looks: MarkLooks): Wanted {
    // VS Code takes bare ranges much faster than options.
    const ranges = new Map<vscode.TextEditorDecorationType, vscode.Range[]>();
    const add = (type: vscode.TextEditorDecorationType | undefined, range: vscode.Range): void => {
      if (type === undefined) return;
      const same = ranges.get(type);
      if (same === undefined) ranges.set(type, [range]);
      else same.push(range);
    };
    const { underlines, icons, endOfLine } = looks;
    for (const mark of marks) {
      add(underlines.get(lookOf(mark)), new vscode.Range(mark.line, mark.start, mark.endLine, mark.end));
    }
    if (icons.size === 0 && endOfLine === undefined) return ranges;
    const words: vscode.DecorationOptions[] = [];
    for (const [line, here] of byLine(marks)) {
      const [worst] = [...here].sort(worstFirst);
      if (worst === undefined) continue;
      add(icons.get(iconOf(worst)), new vscode.Range(line, 0, line, 0));
      if (endOfLine !== undefined) words.push(this.wordsBehind(document, line, here, worst));
    }
    return endOfLine === undefined
      ? ranges
      : new Map<vscode.TextEditorDecorationType, Decorations>([...ranges, [endOfLine, words]]);
  }

  private wordsBehind(
    document: vscode.TextDocument,
    line: number,
    here: readonly Mark[],
    worst: Mark,
  ): vscode.DecorationOptions {
    const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
    const after = wordsBehind(foreign(endOfLineWords(here, this.shownValue)), {
      color: new vscode.ThemeColor(lookOf(worst)),
      margin: '0 0 0 1em',
      fontStyle: 'italic',
    });
    return { range: new vscode.Range(end, end), renderOptions: { after } };
  }
}

function send(editor: vscode.TextEditor, { sent }: Shown, type: vscode.TextEditorDecorationType, wanted: Wanted): void {
  const decorations = wanted.get(type) ?? [];
  const text = decorations.map((one) => (one instanceof vscode.Range ? placeOf(one) : JSON.stringify(one))).join();
  if ((sent.get(type) ?? '') === text) return;
  editor.setDecorations(type, decorations);
  if (text === '') sent.delete(type);
  else sent.set(type, text);
}

function placeOf({ start, end }: vscode.Range): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
