import * as vscode from 'vscode';
import {
  diagnoseFile,
  diagnoseQuery,
  type DiagnosticSeverity,
  type FileQuery,
  type QueryDiagnostic,
} from '../../core/explore';
import { diagnostic, untrusted } from '../shared/ui';
import { getQueries, queryLanguage, rangeIn } from './queryDocuments';
import { t } from '../../l10n';

/** Delay after typing. */
const pauseMillis = 250;

const severities: Readonly<Record<DiagnosticSeverity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

const known = new WeakMap<FileQuery, readonly QueryDiagnostic[]>();

/** Diagnostics of a document; unchanged sections are cached. */
export function getDiagnostics(document: vscode.TextDocument, now: number): readonly QueryDiagnostic[] {
  const file = getQueries(document);
  for (const query of file.queries) if (!known.has(query)) known.set(query, diagnoseQuery(query, file.text, now));
  return diagnoseFile(file, now, known);
}

/** Updates the diagnostics of open query files. */
export class QueryDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('explore');
  private readonly timers = new Map<vscode.TextDocument, ReturnType<typeof setTimeout>>();
  private readonly subscriptions = vscode.Disposable.from(
    this.collection,
    vscode.workspace.onDidOpenTextDocument((document) => this.update(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.scheduleUpdate(document)),
    vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
  );

  constructor(private readonly now: () => number = Date.now) {
    vscode.workspace.textDocuments.forEach((document) => this.update(document));
  }

  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
    this.subscriptions.dispose();
  }

  private scheduleUpdate(document: vscode.TextDocument): void {
    if (document.languageId !== queryLanguage) return;
    clearTimeout(this.timers.get(document));
    this.timers.set(
      document,
      setTimeout(() => this.update(document), pauseMillis),
    );
  }

  private update(document: vscode.TextDocument): void {
    clearTimeout(this.timers.get(document));
    this.timers.delete(document);
    if (document.languageId !== queryLanguage || document.isClosed) return;
    const found = getDiagnostics(document, this.now()).map((each) => shown(document, each));
    this.collection.set(document.uri, found);
  }

  /** Removes the diagnostics of a document that was closed or has another language. */
  private forget(document: vscode.TextDocument): void {
    clearTimeout(this.timers.get(document));
    this.timers.delete(document);
    this.collection.delete(document.uri);
  }
}

function shown(document: vscode.TextDocument, { code, severity, message, range }: QueryDiagnostic): vscode.Diagnostic {
  const shown = diagnostic(rangeIn(document, range), untrusted(message), severities[severity]);
  shown.source = t('Explore');
  shown.code = code;
  return shown;
}
