import { isLineEnd, isSpace } from './characters';
import type { Syntax } from './language';

export type Zone = 'code' | 'string' | 'comment';

/** Characters before which a slash begins a regular expression, not a division. */
const beforeRegex = '(,=:[!&|?{};+\r\n\u2028\u2029';

/** What ends the long strings that know no escapes, by what begins them: C#, Rust, C++, Lua. */
const rawClosers: ReadonlyMap<string, string> = new Map([
  ['@"', '"'],
  ['$@"', '"'],
  ['@$"', '"'],
  ['r#"', '"#'],
  ['r"', '"'],
  ['R"(', ')"'],
  ['[[', ']]'],
]);

/** What begins a string or a comment, and what ends it. */
interface Opening {
  readonly zone: 'string' | 'comment';
  readonly opener: string;
  /** Finds what ends it, and the escapes before that, which have a backslash first. */
  readonly end: RegExp;
}

const LINE_END = '[\\n\\r\\u2028\\u2029]';
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'g');

/** A regular expression of JavaScript and its kin ends like a string. */
const REGEX: Opening = { zone: 'string', opener: '/', end: anyOf('\\\\[^]', '/', LINE_END) };

interface Openings {
  readonly all: readonly Opening[];
  /** Finds the first character of any of them. */
  readonly first: RegExp;
  readonly hasRegex: boolean;
}

const known = new Map<Syntax, Openings>();

function openingsOf(syntax: Syntax): Openings {
  const held = known.get(syntax);
  if (held !== undefined) return held;
  const { blockComments, lineComments, longStrings, strings } = syntax;
  const all: readonly Opening[] = [
    ...blockComments.map(([opener, closer]) => ({ zone: 'comment', opener, end: anyOf(literal(closer)) }) as const),
    ...lineComments.map((opener) => ({ zone: 'comment', opener, end: anyOf(LINE_END) }) as const),
    ...longStrings.map((opener) => {
      const raw = rawClosers.get(opener);
      return {
        zone: 'string',
        opener,
        end: raw === undefined ? anyOf('\\\\[^]', literal(opener)) : anyOf(literal(raw)),
      } as const;
    }),
    ...strings.map((opener) => ({ zone: 'string', opener, end: anyOf('\\\\[^]', literal(opener), LINE_END) }) as const),
  ];
  const hasRegex = lineComments[0] === '//';
  const firsts = new Set([...all.map(({ opener }) => opener.charAt(0)), ...(hasRegex ? ['/'] : [])]);
  const openings = { all, first: anyOf(...Array.from(firsts, literal)), hasRegex };
  known.set(syntax, openings);
  return openings;
}

/**
 * Says whether a place of a source text is in a string, a comment or plain code. It walks the text once, forwards, from
 * one string or comment to the next: ask for ascending offsets. Unclosed quotes end with their line, so that one
 * apostrophe does not turn a whole file over.
 */
export class CodeZones {
  private zone: Zone = 'code';
  /** The last offset that lies in this zone. */
  private until = -1;
  /** Where the walk goes on behind it. */
  private next = 0;
  private opening: Opening | undefined;
  private readonly openings: Openings;

  constructor(
    private readonly text: string,
    syntax: Syntax,
  ) {
    this.openings = openingsOf(syntax);
  }

  /** The zone at `offset`, which must not lie before the last one asked for. */
  at(offset: number): Zone {
    while (offset > this.until) {
      if (this.opening === undefined) this.walkCode();
      else this.walkInside(this.opening);
    }
    return this.zone;
  }

  /** On to the next opening. */
  private walkCode(): void {
    const { text, openings } = this;
    const { first } = openings;
    this.zone = 'code';
    for (let from = this.next; ; from++) {
      first.lastIndex = from;
      if (!first.test(text)) break;
      from = first.lastIndex - 1;
      this.opening = this.openingAt(from);
      if (this.opening === undefined) continue;
      this.until = from;
      this.next = from + this.opening.opener.length;
      return;
    }
    this.until = Number.POSITIVE_INFINITY;
  }

  private openingAt(position: number): Opening | undefined {
    const { text, openings } = this;
    const opening = openings.all.find(({ opener }) => text.startsWith(opener, position));
    if (opening !== undefined || !openings.hasRegex) return opening;
    return text.charCodeAt(position) === 47 && this.mayBeginRegex(position) ? REGEX : undefined;
  }

  private mayBeginRegex(position: number): boolean {
    const { text } = this;
    let before = position - 1;
    while (before >= 0 && isSpace(text.charCodeAt(before)) && !isLineEnd(text.charCodeAt(before))) before--;
    return before < 0 || beforeRegex.includes(text.charAt(before));
  }

  /** On to the end of the string or comment. */
  private walkInside({ zone, end }: Opening): void {
    const { text } = this;
    this.zone = zone;
    this.opening = undefined;
    end.lastIndex = this.next;
    for (let match = end.exec(text); match !== null; match = end.exec(text)) {
      if (match[0].startsWith('\\')) continue;
      const isLine = isLineEnd(match[0].charCodeAt(0));
      this.until = match.index;
      this.next = isLine ? match.index : match.index + match[0].length;
      return;
    }
    this.until = Number.POSITIVE_INFINITY;
  }
}
