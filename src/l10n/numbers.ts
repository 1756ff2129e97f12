import { currentLocale } from './locale';

/** Formatters are expensive to create and cheap to use. */
const formats = new Map<string, unknown>();

/** The formatter of a kind in the current locale, created once. */
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

/** Formats a number: “1,204”, “0.5”. */
export function formatNumber(value: number): string {
  return cached('number', (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 3 })).format(value);
}
