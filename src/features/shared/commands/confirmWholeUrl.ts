import { untrusted, showWarningMessage } from '../ui';
import { visibleText } from '../../../core/text/visibleText';
import { uiText } from '../ui/text';

/** Shows exactly which part of a URL would be sent, and asks for confirmation. */
export async function confirmWholeUrl(wouldSend: string, host: string): Promise<boolean> {
  const send = uiText('Send');
  const options = { modal: true, detail: untrusted(visibleText(wouldSend)) };
  return (await showWarningMessage(uiText('Send this to {0}?', visibleText(host)), options, send)) === send;
}
