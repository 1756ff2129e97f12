import * as vscode from 'vscode';
import type { IndicatorForm, TextPart } from '../../../core/indicators/identity/changeForm';
import type { Lookups } from '../../../core/lookups/lookups';
import type { LoadIndicators } from '../../shared/indicators/indicatorTools';
import type { Notices } from '../../shared/notices/notices';
import type { Commands } from '../../shared/commands/registerCommand';
import { withProgress } from '../../shared/ui';
import { findFormChanges, type FormChanges } from './formChanges';
import { type KnownRisks, knownRisks, confirmRefang } from './knownRisks';
import { uiText, uiPlural, type UiText } from '../../shared/ui/text';

function nothingToChange(form: IndicatorForm, isSelection: boolean): UiText {
  if (form === 'defanged')
    return isSelection
      ? uiText('The selection contains nothing to defang.')
      : uiText('The document contains nothing to defang.');
  return isSelection
    ? uiText('The selection contains nothing to refang.')
    : uiText('The document contains nothing to refang.');
}

/** Dependencies of the commands that change the form of indicators. */
export interface EditingParts {
  readonly lookups: Pick<Lookups, 'local'>;
  readonly loadIndicators: LoadIndicators;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform'>;
}

/** Registers the commands that defang and refang the selections, or the whole document if nothing is selected. */
export function registerSelectionCommands(parts: EditingParts): vscode.Disposable {
  const { commands } = parts;
  return vscode.Disposable.from(
    commands.register('threatLookups.defangSelection', () => changeForm(parts, 'defanged')),
    commands.register('threatLookups.refangSelection', () => changeForm(parts, 'refanged')),
  );
}

async function changeForm(parts: EditingParts, form: IndicatorForm): Promise<void> {
  const { notices } = parts;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    notices.inform(uiText('Open a document to defang or refang its indicators.'));
    return;
  }
  const { document } = editor;
  const { version } = document;
  const selected = editor.selections.filter(({ isEmpty }) => !isEmpty);
  const found = await find(parts, document, selected, form);
  if (found === undefined) return;
  const { replacements, indicators } = found.changes;
  if (replacements.length === 0) {
    notices.inform(nothingToChange(form, selected.length > 0));
    return;
  }
  if (found.risks !== undefined && !(await confirmRefang(found.risks, indicators.length))) return;
  if (document.isClosed || document.version !== version) {
    notices.inform(uiText('The document changed in the meantime, so nothing was replaced.'));
    return;
  }
  const isChanged = await editor.edit((edit) => {
    for (const { start, end, text } of replacements)
      edit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  });
  notices.inform(
    isChanged
      ? form === 'defanged'
        ? uiPlural(replacements.length, { one: 'Defanged {0} occurrence.', other: 'Defanged {0} occurrences.' })
        : uiPlural(replacements.length, { one: 'Refanged {0} occurrence.', other: 'Refanged {0} occurrences.' })
      : uiText("This document can't be edited."),
  );
}

interface Found {
  readonly changes: FormChanges;
  /** Only where indicators become clickable. */
  readonly risks?: KnownRisks;
}

/** Finds what to replace, with progress; undefined if canceled. */
function find(
  { loadIndicators, lookups }: EditingParts,
  document: vscode.TextDocument,
  selected: readonly vscode.Selection[],
  form: IndicatorForm,
): Thenable<Found | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return withProgress(
    {
      location,
      title: form === 'defanged' ? uiText('Defanging indicators…') : uiText('Refanging indicators…'),
      cancellable: true,
    },
    async (_, token) => {
      const ending = new AbortController();
      const canceling = token.onCancellationRequested(() => ending.abort());
      try {
        const text = document.getText();
        const parts: readonly TextPart[] =
          selected.length === 0
            ? [{ start: 0, end: text.length }]
            : selected.map(({ start, end }) => ({ start: document.offsetAt(start), end: document.offsetAt(end) }));
        const { languageId } = document;
        const options = { languageId, signal: ending.signal };
        const changes = await findFormChanges(text, parts, form, await loadIndicators(), options);
        if (changes === undefined || form === 'defanged') return changes && { changes };
        const risks = await knownRisks(changes.indicators, lookups, ending.signal);
        return risks && { changes, risks };
      } finally {
        canceling.dispose();
      }
    },
  );
}
