import { unreadStoreMessage } from '../../shared/format/unreadStore';
import { foreign, showWarningMessage, uiLines } from '../../shared/ui';
import type { KnownRisks } from './knownRisks';
import { uiText, uiPlural } from '../../shared/ui/text';

/** Asks before risky indicators become clickable, or if it isn't known which are risky. */
export async function confirmRefang({ risky, unread }: KnownRisks, count: number): Promise<boolean> {
  if (risky === 0 && unread === undefined) return true;
  const question =
    risky === 0
      ? uiPlural(count, { one: 'Refang {0} indicator?', other: 'Refang {0} indicators?' })
      : uiPlural(risky, { one: 'Refang {0} risky indicator?', other: 'Refang {0} risky indicators?' });
  const reason = unread === undefined ? undefined : foreign(unreadStoreMessage(unread));
  const options = {
    modal: true,
    detail: uiLines(uiText('Afterwards, a click can open what was refanged in a browser.'), reason),
  };
  return (await showWarningMessage(question, options, uiText('Refang'))) === uiText('Refang');
}
