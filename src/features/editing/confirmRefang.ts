import { unreadStoreMessage } from '../shared/format/unreadStore';
import { foreign, showWarningMessage, uiLines } from '../shared/ui';
import type { KnownRisks } from './knownRisks';
import { strings } from './strings';

/** Asks before risky indicators become clickable, or if it isn't known which are risky. */
export async function confirmRefang({ risky, unread }: KnownRisks, count: number): Promise<boolean> {
  if (risky === 0 && unread === undefined) return true;
  const question = risky === 0 ? strings.refangUnknown(count) : strings.refangRisky(risky);
  const reason = unread === undefined ? undefined : foreign(unreadStoreMessage(unread));
  const options = { modal: true, detail: uiLines(strings.clickable(), reason) };
  return (await showWarningMessage(question, options, strings.refang())) === strings.refang();
}
