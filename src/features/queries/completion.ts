import * as vscode from 'vscode';
import {
  type Completion,
  type CompletionKind,
  completionsAt,
  sortByPrefix,
  isAlreadyTyped,
  nameCompletion,
  nameKindAt,
  type CompletionContext,
  completionContextAt,
  queryAtOffset,
  valueFieldAt,
} from '../../core/explore';
import type { FoundName } from '../../core/records/recent';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import { completionItem, untrusted, codeMarkdown } from '../shared/ui';
import { getQueries, rangeIn } from './queryDocuments';
import { t } from '../../l10n';

/** Maximum number of names from the store; further typing narrows them down. */
const maxNames = 50;

const kinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  field: vscode.CompletionItemKind.Field,
  property: vscode.CompletionItemKind.Property,
  operator: vscode.CompletionItemKind.Operator,
  keyword: vscode.CompletionItemKind.Keyword,
  value: vscode.CompletionItemKind.EnumMember,
  name: vscode.CompletionItemKind.Reference,
  directive: vscode.CompletionItemKind.Keyword,
  example: vscode.CompletionItemKind.Snippet,
};

const suggestAgain = (): vscode.Command => ({
  command: 'editor.action.triggerSuggest',
  title: t('Suggest'),
});

/** Completes fields, operators, keywords, values, and directives, and names and values from the local store. */
export class QueryCompletion implements vscode.CompletionItemProvider {
  static readonly triggers = ['=', '@', '"', ' '];

  constructor(private readonly worker: WorkerJobs) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const file = getQueries(document);
    const offset = document.offsetAt(position);
    const context = completionContextAt(file, offset);
    if (context === undefined || (triggerCharacter === ' ' && !suggestAfterSpace(document, position, context)))
      return undefined;
    const range = rangeIn(document, context.range);
    const kind = nameKindAt(context);
    const field = valueFieldAt(context);
    const names = kind === undefined ? [] : await this.names(kind, context, token);
    const values = field === undefined ? [] : await this.values(field, context, token);
    const fixed = completionsAt(context, queryAtOffset(file, offset)?.settings.type);
    const known = new Set(values.map(({ label }) => label.toLowerCase()));
    const found = [...names, ...values, ...fixed.filter(({ label }) => !known.has(label.toLowerCase()))];
    const items = found
      .filter((completion) => !isAlreadyTyped(completion, context, file.text))
      .map((completion, index) => item(completion, index, range, context));
    // Values are requested on each key because the store may have more.
    return new vscode.CompletionList(items, context.kind === 'value');
  }

  /** Empty if the store is unavailable, which shows notices. */
  private async values(
    field: string,
    context: CompletionContext,
    token: vscode.CancellationToken,
  ): Promise<readonly Completion[]> {
    if (context.kind !== 'value') return [];
    const fixed = completionsAt(context);
    const found = await this.cancelable(token, (signal) =>
      this.worker.values({ field, text: typedOf(context), limit: maxNames }, { signal }),
    );
    return (found ?? []).map((value) => {
      const meaning = fixed.find(({ label }) => label.toLowerCase() === value.toLowerCase())?.detail;
      return nameCompletion(value, meaning ?? t('in the local store'), context);
    });
  }

  /** Empty if the store is unavailable, which shows notices. */
  private async names(
    kind: FoundName['kind'],
    context: CompletionContext,
    token: vscode.CancellationToken,
  ): Promise<readonly Completion[]> {
    if (context.kind !== 'value') return [];
    const found = await this.cancelable(token, (signal) =>
      this.worker.suggestedNames({ text: typedOf(context), limit: maxNames }, { signal }),
    );
    const ofKind = (found ?? []).filter((each) => each.kind === kind);
    return sortByPrefix(ofKind, typedOf(context)).map(({ name, category, organization }) =>
      nameCompletion(name, [organization, category].filter((word) => word !== undefined).join(', '), context),
    );
  }

  private async cancelable<T>(
    token: vscode.CancellationToken,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const canceled = new AbortController();
    const subscription = token.onCancellationRequested(() => canceled.abort());
    try {
      return await work(canceled.signal);
    } catch {
      return undefined;
    } finally {
      subscription.dispose();
    }
  }
}

function typedOf({ typed }: Extract<CompletionContext, { kind: 'value' }>): string {
  return typed.replaceAll('*', '').slice(0, 200);
}

/** A space triggers completion only where something must follow, not where Enter may insert a new line. */
function suggestAfterSpace(
  document: vscode.TextDocument,
  position: vscode.Position,
  context: CompletionContext,
): boolean {
  if (context.kind === 'directiveValue' || context.kind === 'value') return true;
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return context.kind === 'term' && /\b(?:and|or|not)\s+$/i.test(before);
}

function item(
  completion: Completion,
  index: number,
  range: vscode.Range,
  context: CompletionContext,
): vscode.CompletionItem {
  const { kind, label, detail, insert, documentation, suggestsNext } = completion;
  const made = completionItem(untrusted(label), untrusted(detail), kinds[kind]);
  made.range = range;
  made.insertText = kind === 'example' ? new vscode.SnippetString(insert) : insert;
  made.sortText = index.toString().padStart(4, '0');
  const isQuoted = context.kind === 'value' && context.isQuoted;
  made.filterText = isQuoted ? `"${label}` : label;
  if (documentation !== undefined) made.documentation = codeMarkdown(documentation, 'explore');
  if (suggestsNext === true) made.command = suggestAgain();
  return made;
}
