import * as vscode from 'vscode';
import { colorId, riskStyle, type RiskColor } from '../common/verdict';
import type { Highlight } from './documentHighlights';

/** Underlines differ in form as well as in colour: not everybody tells the colours apart. */
const borders: Readonly<Record<RiskColor, readonly [style: string, width: string]>> = {
  critical: ['double', '0 0 3px 0'],
  high: ['solid', '0 0 2px 0'],
  medium: ['dashed', '0 0 2px 0'],
  low: ['dotted', '0 0 2px 0'],
  none: ['dotted', '0 0 1px 0'],
  unknown: ['dotted', '0 0 1px 0'],
};

const colors: readonly RiskColor[] = ['critical', 'high', 'medium', 'low'];

/** What a mark looks like: one name a colour, dimmed or not. */
export function underlineKey({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return colorId(riskStyle(risk).color, retired);
}

/** The icon of a line, by its worst mark. */
export function iconName({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return retired ? 'retired' : riskStyle(risk).color;
}

/** The decoration types of VS Code, owned and disposed together; disposing takes every mark away. */
export class HighlightDecorations implements vscode.Disposable {
  /** By {@link underlineKey}. */
  readonly underlines = new Map<string, vscode.TextEditorDecorationType>();
  /** By {@link iconName}; empty where no icons are wanted. */
  readonly icons = new Map<string, vscode.TextEditorDecorationType>();
  readonly endOfLine: vscode.TextEditorDecorationType | undefined;

  constructor(media: vscode.Uri, wanted: { readonly gutter: boolean; readonly endOfLine: boolean }) {
    for (const color of colors) {
      for (const retired of [false, true]) this.underlines.set(colorId(color, retired), underline(color, retired));
    }
    if (wanted.gutter) for (const name of [...colors, 'retired']) this.icons.set(name, icon(media, name));
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
    // VS Code draws a line of its own under links, which would lie upon ours.
    textDecoration: 'none',
    overviewRulerColor: themed,
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function icon(media: vscode.Uri, name: string): vscode.TextEditorDecorationType {
  const of = (theme: string): vscode.Uri => vscode.Uri.joinPath(media, 'gutter', `${name}-${theme}.svg`);
  return vscode.window.createTextEditorDecorationType({
    gutterIconSize: 'contain',
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    light: { gutterIconPath: of('light') },
    dark: { gutterIconPath: of('dark') },
  });
}
