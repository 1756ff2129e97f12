export type IndicatorType = 'domain' | 'ip' | 'url';

/** A domain, an IP address or a URL in its canonical form: refanged and normalised. */
export interface Indicator {
  readonly type: IndicatorType;
  readonly value: string;
}

/** Where an indicator stands in a text. */
export interface Occurrence extends Indicator {
  /** UTF-16 offset of the first character. */
  readonly start: number;
  /** UTF-16 offset behind the last character. */
  readonly end: number;
  /** `text.slice(start, end)`: the text as it stands, perhaps defanged. */
  readonly raw: string;
  readonly defanged: boolean;
  /** Special-purpose address or special-use name: must never leave the machine. */
  readonly reserved: boolean;
}

export interface FindOptions {
  /** VS Code's language id (`log`, `plaintext`, `markdown`, `typescript` …); absent means prose or log. */
  readonly languageId?: string;
}
