import { visibleText } from '../text/visibleText';

/**
 * A message for the log: control characters and bidirectional overrides are shown by name, and lines after the first
 * are indented, so that a message can't look like several entries.
 */
export function logText(message: string): string {
  return visibleText(message, { keepLines: true }).replaceAll('\n', '\n    ');
}
