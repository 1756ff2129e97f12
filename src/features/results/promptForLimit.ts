import { planRows } from '../../core/lookups/batchLimit';
import { showInputBox, uiText } from '../common/ui';

const maxLimit = 1_000_000;

/** Asks for a limit, of a service or of the local store; undefined where the user left. */
export async function promptForLimit(before: number | undefined, remote: boolean): Promise<number | undefined> {
  const plans = Object.entries(planRows).map(([plan, rows]) => `${plan} ${rows.toLocaleString('en')}`);
  const typed = await showInputBox({
    title: uiText('Run with Limit'),
    prompt: remote
      ? uiText('At most so many results. A plan has a limit of its own: {0}.', plans.join(', '))
      : uiText('At most so many results. The local store gives {0} at once.', planRows.business.toLocaleString('en')),
    ...(before === undefined ? {} : { value: String(before) }),
    validateInput: (typed) =>
      readLimit(typed) === undefined
        ? uiText('A whole number from 1 to {0}.', maxLimit.toLocaleString('en'))
        : undefined,
  });
  return typed === undefined ? undefined : readLimit(typed);
}

function readLimit(text: string): number | undefined {
  const limit = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= maxLimit ? limit : undefined;
}
