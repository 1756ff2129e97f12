import * as vscode from 'vscode';
import { conditionAt } from '../../core/explore/editor/dropped';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import { dropEdit } from '../shared/ui';
import { getQueries } from './queryDocuments';
import { uiText } from '../shared/ui/text';

/** Longer texts are dropped as they are. */
const maxLength = 1_000_000;

/** Inserts the indicators of a dropped text as a condition. Files are dropped as VS Code does. */
export class DroppedIndicators implements vscode.DocumentDropEditProvider {
  static readonly kind = vscode.DocumentDropOrPasteEditKind.Text.append('indicators', 'query');
  static readonly metadata: vscode.DocumentDropEditProviderMetadata = {
    providedDropEditKinds: [DroppedIndicators.kind],
    dropMimeTypes: ['text/plain', 'text/uri-list'],
  };

  constructor(private readonly loadIndicators: LoadIndicators) {}

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    transfer: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const links = (await transfer.get('text/uri-list')?.asString()) ?? '';
    const uris = links.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
    if (uris.some((uri) => !/^https?:/i.test(uri))) return undefined;
    const text = uris.length > 0 ? uris.join('\n') : ((await transfer.get('text/plain')?.asString()) ?? '');
    if (text === '' || text.length > maxLength) return undefined;
    const { findIndicators } = await this.loadIndicators();
    if (token.isCancellationRequested) return undefined;
    const values = findIndicators(text).map(({ value }) => value);
    const condition = conditionAt(getQueries(document), document.offsetAt(position), values);
    if (condition === undefined) return undefined;
    // A snippet would give dollar signs and braces a meaning.
    return dropEdit(condition, uiText('Insert as Condition'), DroppedIndicators.kind);
  }
}
