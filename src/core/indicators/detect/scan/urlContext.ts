import type { EndContext } from './urlEnd';

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '|': '|',
};
const none = '\0';
/** Languages in which a string can't contain `"` without a backslash. */
const jsonLanguages: ReadonlySet<string | undefined> = new Set(['json', 'jsonc', 'jsonl', 'ndjson', 'jsonlines']);
/** Languages in which a quote is written twice inside quotes. */
const doublingLanguages: ReadonlySet<string | undefined> = new Set(
  'csv tsv csv-semicolon dynamic-csv sql plsql vb yaml powershell'.split(' '),
);
const markupLanguages: ReadonlySet<string | undefined> = new Set(
  'html xml xhtml svg markdown mdx vue svelte astro php razor handlebars javascriptreact typescriptreact asciidoc'.split(
    ' ',
  ),
);
/** Attributes that hold a URL. */
const attributePattern = /\s(?:href|src|action|formaction|data|cite|poster|background|ping)=["']$/i;
/** Languages in which `\t` in a string is a tab, in quotes of any kind. */
const escapingLanguages: ReadonlySet<string | undefined> = new Set(
  (
    'c cpp cuda-cpp csharp dart go groovy java javascript javascriptreact kotlin objective-c objective-cpp rust scala swift ' +
    'typescript typescriptreact zig python elixir lua'
  ).split(' '),
);
/** Languages in which `\t` is a tab in double quotes only. */
const doubleEscapingLanguages: ReadonlySet<string | undefined> = new Set('php perl ruby yaml'.split(' '));
/** The key of a value in JSON, which logs of any language contain. */
const keyPattern = /\\{0,8}"\s{0,2}:\s{0,2}\\{0,8}"$/;
/** A name for a single URL. */
const urlKeyPattern = /(?:ur[li]|href|link|src|location)\\{0,8}["']?\s{0,2}[:=]\s{0,2}\\{0,8}["'`]$/i;
const [backslash, equals] = [92, 61];

/**
 * The text before a URL that affects the ends of its user information, its host, and the URL. Properties that few URLs
 * need are computed on first use.
 */
export class UrlContext implements EndContext {
  /** The character before the URL, '' at the start of the text. */
  readonly before: string;
  /** Closes, after the URL, the quote or parenthesis directly before it; NUL if there isn't one. */
  readonly closer: string;
  private isCell: boolean | undefined;
  private isCellOfSemicolons: boolean | undefined;

  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly languageId: string | undefined,
    /** Whether a browser can't open the URL as it is written, so all of its spellings of dots are intended. */
    readonly defanged = false,
  ) {
    this.before = start > 0 ? text.charAt(start - 1) : '';
    this.closer = closers[this.before] ?? none;
  }

  get bracketEnds(): boolean {
    return this.languageId === 'asciidoc' || this.languageId === 'adoc';
  }

  get commaEnds(): boolean {
    return (this.isCell ??= this.languageId === 'csv' || isCell(this.text, this.start));
  }

  get semicolonEnds(): boolean {
    return (this.isCellOfSemicolons ??= isCellOfSemicolons(this.text, this.start));
  }

  /** Whether tags are markup rather than text. */
  get isMarkup(): boolean {
    return markupLanguages.has(this.languageId);
  }

  /** The character directly before the URL if another one closes it; otherwise NUL. */
  get opener(): string {
    return this.closer === none || this.closer === this.before ? none : this.before;
  }

  private get isQuoted(): boolean {
    return this.before === this.closer && this.before !== '|';
  }

  /** Whether nothing but the URL is enclosed: in quotes, angle brackets, or the target of a link in Markdown. */
  get enclosed(): boolean {
    return this.isQuoted || this.before === '<' || (this.before === '(' && this.text.charAt(this.start - 2) === ']');
  }

  /** The number of backslashes that escape the enclosing quotes themselves. */
  get quoteEscapes(): number {
    return this.isQuoted ? backslashesBefore(this.text, this.start - 1) : 0;
  }

  /** Whether a quote inside the enclosing quotes is written twice. */
  get doubledQuotes(): boolean {
    return this.isQuoted && doublingLanguages.has(this.languageId);
  }

  /** Whether `"` always ends a string. */
  get quoteEnds(): boolean {
    return jsonLanguages.has(this.languageId);
  }

  /** Whether the URL is the value of an attribute of HTML. */
  get attribute(): boolean {
    const { text, start } = this;
    if (!this.isQuoted || text.charCodeAt(start - 2) !== equals) return false;
    return attributePattern.test(text.slice(Math.max(0, start - 16), start));
  }

  /** Whether escapes such as `\t` stand for other characters: in a string of code, and in a value of JSON. */
  get unescapes(): boolean {
    const { text, start, before, languageId } = this;
    if (!this.isQuoted || this.attribute || 'rR@'.includes(text.charAt(start - 2))) return false;
    if (before !== '"') return escapingLanguages.has(languageId);
    return (
      jsonLanguages.has(languageId) ||
      escapingLanguages.has(languageId) ||
      doubleEscapingLanguages.has(languageId) ||
      keyPattern.test(text.slice(Math.max(0, start - 32), start))
    );
  }

  /** Whether nothing but one URL is enclosed, by the name of the attribute or the key. */
  get isOneUrl(): boolean {
    const { text, start } = this;
    return this.attribute || (this.isQuoted && urlKeyPattern.test(text.slice(Math.max(0, start - 32), start)));
  }

  /** Whether the URL is the value of an attribute in quoted-printable (`href=3D"`). */
  get quotedPrintable(): boolean {
    return this.text.startsWith('=3D', this.start - (this.before === '"' || this.before === "'" ? 4 : 3));
  }
}

const maxBackslashes = 16;

/** The number of backslashes directly before `at`. */
export function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (count < maxBackslashes && text.charCodeAt(at - count - 1) === backslash) count++;
  return count;
}

const maxLineLength = 512;

/** Whether a URL at `start` is a cell of comma-separated values: after a comma, or first in a row of three or more. */
function isCell(text: string, start: number): boolean {
  const before = start > 0 ? text.charAt(start - 1) : '\n';
  if (before === ',') return true;
  if (before !== '\n') return false;
  const [line = ''] = text.slice(start, start + maxLineLength).split(/[\r\n]/, 1);
  const commas = line.split(',').length - 1;
  return commas >= 2;
}

/** Like `isCell`, but for semicolons; `;jsessionid=1` belongs to a URL. */
function isCellOfSemicolons(text: string, start: number): boolean {
  const before = start > 0 ? text.charAt(start - 1) : '\n';
  if (before !== ';' && before !== '\n') return false;
  const [written = ''] = text.slice(start, start + maxLineLength).split(/[\r\n]/, 1);
  const line = written.replace(/&#?\w{1,8};/g, '&');
  return (before === ';' || line.split(';').length > 2) && !/;[\w.-]{1,32}=/.test(line);
}
