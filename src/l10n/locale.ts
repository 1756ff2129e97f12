/** Looks a message up in the bundle of the display language; gives the message itself back where there is none. */
export type Translate = (message: string, comment?: string) => string;

/** The language that text is shown in. Set once, where a process or page starts; English until then. */
export interface Locale {
  /** BCP 47 tag of the display language; it also decides how numbers, dates and lists are written. */
  readonly language: string;
  /** IANA name; absent means the machine's. */
  readonly timeZone?: string;
  readonly translate?: Translate;
}

const english: Locale = { language: 'en' };

/** Several bundles run in one process; they share the locale through this key. */
const key = Symbol.for('threatLookups.locale');
const shared = globalThis as { [key]?: Locale };

/** Sets the language of every text from here on. A tag that `Intl` doesn't know falls back to English formats. */
export function setLocale(locale: Locale): void {
  shared[key] = { ...locale, language: supported(locale.language) };
}

/** The language that text is shown in now. */
export function currentLocale(): Locale {
  return shared[key] ?? english;
}

/**
 * Translates by a bundle in VS Code's format: the message is the key, `message/comment` where it has a comment. Entries
 * that are no text are as good as missing.
 */
export function bundleTranslate(bundle: Readonly<Record<string, unknown>> | undefined): Translate {
  return (message, comment) => {
    const entry = bundle?.[comment === undefined ? message : `${message}/${comment}`];
    return typeof entry === 'string' && entry !== '' ? entry : message;
  };
}

function supported(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : english.language;
  } catch {
    return english.language;
  }
}
