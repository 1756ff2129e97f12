import type { Exported } from '../../core/export/records';
import type { RawView } from '../../webviews/messages/record';
import { visibleText } from '../../core/text/visibleText';

/** The shown length in UTF-16 units. */
const shown = 200_000;

/** A record as JSON, identical to its export. */
export async function rawJson(exported: Exported): Promise<string> {
  const { exportJson } = await import('../../core/export/records');
  return exportJson(exported);
}

/** The start of the JSON for display, with invisible characters named. */
export function rawView(json: string): RawView {
  const text = visibleText(json.slice(0, shown), { keepLines: true });
  return { text, isTruncated: json.length > shown, isSpelled: text !== json.slice(0, shown) };
}
