import { currentLocale } from './locale';

/** Formats are costly to build and cheap to use. */
const formats = new Map<string, unknown>();

/** The format of a kind in the current locale, built once. */
export function cached<T>(kind: string, build: (language: string) => T): T {
  const { language, timeZone } = currentLocale();
  const id = `${kind} ${language} ${timeZone ?? ''}`;
  let format = formats.get(id) as T | undefined;
  if (format === undefined) {
    format = build(language);
    formats.set(id, format);
  }
  return format;
}

/** A number: “1,204”, “0.5”. */
export function formatNumber(value: number): string {
  return cached('number', (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 3 })).format(value);
}
