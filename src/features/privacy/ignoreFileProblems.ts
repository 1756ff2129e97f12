import * as vscode from 'vscode';
import type { IgnoreFile } from '../../core/lookups/policy/ignoreFile';
import type { IgnoreFiles } from '../shared/settings/ignoreFiles';
import { diagnostic } from '../shared/ui';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';
import { formatSize } from '../../l10n';
import { maxIgnoreFileBytes } from '../../core/lookups/policy/ignoreFile';
import { truncateText, visibleText } from '../../core/text/visibleText';

/** Shows lines of ignore files that have no effect in the Problems view. */
export function showIgnoreFileProblems(files: Pick<IgnoreFiles, 'all' | 'onChanged'>): vscode.Disposable {
  let collection: vscode.DiagnosticCollection | undefined;
  const show = (): void => {
    const all = files.all();
    collection?.clear();
    if (all.length > 0) collection ??= vscode.languages.createDiagnosticCollection('threatLookupsIgnore');
    for (const { uri, file } of all) collection?.set(uri, diagnosticsOf(file));
  };
  show();
  return vscode.Disposable.from(files.onChanged(show), { dispose: () => collection?.dispose() });
}

function diagnosticsOf({ problems, unread }: IgnoreFile): readonly vscode.Diagnostic[] {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  if (unread !== undefined)
    return [
      diagnostic(
        new vscode.Range(0, 0, 0, 0),
        unread === 'tooLarge'
          ? uiText(
              'Nothing is sent to any service because this file is larger than {0}. Shorten it.',
              formatSize(maxIgnoreFileBytes),
            )
          : uiText(
              "Nothing is sent to any service because this file can't be read. It must be a text file, and not a link.",
            ),
        Error,
      ),
    ];
  return problems.map(({ line, start, end, text, problem }) =>
    diagnostic(
      new vscode.Range(line, start, line, end),
      strings.ignoreLine(truncateText(visibleText(text), 80), problem),
      problem === 'tooLong' ? Error : Warning,
    ),
  );
}
