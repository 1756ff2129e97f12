import * as vscode from 'vscode';
import type { LineRange } from '../../core/indicators/detect/incremental';
import { endOfLineText, untrusted } from '../shared/ui';
import type { Highlight } from './documentHighlights';
import { byLine, endOfLineLabel, worstFirst } from './highlightLabels';
import type { TimeSlices } from './timeSlices';
import { colorId, riskStyle, type RiskColor } from '../../core/records/labels/verdict';
import { selectHighlights, maxHighlights } from './selectHighlights';

/** A position in the overview ruler; `full` is all of its width. */
type RulerLane = 'left' | 'center' | 'right' | 'full';

const laneOf: Readonly<Record<RiskColor, RulerLane>> = {
  critical: 'full',
  high: 'left',
  medium: 'center',
  low: 'right',
  none: 'right',
  unknown: 'right',
};

/** Returns the overview ruler's lane for a highlight, so that marks differ in place as well as in color. */
export function rulerLane(color: RiskColor, retired: boolean): RulerLane {
  return retired ? 'right' : laneOf[color];
}

/**
 * The highlights of an editor in two layers, since VS Code receives each layer as a whole: the many that stay until
 * scrolling pauses, and the few that scrolling adds, so that they appear immediately. No line is in both.
 */
export interface Layers {
  readonly base: readonly Highlight[];
  readonly overlay: readonly Highlight[];
}

export const noLayers: Layers = { base: [], overlay: [] };

/** The maximum size of the overlay: a fifth of all takes a fifth of the time. */
export const maxOverlay = 200;

/** Distributes highlights. If there are more than can be shown, the farthest ones make room for scrolling. */
export function arrangeLayers(highlights: readonly Highlight[], visible: readonly LineRange[]): Layers {
  const chosen = selectHighlights(highlights, visible);
  const nearest = selectHighlights(chosen, visible, maxHighlights - maxOverlay);
  if (nearest.length === chosen.length) return { base: chosen, overlay: [] };
  const near = new Set(nearest);
  const splitLines = new Set(chosen.filter((highlight) => !near.has(highlight)).map(({ line }) => line));
  const overlay = chosen.filter(({ line }) => splitLines.has(line));
  if (overlay.length > maxOverlay) return { base: chosen, overlay: [] };
  return { base: chosen.filter(({ line }) => !splitLines.has(line)), overlay };
}

/**
 * Adds visible highlights: the base layer stays, and as much of the overlay as there is room for. Undefined if the
 * layers must be rearranged.
 */
export function addVisible(layers: Layers, inView: readonly Highlight[]): Layers | undefined {
  const { base, overlay } = layers;
  const isInBase = new Set(base);
  const fresh = inView.filter((highlight) => !isInBase.has(highlight));
  const isInOverlay = new Set(overlay);
  if (fresh.every((highlight) => isInOverlay.has(highlight))) return layers;
  const room = Math.min(maxOverlay, maxHighlights - base.length);
  if (fresh.length > room) return undefined;
  const lines = new Set(fresh.map(({ line }) => line));
  if (base.some(({ line }) => lines.has(line))) return undefined;
  const others = overlay.filter(({ line }) => !lines.has(line));
  return { base, overlay: others.length + fresh.length <= room ? [...others, ...fresh] : fresh };
}

/** Underlines differ in shape as well as in color, for readers who can't distinguish the colors. */
const borders: Readonly<Record<RiskColor, readonly [style: string, width: string]>> = {
  critical: ['double', '0 0 3px 0'],
  high: ['solid', '0 0 2px 0'],
  medium: ['dashed', '0 0 2px 0'],
  low: ['dotted', '0 0 2px 0'],
  none: ['dotted', '0 0 1px 0'],
  unknown: ['dotted', '0 0 1px 0'],
};

const lanes: Readonly<Record<RulerLane, vscode.OverviewRulerLane>> = {
  left: vscode.OverviewRulerLane.Left,
  center: vscode.OverviewRulerLane.Center,
  right: vscode.OverviewRulerLane.Right,
  full: vscode.OverviewRulerLane.Full,
};

const colors: readonly RiskColor[] = ['critical', 'high', 'medium', 'low'];

/** The key of an underline: one per color, dimmed or not. */
function underlineKey({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return colorId(riskStyle(risk).color, retired);
}

/** The gutter icon of a line, by its most severe highlight. */
function iconName({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return retired ? 'retired' : riskStyle(risk).color;
}

/** Decoration types of VS Code, owned and disposed together; disposing removes all highlights. */
class HighlightDecorations implements vscode.Disposable {
  /** By {@link underlineKey}. */
  readonly underlines = new Map<string, vscode.TextEditorDecorationType>();
  /** By {@link iconName}; empty if gutter icons are off. */
  readonly icons = new Map<string, vscode.TextEditorDecorationType>();
  readonly endOfLine: vscode.TextEditorDecorationType | undefined;

  constructor(wanted: { readonly gutter: boolean; readonly endOfLine: boolean }) {
    for (const color of colors) {
      for (const retired of [false, true]) this.underlines.set(colorId(color, retired), underline(color, retired));
    }
    if (wanted.gutter) for (const [name, type] of icons()) this.icons.set(name, type);
    if (wanted.endOfLine) {
      const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
      this.endOfLine = vscode.window.createTextEditorDecorationType({ rangeBehavior });
    }
  }

  all(): readonly vscode.TextEditorDecorationType[] {
    return [...this.underlines.values(), ...this.icons.values(), ...(this.endOfLine ? [this.endOfLine] : [])];
  }

  dispose(): void {
    for (const type of this.all()) type.dispose();
  }
}

function underline(color: RiskColor, retired: boolean): vscode.TextEditorDecorationType {
  const themed = new vscode.ThemeColor(colorId(color, retired));
  const [style, width] = borders[color];
  return vscode.window.createTextEditorDecorationType({
    borderColor: themed,
    borderStyle: retired ? 'dotted' : style,
    borderWidth: width,
    // VS Code underlines links itself, which would overlap with this underline.
    textDecoration: 'none',
    overviewRulerColor: themed,
    overviewRulerLane: lanes[rulerLane(color, retired)],
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

const circle = (color: string): string =>
  `<circle cx="8" cy="8" r="5.5" fill="none" stroke="${color}" stroke-width="1.5"/>`;
const line = (color: string, path: string): string =>
  `<path fill="none" stroke="${color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`;
const flame =
  'M8.6 1.2c.4 2.4 3.9 4.2 3.9 8.1a4.5 4.5 0 0 1-9 0c0-1.9.9-3.1 1.7-4 .2 1.3.8 2 1.5 2.2-.4-2.3.2-4.7 1.9-6.3z';

/** Icons by {@link iconName}: the color in light and in dark themes, and the shapes, which also differ. */
const iconShapes = new Map<string, readonly [light: string, dark: string, shapes: (color: string) => string]>([
  ['critical', ['#a8005c', '#ff6ba8', (color) => `<path fill="${color}" d="${flame}"/>`]],
  ['high', ['#c5221f', '#ff7b72', (color) => circle(color) + line(color, 'm6 6 4 4m0-4-4 4')]],
  ['medium', ['#8f5200', '#f0a83c', (color) => line(color, 'M8 2.5 14 13H2zM8 6.5v3m0 1.7v.1')]],
  ['low', ['#0b62b8', '#6cb6ff', (color) => circle(color) + line(color, 'M8 7.5v3M8 5.2v.1')]],
  ['retired', ['#5f5f5f', '#b0b0b0', (color) => circle(color) + line(color, 'M8 5v3l2 1.5')]],
]);

function icons(): readonly (readonly [name: string, icon: vscode.TextEditorDecorationType])[] {
  return [...iconShapes].map(([name, [light, dark, shapes]]) => {
    const of = (color: string): { readonly gutterIconPath: vscode.Uri } => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${shapes(color)}</svg>`;
      return { gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`) };
    };
    const type = vscode.window.createTextEditorDecorationType({
      gutterIconSize: 'contain',
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      light: of(light),
      dark: of(dark),
    });
    return [name, type];
  });
}

/** Optional decorations besides underlines. */
interface Forms {
  readonly gutter: boolean;
  readonly endOfLine: boolean;
}

type Decorations = readonly vscode.Range[] | readonly vscode.DecorationOptions[];
type Wanted = ReadonlyMap<vscode.TextEditorDecorationType, Decorations>;

/** The highlights that an editor shows. */
interface Shown {
  /** Undefined after an edit or an interrupted update. */
  layers: Layers | undefined;
  /** The last decorations of each type, as text. */
  readonly sent: Map<vscode.TextEditorDecorationType, string>;
}

/** Shows highlights in editors, without resending unchanged ones. */
export class Painter implements vscode.Disposable {
  private decorationTypes: Readonly<Record<keyof Layers, HighlightDecorations>>;
  private shown = new WeakMap<vscode.TextEditor, Shown>();

  constructor(
    wanted: Forms,
    /** An indicator as shown at the end of a line. */
    private readonly shownValue: (value: string) => string,
  ) {
    this.decorationTypes = this.createDecorationTypes(wanted);
  }

  /** Uses other decorations from now on, and removes the present ones. */
  reset(wanted: Forms): void {
    this.disposeDecorationTypes();
    this.decorationTypes = this.createDecorationTypes(wanted);
    this.shown = new WeakMap();
  }

  /**
   * Shows the nearest highlights and no others. A thousand take VS Code's host tens of milliseconds, so it yields
   * between types. False if canceled.
   */
  async paint(
    editor: vscode.TextEditor,
    highlights: readonly Highlight[],
    visible: readonly LineRange[],
    timeSlices: TimeSlices,
  ): Promise<boolean> {
    const shown = this.shownIn(editor);
    const layers = arrangeLayers(highlights, visible);
    const base = this.decorations(editor.document, layers.base, this.decorationTypes.base);
    const overlay = this.decorations(editor.document, layers.overlay, this.decorationTypes.overlay);
    const overlayTypes = this.decorationTypes.overlay.all();
    shown.layers = undefined;
    for (const [index, type] of this.decorationTypes.base.all().entries()) {
      if (timeSlices.shouldYield() && !(await timeSlices.pause())) return false;
      // Highlights change layers: both are sent together, so that none appears twice or flickers.
      send(editor, shown, type, base);
      const other = overlayTypes[index];
      if (other !== undefined) send(editor, shown, other, overlay);
    }
    shown.layers = layers;
    return true;
  }

  /** Shows these few additional highlights immediately. False if {@link paint} is needed. */
  add(editor: vscode.TextEditor, inView: readonly Highlight[]): boolean {
    const shown = this.shownIn(editor);
    const layers = shown.layers && addVisible(shown.layers, inView);
    if (layers === undefined) return false;
    if (layers !== shown.layers) {
      shown.layers = layers;
      const overlay = this.decorations(editor.document, layers.overlay, this.decorationTypes.overlay);
      for (const type of this.decorationTypes.overlay.all()) send(editor, shown, type, overlay);
    }
    return true;
  }

  /** After an edit, decorations have moved with the text. */
  moved(editor: vscode.TextEditor): void {
    const shown = this.shown.get(editor);
    if (shown === undefined) return;
    shown.layers = undefined;
    for (const type of shown.sent.keys()) shown.sent.set(type, 'moved');
  }

  /** Removes all highlights. */
  clear(editor: vscode.TextEditor): void {
    for (const type of this.shown.get(editor)?.sent.keys() ?? []) editor.setDecorations(type, []);
    this.shown.delete(editor);
  }

  dispose(): void {
    this.disposeDecorationTypes();
  }

  private createDecorationTypes(wanted: Forms): Readonly<Record<keyof Layers, HighlightDecorations>> {
    return {
      base: new HighlightDecorations(wanted),
      overlay: new HighlightDecorations(wanted),
    };
  }

  private disposeDecorationTypes(): void {
    this.decorationTypes.base.dispose();
    this.decorationTypes.overlay.dispose();
  }

  private shownIn(editor: vscode.TextEditor): Shown {
    const existing = this.shown.get(editor);
    if (existing !== undefined) return existing;
    const fresh: Shown = { layers: noLayers, sent: new Map() };
    this.shown.set(editor, fresh);
    return fresh;
  }

  private decorations(
    document: vscode.TextDocument,
    highlights: readonly Highlight[],
    decorationTypes: HighlightDecorations,
  ): Wanted {
    // VS Code processes plain ranges much faster than options.
    const ranges = new Map<vscode.TextEditorDecorationType, vscode.Range[]>();
    const add = (type: vscode.TextEditorDecorationType | undefined, range: vscode.Range): void => {
      if (type === undefined) return;
      const same = ranges.get(type);
      if (same === undefined) ranges.set(type, [range]);
      else same.push(range);
    };
    const { underlines, icons, endOfLine } = decorationTypes;
    for (const highlight of highlights) {
      add(
        underlines.get(underlineKey(highlight)),
        new vscode.Range(highlight.line, highlight.start, highlight.endLine, highlight.end),
      );
    }
    if (icons.size === 0 && endOfLine === undefined) return ranges;
    const labels: vscode.DecorationOptions[] = [];
    for (const [line, here] of byLine(highlights)) {
      const [worst] = [...here].sort(worstFirst);
      if (worst === undefined) continue;
      add(icons.get(iconName(worst)), new vscode.Range(line, 0, line, 0));
      if (endOfLine !== undefined) labels.push(this.endOfLineText(document, line, here, worst));
    }
    return endOfLine === undefined
      ? ranges
      : new Map<vscode.TextEditorDecorationType, Decorations>([...ranges, [endOfLine, labels]]);
  }

  private endOfLineText(
    document: vscode.TextDocument,
    line: number,
    here: readonly Highlight[],
    worst: Highlight,
  ): vscode.DecorationOptions {
    const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
    const after = endOfLineText(untrusted(endOfLineLabel(here, this.shownValue)), {
      color: new vscode.ThemeColor(underlineKey(worst)),
      margin: '0 0 0 1em',
      fontStyle: 'italic',
    });
    return { range: new vscode.Range(end, end), renderOptions: { after } };
  }
}

function send(editor: vscode.TextEditor, { sent }: Shown, type: vscode.TextEditorDecorationType, wanted: Wanted): void {
  const decorations = wanted.get(type) ?? [];
  const text = decorations.map((one) => (one instanceof vscode.Range ? rangeKey(one) : JSON.stringify(one))).join();
  if ((sent.get(type) ?? '') === text) return;
  editor.setDecorations(type, decorations);
  if (text === '') sent.delete(type);
  else sent.set(type, text);
}

function rangeKey({ start, end }: vscode.Range): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
