import { strings } from '../format/strings';
import { foreign, showWarningMessage } from '../ui';
import { visibleText } from '../text/visibleText';

/** Shows exactly which part of a URL would be sent, and asks for confirmation. */
export async function confirmWholeUrl(wouldSend: string, host: string): Promise<boolean> {
  const send = strings.send();
  const options = { modal: true, detail: foreign(visibleText(wouldSend)) };
  return (await showWarningMessage(strings.sendTo(visibleText(host)), options, send)) === send;
}
