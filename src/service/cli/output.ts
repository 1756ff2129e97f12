import { truncateText, visibleText } from '../../core/records/visibleText';

/** Where a command's text goes; nobody but {@link createOutput} writes to it. */
export interface Streams {
  /** Resolves when there is room for more. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Whether a person reads standard output. */
  readonly isTerminal: boolean;
}

/** What a document on standard output is. */
export type DocumentKind = 'json' | 'csv' | 'markdown';

/** All that a command prints. What comes from files and servers can't act on the terminal that shows it. */
export interface Output {
  /** A value as one line of JSON on standard output. */
  json(value: unknown): Promise<void>;
  /**
   * A whole document on standard output. JSON stays the same value, with what a terminal would obey written as `\uXXXX`. CSV
   * stays exact for a file or a program, and is made visible for a terminal; Markdown is made visible always.
   */
  document(text: string, kind: DocumentKind): Promise<void>;
  /** Text of the product's own for standard output, of several lines. */
  help(text: string): Promise<void>;
  /** The same for standard error. */
  usage(text: string): void;
  /** One line of progress or trouble on standard error, whatever it holds. */
  err(line: string): void;
}

/** What terminals obey or do not show: controls, bidirectional and other format characters, tags, selectors, lone surrogates. */
const unseen =
  /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]|\u034f|\u180b|\u180c|\u180d|\u180f/gu;
/** Longer lines are cut: a server's words must not push away what was said before. */
const maxLineLength = 4_000;

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/** The same JSON, with everything that a terminal would obey or hide written as `\uXXXX`. */
export function safeJson(json: string): string {
  return json.replace(unseen, escaped);
}

/** Selectors and fillers, which carry what nobody sees; {@link visibleText} names all else. */
const hidden = /[\u{e0000}-\u{e0fff}]|\u034f|\u180b|\u180c|\u180d|\u180f/gu;

function named(char: string): string {
  return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`;
}

/** Any text as one line that no terminal obeys. */
export function safeLine(text: string): string {
  return truncateText(visibleText(text).replace(hidden, named), maxLineLength);
}

/** A text of several lines that no terminal obeys. */
export function safeText(text: string): string {
  return visibleText(text, { keepLines: true }).replace(hidden, named);
}

/** What commands print with. */
export function createOutput(streams: Streams): Output {
  const written = (text: string, kind: DocumentKind): string => {
    switch (kind) {
      case 'json':
        return safeJson(text);
      case 'csv':
        return streams.isTerminal ? safeText(text) : text;
      case 'markdown':
        return safeText(text);
    }
  };
  return {
    json: (value) => streams.out(`${safeJson(JSON.stringify(value))}\n`),
    document: (text, kind) => streams.out(`${written(text, kind).replace(/\n$/, '')}\n`),
    help: (text) => streams.out(`${safeText(text)}\n`),
    usage: (text) => streams.err(`${safeText(text)}\n`),
    err: (line) => streams.err(`${safeLine(line)}\n`),
  };
}
