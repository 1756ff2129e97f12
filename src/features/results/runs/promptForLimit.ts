import { planRows } from '../../../core/lookups/batchLimit';
import { formatList } from '../../../l10n';
import { showInputBox } from '../../shared/ui';
import { runStrings as strings } from '../strings';

const maxLimit = 1_000_000;

/** Asks for a limit; undefined if the user cancels. */
export async function promptForLimit(before: number | undefined, remote: boolean): Promise<number | undefined> {
  const plans = Object.entries(planRows).map(([plan, rows]) => strings.planLimit(plan, rows));
  const typed = await showInputBox({
    title: strings.limitTitle(),
    prompt: remote ? strings.limitOfPlans(formatList(plans)) : strings.limitOfStore(planRows.business),
    ...(before === undefined ? {} : { value: String(before) }),
    validateInput: (typed) => (readLimit(typed) === undefined ? strings.invalidLimit(maxLimit) : undefined),
  });
  return typed === undefined ? undefined : readLimit(typed);
}

function readLimit(text: string): number | undefined {
  const limit = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= maxLimit ? limit : undefined;
}
