import * as vscode from 'vscode';
import { verdictLabel } from '../../core/records/labels/verdict';
import type { CommandId } from '../shared/ids/commands';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { omitPassword } from '../../core/text/omitPassword';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { diagnostic, quickFix, type UiText } from '../shared/ui';
import type { Highlight } from './documentHighlights';
import { uiText } from '../shared/ui/text';

const { Error: error, Warning: warning, Information: information } = vscode.DiagnosticSeverity;
const source = 'Threat Lookups';

/** Highlights in the “Problems” view as well, with actions, if the setting is on. They come and go with the highlights. */
export class Problems implements vscode.CodeActionProvider, vscode.Disposable {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  };
  private readonly collection = vscode.languages.createDiagnosticCollection('threatLookups');
  private readonly shown = new Map<vscode.TextDocument, readonly Highlight[]>();

  constructor(
    private readonly loadIndicators: LoadIndicators,
    private readonly isEnabled: () => boolean,
  ) {}

  /** Shows the highlights of a document; none clears its problems. */
  show(document: vscode.TextDocument, highlights: readonly Highlight[]): void {
    const wanted = this.isEnabled() ? highlights : [];
    if (wanted.length === 0 && !this.shown.has(document)) return;
    if (wanted.length === 0) this.shown.delete(document);
    else this.shown.set(document, wanted);
    void this.publish(document);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const here = this.shown.get(document)?.filter((each) => rangeOf(each).intersection(range) !== undefined) ?? [];
    if (here.length === 0) return [];
    const tools = await this.loadIndicators();
    return here.flatMap((highlight) => {
      const diagnostics = context.diagnostics.filter(
        (each) => each.source === source && each.range.isEqual(rangeOf(highlight)),
      );
      return actionsOf(document, highlight, tools).map((action) => Object.assign(action, { diagnostics }));
    });
  }

  dispose(): void {
    this.collection.dispose();
  }

  private async publish(document: vscode.TextDocument): Promise<void> {
    const { defang } = await this.loadIndicators();
    const highlights = this.shown.get(document) ?? [];
    this.collection.set(
      document.uri,
      highlights.map((highlight) => {
        const text = uiText('{0}: {1}', verdictLabel(highlight), shownName(highlight, defang));
        return Object.assign(diagnostic(rangeOf(highlight), text, severityOf(highlight)), { source });
      }),
    );
  }
}

function severityOf({ risk, retired }: Highlight): vscode.DiagnosticSeverity {
  if (retired) return information;
  if (risk === 'critical' || risk === 'high') return error;
  return risk === 'medium' ? warning : information;
}

function rangeOf({ line, start, endLine, end }: Highlight): vscode.Range {
  return new vscode.Range(line, start, endLine, end);
}

function shownName({ value }: Highlight, defang: IndicatorTools['defang']): string {
  return truncateIndicator(visibleText(defang(omitPassword(value))), 80);
}

function actionsOf(document: vscode.TextDocument, highlight: Highlight, tools: IndicatorTools): vscode.CodeAction[] {
  const indicator = tools.parseIndicator(highlight.value);
  if (indicator === undefined) return [];
  const name = shownName(highlight, tools.defang);
  const run = (title: UiText, command: CommandId): vscode.CodeAction =>
    Object.assign(quickFix(title), { command: { title, command, arguments: [indicator] } });
  return [
    run(uiText('Open Record for {0}', name), 'threatLookups.openRecord'),
    ...defanging(document, highlight, tools, name),
    run(uiText('Ignore {0}…', name), 'threatLookups.ignore'),
  ];
}

/** The action that defangs an indicator, unless it is defanged already, or was edited since. */
function defanging(
  document: vscode.TextDocument,
  highlight: Highlight,
  { inForm, isClickable, parseIndicator }: IndicatorTools,
  name: string,
): vscode.CodeAction[] {
  const raw = document.getText(rangeOf(highlight));
  const defanged = inForm({ raw, defanged: true }, 'refanged') !== undefined;
  const text = defanged && !isClickable(raw) ? undefined : inForm({ raw, defanged }, 'defanged');
  if (text === undefined || parseIndicator(raw)?.value !== highlight.value) return [];
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(highlight), text);
  return [Object.assign(quickFix(uiText('Defang {0}', name)), { edit })];
}
