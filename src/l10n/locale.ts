/** Looks up a message in the bundle of the display language; returns the message itself if it is missing. */
export type Translate = (message: string, comment?: string) => string;

/** The display language. Set once when a process or page starts; English before that. */
export interface Locale {
  /** BCP 47 tag of the display language, also used to format numbers, dates, and lists. */
  readonly language: string;
  /** IANA name; undefined means the machine's time zone. */
  readonly timeZone?: string;
  readonly translate?: Translate;
  /** The messages, for threads that don't have them. */
  readonly bundle?: Readonly<Record<string, unknown>> | undefined;
}

const english: Locale = { language: 'en' };

/** Several bundles in one process share the locale with this key. */
const key = Symbol.for('threatLookups.locale');
const shared = globalThis as { [key]?: Locale };

/** Sets the display language. A tag unknown to `Intl` falls back to English formats. */
export function setLocale(locale: Locale): void {
  shared[key] = { ...locale, language: supported(locale.language) };
}

/** The current display language. */
export function currentLocale(): Locale {
  return shared[key] ?? english;
}

/**
 * Translates with a bundle in VS Code's format: the key is the message, or `message/comment` if it has a comment.
 * Entries that aren't strings are treated as missing.
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
