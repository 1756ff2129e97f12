import { truncateText, visibleText } from '../../core/text/visibleText';

/** The streams of a command; only {@link createOutput} writes to them. */
export interface Streams {
  /** Resolves when there is room for more. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** The width of the terminal in characters. */
  readonly columns?: number;
}

/** The kind of a document on standard output. */
type DocumentKind = 'json' | 'csv' | 'markdown' | 'text';

/** The styles of text on a terminal, with their codes. */
const styles = { bold: 1, dim: 2, red: 31, yellow: 33, blue: 34, magenta: 35 } as const;

/** A part of a line, and how it is emphasized. */
export interface StyledText {
  readonly text: string;
  readonly style?: keyof typeof styles;
}

/** All output of a command. Text from files and servers can't control the terminal. */
export interface Output {
  /** A value as one line of JSON on standard output. */
  readonly json: (value: unknown) => Promise<void>;
  /**
   * A whole document on standard output. JSON keeps its value, with control characters written as `\uXXXX`. CSV is
   * unchanged for files and programs, and made visible for terminals; Markdown and text are always made visible.
   */
  document(text: string, kind: DocumentKind): Promise<void>;
  /** A part of a JSON document on standard output. */
  jsonPart(json: string): Promise<void>;
  /** A line on standard output, in color where {@link hasColor} allows it. */
  line(texts: readonly StyledText[]): Promise<void>;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** The width of the terminal in characters. */
  readonly columns: number;
  /** Multiline text for standard output. */
  help(text: string): Promise<void>;
  /** Multiline text for standard error. */
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

/** Commands of runners that may be in the strings of JSON. */
const commandInJson = /#(?=#(?:vso)?\[)/g;

/** Escapes control and invisible characters, and commands of runners, as `\uXXXX` in JSON. */
export function safeJson(json: string): string {
  return json.replace(unseen, escaped).replace(commandInJson, escaped);
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

/**
 * Parts of any output of a step that runners of workflows take for commands: `::` at the start of a line, the others
 * anywhere.
 */
const runnerCommand = /^([^\S\n\r\u2028\u2029]*):(?=:)|#(?=#(?:vso)?\[)/gm;

/** Defuses the parts of a text that a runner of workflows takes for commands. */
export function withoutRunnerCommands(text: string): string {
  return text.replace(runnerCommand, (found, space: string | undefined) => `${space ?? ''}[${found.trim()}]`);
}

/** Whether output may have colors, by NO_COLOR and FORCE_COLOR; the latter takes precedence, as in Node.js. */
export function hasColor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  const refused = env['NO_COLOR'];
  return isTerminal && (refused === undefined || refused === '') && env['TERM'] !== 'dumb';
}

const defaultColumns = 120;

/** Creates the output of a command. */
export function createOutput(streams: Streams, env: Readonly<Record<string, string | undefined>> = {}): Output {
  const isColored = hasColor(streams.isTerminal, env);
  const styled = ({ text, style }: StyledText): string => {
    const safe = safeLine(text);
    return style === undefined || !isColored ? safe : `\u001b[${styles[style]}m${safe}\u001b[0m`;
  };
  const written = (text: string, kind: DocumentKind): string => {
    switch (kind) {
      case 'json':
        return safeJson(text);
      case 'csv':
        return streams.isTerminal ? safeText(text) : text;
      case 'markdown':
        return withoutRunnerCommands(safeText(text));
      case 'text':
        return safeText(text);
    }
  };
  return {
    json: (value) => streams.out(`${safeJson(JSON.stringify(value))}\n`),
    document: (text, kind) => streams.out(`${written(text, kind).replace(/\n$/, '')}\n`),
    jsonPart: (json) => streams.out(safeJson(json)),
    line: (texts) => streams.out(`${withoutRunnerCommands(texts.map(styled).join(''))}\n`),
    isTerminal: streams.isTerminal,
    columns: streams.columns ?? defaultColumns,
    help: (text) => streams.out(`${safeText(text)}\n`),
    usage: (text) => streams.err(`${safeText(text)}\n`),
    err: (line) => streams.err(`${withoutRunnerCommands(safeLine(line))}\n`),
  };
}
