/** JSON of any value, indented by `indent` spaces; says so where it is nested deeper than JSON can be written. */
export function toJson(value: unknown, indent = 0, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    const json: unknown = JSON.stringify(value, replacer, indent);
    return typeof json === 'string' ? json : 'undefined';
  } catch {
    return '"(nested too deeply to be shown)"';
  }
}
