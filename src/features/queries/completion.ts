import * as vscode from 'vscode';
import {
  type Completion,
  type CompletionKind,
  completionsAt,
  nameCompletion,
  namesWanted,
  type Place,
  placeAt,
} from '../../core/explore';
import type { FoundName } from '../../core/records/recent';
import type { RunJob } from '../common/runJob';
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

/** Fields, operators, keywords, values, directives; names of threats and feeds that the store knows. */
export class QueryCompletion implements vscode.CompletionItemProvider {
  static readonly triggers = ['=', '@', '"', ' '];

  constructor(private readonly run: RunJob) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionList | undefined> {
    const place = placeAt(queriesOf(document), document.offsetAt(position));
    if (place === undefined || (triggerCharacter === ' ' && !wantedAfterBlank(document, position, place)))
      return undefined;
    const range = rangeIn(document, place.range);
    const kind = namesWanted(place);
    const names = kind === undefined ? [] : await this.names(kind, place, token);
    const found = [...names, ...completionsAt(place)].map((completion, index) => item(completion, index, range, place));
    return new vscode.CompletionList(found, kind !== undefined);
  }

  /** None where the store can't be used: its own notices say so. */
  private async names(
    kind: FoundName['kind'],
    place: Place,
    token: vscode.CancellationToken,
  ): Promise<readonly Completion[]> {
    if (place.kind !== 'value') return [];
    const cancelled = new AbortController();
    const subscription = token.onCancellationRequested(() => cancelled.abort());
    try {
      const text = place.typed.replaceAll('*', '').slice(0, 200);
      const found = await this.run('names', { text, limit: mostNames }, { signal: cancelled.signal });
      return found
        .filter((each) => each.kind === kind)
        .map(({ name, category, organization }) =>
          nameCompletion(name, [organization, category].filter((word) => word !== undefined).join(', '), place),
        );
    } catch {
      return [];
    } finally {
      subscription.dispose();
    }
  }
}

/** A blank asks where something must follow, never where Enter may be meant to begin a new line. */
function wantedAfterBlank(document: vscode.TextDocument, position: vscode.Position, place: Place): boolean {
  if (place.kind === 'directiveValue' || place.kind === 'value') return true;
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return place.kind === 'term' && /\b(?:and|or|not)\s+$/i.test(before);
}

function item(completion: Completion, index: number, range: vscode.Range, place: Place): vscode.CompletionItem {
  const { kind, label, detail, insert, documentation, goesOn } = completion;
  const made = new vscode.CompletionItem({ label, description: detail }, kinds[kind]);
  made.range = range;
  made.insertText = kind === 'hunt' ? new vscode.SnippetString(insert) : insert;
  made.sortText = index.toString().padStart(4, '0');
  const isQuoted = place.kind === 'value' && place.isQuoted;
  made.filterText = isQuoted ? `"${label}` : label;
  if (documentation !== undefined)
    made.documentation = new vscode.MarkdownString().appendCodeblock(documentation, 'explore');
  if (goesOn === true) made.command = again;
  return made;
}
