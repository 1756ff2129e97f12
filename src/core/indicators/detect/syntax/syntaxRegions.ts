import { isLineEnd, isSpace } from '../scan/characters';
import { getFamily, type Syntax } from './language';

export type Region = 'code' | 'string' | 'comment';

/** Characters before which a slash starts a regular expression, not a division. */
const beforeRegex = '(,=:[!&|?{};+\r\n\u2028\u2029';

const [dollar, slash, lessThan, backslash, openingBrace, closingBrace] = [36, 47, 60, 92, 123, 125];

/** The closers of long strings without escapes, by opener: C#, Rust, C++, Lua. */
const rawClosers: ReadonlyMap<string, string> = new Map([
  ['@"', '"'],
  ['$@"', '"'],
  ['@$"', '"'],
  ['r#"', '"#'],
  ['r"', '"'],
  ['R"(', ')"'],
  ['[[', ']]'],
]);

/** The delimiters of a string or a comment. */
interface Opening {
  readonly region: 'string' | 'comment';
  readonly opener: string;
  /** Matches the closer, the end of its line if that closes it too, and before that an escape or `${`. */
  readonly end: RegExp;
  readonly closer: string;
  /** Whether a backslash escapes the character after it. */
  readonly hasEscapes?: true;
  /** Whether it starts only at the start of a line. */
  readonly atLineStart?: true;
  /** A text that puts another scanner inside it, on the next line. */
  readonly state: string;
}

const lineEndSource = '[\\n\\r\\u2028\\u2029]';
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'g');

/** A regular expression in JavaScript and similar languages ends like a string. */
const regexOpening: Opening = {
  region: 'string',
  opener: '/',
  closer: '/',
  hasEscapes: true,
  end: anyOf('\\\\[^]', '/', lineEndSource),
  state: '/\\\n',
};

interface Openings {
  /** By the code of their first character. */
  readonly byFirst: readonly (readonly Opening[] | undefined)[];
  /** Matches the first character of any of them. */
  readonly first: RegExp;
  /** Like `first`, but with braces, for use inside `${…}`. */
  readonly firstOrBrace: RegExp;
  readonly hasRegex: boolean;
  readonly template: Opening | undefined;
  readonly hereDocument: Syntax['hereDocument'];
  readonly fences: boolean;
}

const openingsCache = new Map<Syntax, Openings>();

function openingsOf(syntax: Syntax): Openings {
  const cached = openingsCache.get(syntax);
  if (cached !== undefined) return cached;
  const { blockComments, lineBlocks = [], lineComments, longStrings, strings, templates, hereDocument } = syntax;
  const fences = syntax.fences === true;
  const long = (opener: string): Opening => {
    const raw = rawClosers.get(opener);
    const code = templates === true && opener === '`' ? ['\\$\\{'] : [];
    const form = { region: 'string', opener, state: `${opener}\n` } as const;
    return raw === undefined
      ? { ...form, closer: opener, hasEscapes: true, end: anyOf('\\\\[^]', literal(opener), ...code) }
      : { ...form, closer: raw, end: anyOf(literal(raw)) };
  };
  const all: readonly Opening[] = [
    ...blockComments.map(([opener, closer]): Opening => {
      return { region: 'comment', opener, closer, end: anyOf(literal(closer)), state: `${opener}\n` };
    }),
    ...lineBlocks.map(([opener, closer]): Opening => {
      const end = closer === '' ? /(?!)/g : anyOf(literal(closer));
      return { region: 'comment', opener, closer, end, atLineStart: true, state: `${opener}\n` };
    }),
    // Ends with its line, so no line starts inside one.
    ...lineComments.map((opener): Opening => {
      return { region: 'comment', opener, closer: '', end: anyOf(lineEndSource), state: '' };
    }),
    ...longStrings.map(long),
    // Continues on the next line only after a backslash.
    ...strings.map((opener): Opening => {
      const end = anyOf('\\\\[^]', literal(opener), lineEndSource);
      return { region: 'string', opener, closer: opener, hasEscapes: true, end, state: `${opener}\\\n` };
    }),
  ];
  const hasRegex = lineComments[0] === '//';
  const firsts = new Set([
    ...all.map(({ opener }) => opener.charAt(0)),
    ...(hasRegex ? ['/'] : []),
    ...(hereDocument === undefined ? [] : ['<']),
  ]);
  const openings: Openings = {
    byFirst: groupByFirst(all),
    first: anyOf(...Array.from(firsts, literal), ...(fences ? ['[`~](?=(?:``|~~))'] : [])),
    firstOrBrace: anyOf(...Array.from([...firsts, '{', '}'], literal)),
    hasRegex,
    template: templates === true ? all.find(({ opener }) => opener === '`') : undefined,
    hereDocument,
    fences,
  };
  openingsCache.set(syntax, openings);
  return openings;
}

/** Lists of the openings that start with the same character, at its code. */
function groupByFirst(openings: readonly Opening[]): readonly (readonly Opening[] | undefined)[] {
  const groups: Opening[][] = [];
  for (const opening of openings) (groups[opening.opener.charCodeAt(0)] ??= []).push(opening);
  return groups;
}

/**
 * `<<~END` to the line that starts with `END`. Without quotes or a tilde, the word must be in capitals, because `<<` is
 * also a shift.
 */
const hereDocumentPattern = /<<(?:[~-]?(["'`])([A-Za-z_]\w{0,40})\1|[~-]([A-Za-z_]\w{0,40})|([A-Z_]{2,40})(?!\w))/y;
const phpHereDocumentPattern = /<<<[ \t]{0,8}(["']?)([A-Za-z_]\w{0,40})\1/y;

function hereDocumentAt(text: string, position: number, operator: '<<<' | '<<'): Opening | undefined {
  const pattern = operator === '<<<' ? phpHereDocumentPattern : hereDocumentPattern;
  pattern.lastIndex = position;
  const match = pattern.exec(text);
  const word = match?.[2] ?? match?.[3] ?? match?.[4];
  if (match === null || word === undefined) return undefined;
  // The line end before the word is still inside: the state at the start of a line must not depend on that line.
  const end = new RegExp(`(?<=\\n[ \\t]*)${word}\\b`, 'g');
  return { region: 'string', opener: match[0], closer: word, end, state: `${operator}"${word}"\n` };
}

const fencePattern = /(`{3,}|~{3,})[ \t]*\{?\.?([a-z][\w+#-]{0,24})[^`\r\n]{0,80}/iy;
const fenceIndentPattern = /(?:^|\n)[ \t>]{0,12}$/;

/** A fence in Markdown with the name of a language of code or data; the lines of others are read like the text around. */
function fenceAt(text: string, position: number): Opening | undefined {
  fencePattern.lastIndex = position;
  const [opener, fence, language = ''] = fencePattern.exec(text) ?? [];
  if (opener === undefined || fence === undefined || getFamily(language.toLowerCase()) === 'prose') return undefined;
  if (!fenceIndentPattern.test(text.slice(Math.max(0, position - 13), position))) return undefined;
  const end = new RegExp(`(?<=\\n[ \\t>]{0,12})${fence}`, 'g');
  return { region: 'string', opener, closer: fence, end, state: `${fence}${language}\n` };
}

/** Maximum depth at which nested braces and templates are counted. */
const maxDepth = 64;

/**
 * Finds whether an offset in source code is in a string, a comment, or plain code. Scans the text once from string to
 * comment, so offsets must be ascending. Unclosed quotes end with their line, so one apostrophe doesn't affect a whole
 * file.
 */
export class SyntaxRegions {
  private region: Region = 'code';
  /** The last offset in this region. */
  private until = -1;
  /** The offset at which the scan continues. */
  private next = 0;
  /** The string or comment of this region. */
  private inside: Opening | undefined;
  /** The string or comment after this region. */
  private opening: Opening | undefined;
  /** The templates around this region: the number of open braces in the `${…}` of each. */
  private enclosing: readonly number[] = [];
  private nextEnclosing: readonly number[] = [];
  private readonly openings: Openings;

  constructor(
    private readonly text: string,
    syntax: Syntax,
  ) {
    this.openings = openingsOf(syntax);
  }

  /** The region at `offset`, which must not be before the last one requested. */
  at(offset: number): Region {
    while (offset > this.until) {
      this.inside = this.opening;
      this.enclosing = this.nextEnclosing;
      if (this.opening === undefined) this.walkCode();
      else this.walkInside(this.opening);
    }
    return this.region;
  }

  /**
   * The state at `offset`, the start of a line, as a text that puts another scanner into the same state: '' in plain
   * code, otherwise the openers of the templates, string, or comment that continue.
   */
  stateAt(offset: number): string {
    this.at(offset);
    const templates = this.enclosing.map((braces) => `\`\${${'{'.repeat(braces)}`).join('');
    return `${templates}${this.inside?.state ?? (templates === '' ? '' : '\n')}`;
  }

  /** Advances to the next opener; inside `${…}` also to the next brace. */
  private walkCode(): void {
    const { text, openings, enclosing } = this;
    const first = enclosing.length === 0 ? openings.first : openings.firstOrBrace;
    this.region = 'code';
    for (let from = this.next; ; from++) {
      first.lastIndex = from;
      if (!first.test(text)) break;
      from = first.lastIndex - 1;
      this.opening = this.openingAt(from);
      if (this.opening === undefined && !this.isBrace(from)) continue;
      this.until = from;
      this.next = from + (this.opening?.opener.length ?? 1);
      if (this.opening === undefined) this.countBrace(from);
      return;
    }
    this.until = Number.POSITIVE_INFINITY;
  }

  private openingAt(position: number): Opening | undefined {
    const { text, openings } = this;
    const code = text.charCodeAt(position);
    for (const opening of openings.byFirst[code] ?? []) {
      const { opener, atLineStart } = opening;
      const isLineStart = position === 0 || isLineEnd(text.charCodeAt(position - 1));
      if ((isLineStart || atLineStart === undefined) && (opener.length === 1 || text.startsWith(opener, position)))
        return opening;
    }
    if (code === lessThan && openings.hereDocument !== undefined)
      return hereDocumentAt(text, position, openings.hereDocument);
    if (openings.fences) return fenceAt(text, position);
    return openings.hasRegex && code === slash && this.canStartRegex(position) ? regexOpening : undefined;
  }

  private isBrace(position: number): boolean {
    const code = this.text.charCodeAt(position);
    return code === openingBrace || code === closingBrace;
  }

  /** A brace that closes the innermost `${` returns to its template. */
  private countBrace(position: number): void {
    const outer = this.enclosing.slice(0, -1);
    const braces = this.enclosing.at(-1) ?? 0;
    if (this.text.charCodeAt(position) === openingBrace)
      this.nextEnclosing = [...outer, Math.min(maxDepth, braces + 1)];
    else if (braces > 0) this.nextEnclosing = [...outer, braces - 1];
    else {
      this.nextEnclosing = outer;
      this.opening = this.openings.template;
    }
  }

  private canStartRegex(position: number): boolean {
    const { text } = this;
    let before = position - 1;
    while (before >= 0 && isSpace(text.charCodeAt(before)) && !isLineEnd(text.charCodeAt(before))) before--;
    return before < 0 || beforeRegex.includes(text.charAt(before));
  }

  /** Advances to the end of the string or comment, or to the next `${`. */
  private walkInside({ region, end, closer, hasEscapes }: Opening): void {
    const { text } = this;
    this.region = region;
    this.opening = undefined;
    // The length of a match follows from its end, because creating the match costs more than finding it.
    for (let from = this.next; ; from = end.lastIndex) {
      end.lastIndex = from;
      if (!end.test(text)) break;
      const to = end.lastIndex;
      const last = text.charCodeAt(to - 1);
      const beforeLast = to - 2 < from ? 0 : text.charCodeAt(to - 2);
      if (hasEscapes === true && beforeLast === backslash) continue;
      const isTemplateCode = last === openingBrace && beforeLast === dollar;
      if (isTemplateCode && this.enclosing.length === maxDepth) continue;
      if (isTemplateCode) this.nextEnclosing = [...this.enclosing, 0];
      this.next = isLineEnd(last) ? to - 1 : to;
      this.until = isTemplateCode ? to - 2 : isLineEnd(last) ? to - 1 : to - closer.length;
      return;
    }
    this.until = Number.POSITIVE_INFINITY;
  }
}
