import { foreign, showWarningMessage, uiText } from './ui';
import { visibleText } from './visibleText';

/** Shows exactly what of a URL is about to leave, and asks. */
export async function confirmWholeUrl(wouldSend: string, host: string): Promise<boolean> {
  const options = { modal: true, detail: foreign(visibleText(wouldSend)) };
  const chosen = await showWarningMessage(uiText('Send this to {0}?', visibleText(host)), options, uiText('Send'));
  return chosen === 'Send';
}
