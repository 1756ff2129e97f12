import { truncateText, visibleText } from '../../core/text/visibleText';

/** Why a file is incomplete, on one line. */
export function foreignFailure(what: string, reason: string): string {
  return truncateText(`The file was ${what}: ${visibleText(reason)}`, 300);
}
