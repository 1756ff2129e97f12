import * as vscode from 'vscode';
import { type Help, helpAt } from '../../core/explore';
import { markdownString } from '../shared/ui';
import type { Line } from '../shared/text/safeMarkdown';
import { getQueries, rangeIn } from './queryDocuments';
import { t } from '../../l10n';

/** Explains fields, values, keywords, and directives. */
export class HelpHover implements vscode.HoverProvider {
  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const help = helpAt(getQueries(document), document.offsetAt(position));
    if (help === undefined) return undefined;
    return new vscode.Hover(markdownString(linesOf(help)), rangeIn(document, help.range));
  }
}

function linesOf({ word, lines, example }: Help): readonly Line[] {
  const [first, ...others] = lines;
  const head: Line = [
    { kind: 'text', text: word, tone: 'strong' },
    ...(first === undefined ? [] : [{ kind: 'gap' } as const, { kind: 'text', text: first } as const]),
  ];
  return [
    head,
    ...others.map((text): Line => [{ kind: 'text', text }]),
    ...(example === undefined ? [] : [exampleLine(example)]),
  ];
}

function exampleLine(example: string): Line {
  return [
    { kind: 'text', text: t('Example'), tone: 'label' },
    { kind: 'gap' },
    { kind: 'text', text: example, tone: 'code' },
  ];
}
