import * as vscode from 'vscode';
import type { IndicatorForm } from '../../../core/indicators/identity/changeForm';

/** The kind of a paste in “Paste As…”: `text.indicators.defanged` or `text.indicators.refanged`. */
export function pasteKind(form: IndicatorForm): vscode.DocumentDropOrPasteEditKind {
  return vscode.DocumentDropOrPasteEditKind.Text.append('indicators', form);
}
