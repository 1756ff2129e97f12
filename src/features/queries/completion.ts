import * as vscode from 'vscode';
import {
  type Completion,
  type CompletionKind,
  completionsAt,
  inOrder,
  isWritten,
  nameCompletion,
  namesWanted,
  type Place,
  placeAt,
  queryAtOffset,
  valuesWanted,
} from '../../core/explore';
import type { FoundName } from '../../core/records/recent';
import type { WorkerJobs } from '../../core/store/protocol';
import type { RunJob } from '../common/runJob';
import { completionItem, foreign, codeMarkdown } from '../common/ui';
import { queriesOf, rangeIn } from './queryDocuments';

/** So many names are asked of the store at once; typing on narrows them down. */
const mostNames = 50;

const kinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  field: vscode.CompletionItemKind.Field,
  property: vscode.CompletionItemKind.Property,
  operator: vscode.CompletionItemKind.Operator,
  keyword: vscode.CompletionItemKind.Keyword,
  value: vscode.CompletionItemKind.EnumMember,
  name: vscode.CompletionItemKind.Reference,
  directive: vscode.CompletionItemKind.Keyword,
  hunt: vscode.CompletionItemKind.Snippet,
};

const again: vscode.Command = { command: 'editor.action.triggerSuggest', title: 'Suggest' };

/** Fields, operators, keywords, values, directives; names of threats and feeds, and values, that the store knows. */
export class QueryCompletion implements vscode.CompletionItemProvider {
  static readonly triggers = ['=', '@', '"', ' '];

  constructor(private readonly run: RunJob) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const file = queriesOf(document);
    const offset = document.offsetAt(position);
    const place = placeAt(file, offset);
    if (place === undefined || (triggerCharacter === ' ' && !wantedAfterBlank(document, position, place)))
      return undefined;
    const range = rangeIn(document, place.range);
    const kind = namesWanted(place);
    const field = valuesWanted(place);
    const names = kind === undefined ? [] : await this.names(kind, place, token);
    const values = field === undefined ? [] : await this.values(field, place, token);
    const fixed = completionsAt(place, queryAtOffset(file, offset)?.settings.type);
    const known = new Set(values.map(({ label }) => label.toLowerCase()));
    const found = [...names, ...values, ...fixed.filter(({ label }) => !known.has(label.toLowerCase()))];
    const items = found
      .filter((completion) => !isWritten(completion, place, file.text))
      .map((completion, index) => item(completion, index, range, place));
    // Values are asked for again at each key: the store knows more of them, and what is written out is not offered.
    return new vscode.CompletionList(items, place.kind === 'value');
  }

  /** None where the store can't be used: its own notices say so. */
  private async values(field: string, place: Place, token: vscode.CancellationToken): Promise<readonly Completion[]> {
    if (place.kind !== 'value') return [];
    const fixed = completionsAt(place);
    const found = await this.ask('values', { field, text: typedOf(place), limit: mostNames }, token);
    return (found ?? []).map((value) => {
      const meaning = fixed.find(({ label }) => label.toLowerCase() === value.toLowerCase())?.detail;
      return nameCompletion(value, meaning ?? 'in the local store', place);
    });
  }

  /** None where the store can't be used: its own notices say so. */
  private async names(
    kind: FoundName['kind'],
    place: Place,
    token: vscode.CancellationToken,
  ): Promise<readonly Completion[]> {
    if (place.kind !== 'value') return [];
    const found = await this.ask('names', { text: typedOf(place), limit: mostNames }, token);
    const ofKind = (found ?? []).filter((each) => each.kind === kind);
    return inOrder(ofKind, typedOf(place)).map(({ name, category, organization }) =>
      nameCompletion(name, [organization, category].filter((word) => word !== undefined).join(', '), place),
    );
  }

  private async ask<N extends 'names' | 'values'>(
    job: N,
    input: WorkerJobs[N]['in'],
    token: vscode.CancellationToken,
  ): Promise<WorkerJobs[N]['out'] | undefined> {
    const canceled = new AbortController();
    const subscription = token.onCancellationRequested(() => canceled.abort());
    try {
      return await this.run(job, input, { signal: canceled.signal });
    } catch {
      return undefined;
    } finally {
      subscription.dispose();
    }
  }
}

function typedOf({ typed }: Extract<Place, { kind: 'value' }>): string {
  return typed.replaceAll('*', '').slice(0, 200);
}

/** A blank asks where something must follow, never where Enter may be meant to begin a new line. */
function wantedAfterBlank(document: vscode.TextDocument, position: vscode.Position, place: Place): boolean {
  if (place.kind === 'directiveValue' || place.kind === 'value') return true;
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return place.kind === 'term' && /\b(?:and|or|not)\s+$/i.test(before);
}

function item(completion: Completion, index: number, range: vscode.Range, place: Place): vscode.CompletionItem {
  const { kind, label, detail, insert, documentation, goesOn } = completion;
  const made = completionItem(foreign(label), foreign(detail), kinds[kind]);
  made.range = range;
  made.insertText = kind === 'hunt' ? new vscode.SnippetString(insert) : insert;
  made.sortText = index.toString().padStart(4, '0');
  const isQuoted = place.kind === 'value' && place.isQuoted;
  made.filterText = isQuoted ? `"${label}` : label;
  if (documentation !== undefined) made.documentation = codeMarkdown(documentation, 'explore');
  if (goesOn === true) made.command = again;
  return made;
}
