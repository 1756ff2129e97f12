import { truncateText, visibleText } from '../../core/text/visibleText';

/** The streams of a command; only {@link createOutput} writes to them. */
export interface Streams {
  /** Resolves when there is room for more. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
}

/** The kind of a document on standard output. */
export type DocumentKind = 'json' | 'csv' | 'markdown';

/** All output of a command. Text from files and servers can't control the terminal. */
export interface Output {
  /** A value as one line of JSON on standard output. */
  json(value: unknown): Promise<void>;
  /**
   * A whole document on standard output. JSON keeps its value, with control characters written as `\uXXXX`. CSV is
   * unchanged for files and programs, and made visible for terminals; Markdown is always made visible.
   */
  document(text: string, kind: DocumentKind): Promise<void>;
  /** Multiline text for standard output. */
  help(text: string): Promise<void>;
  /** The same for standard error. */
  usage(text: string): void;
  /** One line of progress or an error on standard error. */
  err(line: string): void;
}

/**
 * Characters that control terminals or are invisible: controls, bidirectional and other format characters, tags,
 * selectors, lone surrogates.
 */
const unseen =
  /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]|\u034f|\u180b|\u180c|\u180d|\u180f/gu;
/** Longer lines are truncated, so that text from a server can't push other lines away. */
const maxLineLength = 4_000;

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/** The same JSON, with control and invisible characters written as `\uXXXX`. */
export function safeJson(json: string): string {
  return json.replace(unseen, escaped);
}

/** Invisible selectors and fillers; {@link visibleText} handles all others. */
const hidden = /[\u{e0000}-\u{e0fff}]|\u034f|\u180b|\u180c|\u180d|\u180f/gu;

function named(char: string): string {
  return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`;
}

/** Any text as one line without control characters. */
export function safeLine(text: string): string {
  return truncateText(visibleText(text).replace(hidden, named), maxLineLength);
}

/** Multiline text without control characters. */
export function safeText(text: string): string {
  return visibleText(text, { keepLines: true }).replace(hidden, named);
}

/** Creates the output of a command. */
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
