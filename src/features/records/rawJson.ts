import type { Exported } from '../../core/records/export';
import type { RawView } from '../../webviews/messages/record';
import { visibleText } from '../common/visibleText';

/** So much of it is shown, UTF-16 units. */
const shown = 200_000;

/** What a source tells as JSON, letter for letter what “Export…” writes as such. */
export async function rawJson(exported: Exported): Promise<string> {
  const { exportJson } = await import('../../core/records/export');
  return exportJson(exported);
}

/** The beginning of it for the eye: what can't be seen is named. */
export function rawView(json: string): RawView {
  const text = visibleText(json.slice(0, shown), { keepLines: true });
  return { text, isTruncated: json.length > shown, isSpelled: text !== json.slice(0, shown) };
}
