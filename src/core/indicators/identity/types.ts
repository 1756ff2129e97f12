export type IndicatorType = 'domain' | 'ip' | 'url';

/** A domain, an IP address, or a URL in its canonical form: refanged and normalized. */
export interface Indicator {
  readonly type: IndicatorType;
  readonly value: string;
}

/** An indicator at a location in a text. */
export interface Occurrence extends Indicator {
  /** UTF-16 offset of the first character. */
  readonly start: number;
  /** UTF-16 offset after the last character. */
  readonly end: number;
  /** `text.slice(start, end)`: the original text, possibly defanged. */
  readonly raw: string;
  readonly defanged: boolean;
  /** Special-purpose address or special-use name: must never be sent. */
  readonly reserved: boolean;
  /** A name that looks like something else, and is an indicator only because of {@link FindOptions.listed}. */
  readonly listed?: true;
  /** It isn't written as what it is, but in an encoding that a reader doesn't see through; {@link FindOptions.encoded}. */
  readonly encoded?: true;
}

/** Receives what is found in a text, in the order of where it starts. */
export interface Findings {
  /** `isWord`: a URL between spaces, of which nothing depends on the text around it. */
  add(occurrence: Occurrence, isWord?: boolean): void;
  /**
   * Adds the URL that starts at an offset and ends before a space, if the same one was added with `isWord` before, in any
   * text. Returns its end, or 0 if it wasn't.
   */
  addAgain?(start: number): number;
  /**
   * The end of the number with the full stop at an offset, if it is known to be no part of an indicator, such as the time
   * of a line; 0 if it isn't.
   */
  skipNumber?(offset: number): number;
}

export interface FindOptions {
  /** A VS Code language ID (`log`, `plaintext`, `markdown`, `typescript` …); undefined means prose or log. */
  readonly languageId?: string | undefined;
  /**
   * Whether to find what is written in an encoding as well, and URLs in other ones. An occurrence may then be within the
   * one before, which is a URL.
   */
  readonly encoded?: boolean | undefined;
  /** Whether the text begins with the header of a mail, whose parts are then decoded; only with `encoded`. */
  readonly mail?: boolean | undefined;
  /**
   * Whether a name, in its canonical form, is known as risky. It then is an indicator although it looks like a member, a
   * key, a file, or a package. Asked about such names only; none is by default.
   */
  readonly listed?: ((name: string) => boolean) | undefined;
  /** Receives what was decided about each text that could be an indicator, in the order of the text. */
  readonly explain?: ((decision: Decision) => void) | undefined;
}

/** The decision about a text that could be an indicator, with the rules of docs/reference/detection.md that apply. */
export interface Decision {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** Canonical. */
  readonly value: string;
  readonly type: IndicatorType;
  /** Whether it is an indicator. */
  readonly found: boolean;
  /** The rules that apply, with their strengths, the strongest first, which decides. Empty if none applies. */
  readonly rules: readonly string[];
}
