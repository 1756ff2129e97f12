import { t } from '../../../l10n';

/** JSON of any value, indented by `indent` spaces; a message if it is nested too deeply to be written. */
export function toJson(value: unknown, indent = 0, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    const json: unknown = JSON.stringify(value, replacer, indent);
    return typeof json === 'string' ? json : 'undefined';
  } catch {
    return JSON.stringify(t('(nested too deeply to be shown)'));
  }
}

const timeKeys: ReadonlySet<string> = new Set([
  'added',
  'updated',
  'seen',
  'probed',
  'retired',
  'linked',
  'updatedLastDomain',
  'at',
]);

/** The same with known times in ISO 8601. */
export function readableJson(value: unknown, indent = 2): string {
  return toJson(value, indent, (key, each) =>
    typeof each === 'number' && timeKeys.has(key) && each > 1e11 && each <= 8.64e15
      ? new Date(each).toISOString()
      : each,
  );
}
