import { planRows } from '../../../core/lookups/batchLimit';
import { formatList, t } from '../../../l10n';
import { showInputBox } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';

const maxLimit = 1_000_000;

/** Asks for a limit; undefined if the user cancels. */
export async function promptForLimit(before: number | undefined, remote: boolean): Promise<number | undefined> {
  const plans = Object.entries(planRows).map(([plan, rows]) => t('{0} {1}', plan, rows));
  const typed = await showInputBox({
    title: uiText('Run with Limit'),
    prompt: remote
      ? uiText('Maximum number of results. Plan limits: {0}.', formatList(plans))
      : uiText('Maximum number of results. The local store returns up to {0} by default.', planRows.business),
    value: before === undefined ? undefined : String(before),
    validateInput: (typed) =>
      readLimit(typed) === undefined ? uiText('Enter a whole number from 1 to {0}.', maxLimit) : undefined,
  });
  return typed === undefined ? undefined : readLimit(typed);
}

function readLimit(text: string): number | undefined {
  const limit = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= maxLimit ? limit : undefined;
}
