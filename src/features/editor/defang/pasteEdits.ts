import * as vscode from 'vscode';
import type { Indicator } from '../../../core/indicators/identity/types';
import { pasteEdit } from '../../shared/ui';
import { findFormChanges } from './formChanges';
import { knownRisks, confirmRefang } from './knownRisks';
import { pasteKind } from './pasteKinds';
import type { EditingParts } from './selectionCommands';
import { uiText } from '../../shared/ui/text';

/** A paste with the indicators that it makes clickable. */
interface FormPaste extends vscode.DocumentPasteEdit {
  readonly refanged?: readonly Indicator[];
}

/** Longer texts are pasted as they are. */
const maxLength = 10_000_000;

/** “Paste Defanged” and “Paste Refanged”, where the text of the clipboard contains such indicators. */
export class FormPasteProvider implements vscode.DocumentPasteEditProvider<FormPaste> {
  constructor(private readonly parts: Pick<EditingParts, 'lookups' | 'loadIndicators'>) {}

  async provideDocumentPasteEdits(
    _document: vscode.TextDocument,
    _ranges: readonly vscode.Range[],
    transfer: vscode.DataTransfer,
    { only }: vscode.DocumentPasteEditContext,
    token: vscode.CancellationToken,
  ): Promise<FormPaste[]> {
    const text = (await transfer.get('text/plain')?.asString()) ?? '';
    if (text === '' || text.length > maxLength) return [];
    const tools = await this.parts.loadIndicators();
    const edits: FormPaste[] = [];
    for (const form of ['defanged', 'refanged'] as const) {
      if (only?.contains(pasteKind(form)) === false) continue;
      const signal = signalOf(token);
      // Pasted text comes from elsewhere: the language of the document doesn't matter.
      const changes = await findFormChanges(text, [{ start: 0, end: text.length }], form, tools, { signal });
      if (changes === undefined) return [];
      if (changes.replacements.length === 0) continue;
      const edit = pasteEdit(
        tools.replaceIn(text, changes.replacements),
        form === 'defanged' ? uiText('Paste Defanged') : uiText('Paste Refanged'),
        pasteKind(form),
      );
      edits.push(form === 'refanged' ? Object.assign(edit, { refanged: changes.indicators }) : edit);
    }
    return edits;
  }

  async resolveDocumentPasteEdit(edit: FormPaste, token: vscode.CancellationToken): Promise<FormPaste> {
    const { refanged } = edit;
    if (refanged === undefined) return edit;
    const risks = await knownRisks(refanged, this.parts.lookups, signalOf(token));
    if (risks === undefined || !(await confirmRefang(risks, refanged.length))) throw new vscode.CancellationError();
    return edit;
  }
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const ending = new AbortController();
  if (token.isCancellationRequested) ending.abort();
  token.onCancellationRequested(() => ending.abort());
  return ending.signal;
}
