import { visibleText } from '../visibleText';

/**
 * A message as the log shows it: control characters and bidirectional overrides are named, and what follows a line break
 * is indented, so that nothing in a message reads as an entry of its own.
 */
export function logText(message: string): string {
  return visibleText(message, { keepLines: true }).replaceAll('\n', '\n    ');
}
