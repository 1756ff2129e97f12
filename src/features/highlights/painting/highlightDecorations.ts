import * as vscode from 'vscode';
import { colorId, riskStyle, type RiskColor } from '../../shared/format/verdict';
import type { Highlight } from '../documentHighlights';
import { rulerLane, type RulerLane } from './rulerLane';

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
export function underlineKey({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return colorId(riskStyle(risk).color, retired);
}

/** The gutter icon of a line, by its most severe highlight. */
export function iconName({ risk, retired }: Pick<Highlight, 'risk' | 'retired'>): string {
  return retired ? 'retired' : riskStyle(risk).color;
}

/** Decoration types of VS Code, owned and disposed together; disposing removes all highlights. */
export class HighlightDecorations implements vscode.Disposable {
  /** By {@link underlineKey}. */
  readonly underlines = new Map<string, vscode.TextEditorDecorationType>();
  /** By {@link iconName}; empty if gutter icons are off. */
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
    // VS Code underlines links itself, which would overlap with this underline.
    textDecoration: 'none',
    overviewRulerColor: themed,
    overviewRulerLane: lanes[rulerLane(color, retired)],
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
