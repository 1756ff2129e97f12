import { t } from '../../../l10n';
import type { ParsedQuery, QueryError, QueryErrorCode, QueryNode, Replacement, TermOperator, TextRange } from './ast';
import { type OtherValues, otherValuesAt, withOtherSyntax } from './otherSyntax';
import { scan, type Token } from './scanner';

/** Maximum nesting of parentheses and `not`, so that trees can be walked recursively. */
export const maxDepth = 200;

/** The interface doesn't specify a maximum nesting; beyond this, other services may reject a query. */
export const maxPortableDepth = 60;

/** Bounds the errors for a text that isn't a query at all. */
const maxErrors = 100;

/**
 * Reads Explore text (lookup API: “Explore search”): `name=value` and `name!=value`, joined by `and`, `or` and `not` in
 * any letter case, `not` binding tightest and `or` loosest, and parentheses. Accepts any text: each problem becomes an
 * error with its range, and the rest is in the tree. A text of spaces and comments has neither node nor errors. Linear
 * in the length of the text; never throws.
 */
export function parseQuery(text: string): ParsedQuery {
  return parseTokens(scan(text));
}

/** Like {@link parseQuery} for tokens; ranges are relative to theirs. */
export function parseTokens(tokens: readonly Token[]): ParsedQuery {
  return new Parser(tokens).parse();
}

class Parser {
  private readonly errors: QueryError[] = [];
  private readonly groups: Group[] = [];
  private group = newGroup(undefined);
  private at = 0;
  /** Current nesting, and the number of open parentheses beyond {@link maxDepth}, which are ignored. */
  private depth = 0;
  private skipped = 0;
  private tooDeep = false;
  /** The range in which nesting first exceeds {@link maxPortableDepth}. */
  private deep: TextRange | undefined;

  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = withOtherSyntax(tokens);
  }

  parse(): ParsedQuery {
    for (;;) {
      const token = this.tokens[this.at];
      if (token === undefined) break;
      this.at++;
      this.take(token);
    }
    while (this.group.open !== undefined) {
      this.error('unclosedParenthesis', t('Missing closing parenthesis.'), this.group.open);
      this.leave(this.tokens.at(-1)?.range.end ?? 0);
    }
    const result = this.finish();
    return { node: result?.node, errors: this.errors, deep: this.deep };
  }

  private take(token: Token): void {
    switch (token.kind) {
      case 'open':
        this.open(token);
        break;
      case 'close':
        this.close(token);
        break;
      case 'and':
      case 'or':
        this.join(token);
        break;
      case 'not':
        this.negate(token);
        break;
      case 'operator':
        this.error('missingField', t('Field name expected before “{0}”.', token.text), token.range);
        if (this.valueNext() !== undefined) this.at++;
        this.addHole();
        break;
      case 'bare':
      case 'quoted':
        this.fieldAndValue(token);
    }
  }

  private open(token: Token): void {
    this.wantOperator(token.range);
    if (this.nestTooDeep(token.range)) {
      this.skipped++;
      return;
    }
    this.depth++;
    this.groups.push(this.group);
    this.group = newGroup(token.range);
  }

  private close(token: Token): void {
    if (this.skipped > 0) this.skipped--;
    else if (this.group.open === undefined)
      this.error('strayParenthesis', t('Unmatched closing parenthesis.'), token.range);
    else this.leave(token.range.end);
  }

  private leave(end: number): void {
    const { open } = this.group;
    const inner = this.finish();
    if (open !== undefined && inner === undefined && !this.group.hole)
      this.error('emptyParentheses', t('Empty parentheses.'), { start: open.start, end });
    this.depth--;
    this.group = this.groups.pop() ?? newGroup(undefined);
    if (inner === undefined || open === undefined) this.addHole();
    else this.add({ node: inner.node, range: { start: open.start, end } });
  }

  private join(token: Token): void {
    const { group } = this;
    this.wantKeyword(token);
    if (group.expectsOperand)
      this.error('missingTermBefore', t('Term expected before “{0}”.', token.text), token.range);
    if (token.kind === 'or') closeConjunction(group);
    group.dangling = token;
    group.expectsOperand = true;
  }

  private negate(token: Token): void {
    this.wantKeyword(token);
    this.wantOperator(token.range);
    this.group.expectsOperand = true;
    this.group.dangling = undefined;
    if (this.nestTooDeep(token.range)) return;
    this.depth++;
    this.group.nots.push(token.range);
  }

  /** Reports `&&`, `||`, and `!`. */
  private wantKeyword({ kind, text, range }: Token): void {
    if (text.toLowerCase() === kind) return;
    const [before, after] = [this.tokens[this.at - 2], this.tokens[this.at]];
    const touches = before?.range.end === range.start && !['open', 'and', 'or', 'not'].includes(before.kind);
    const spaced = `${touches ? ' ' : ''}${kind}${after?.range.start === range.end ? ' ' : ''}`;
    this.error('otherSyntax', t('Use “{0}” instead of “{1}”.', kind, text), range, [[{ range, text: spaced }]]);
  }

  private fieldAndValue(field: Token): void {
    this.wantClosed(field);
    const operator = this.tokens[this.at];
    if (operator?.kind !== 'operator') {
      this.wordsWithoutOperator(field);
      return;
    }
    this.wantOperator(field.range);
    const found = this.takeValues(field, operator);
    found?.values.forEach((each) => this.wantClosed(each));
    if (found === undefined || field.text === '') {
      if (found !== undefined) this.error('missingField', t('Field name expected.'), field.range);
      this.addHole();
      return;
    }
    const terms = found.values.map((each) => {
      const node = term(field, found.operator, each);
      return { node, range: node.range };
    });
    const all = combine(found.word, terms);
    if (all !== undefined) this.add(all);
  }

  /** The value after a field and an operator, or several in other syntax. */
  private takeValues(field: Token, operator: Token): Pick<OtherValues, 'operator' | 'values' | 'word'> | undefined {
    const other = otherValuesAt(this.tokens, this.at);
    this.at++;
    if (other !== undefined) {
      this.error('otherSyntax', other.message, other.range, other.replacements);
      this.at = other.next;
      return other;
    }
    const value = this.valueNext();
    if (value === undefined) {
      const text = `${field.text}${operator.text}`;
      this.error('missingValue', t('Value expected after “{0}”.', text), span(field.range, operator.range));
      return undefined;
    }
    this.at++;
    return { operator: operator.text === '!=' ? '!=' : '=', values: [value], word: 'and' };
  }

  private wordsWithoutOperator(first: Token): void {
    let last = first;
    for (;;) {
      const next = this.tokens[this.at];
      if (next?.kind !== 'bare' && next?.kind !== 'quoted') break;
      // The word before an operator is the field of another term.
      if (this.tokens[this.at + 1]?.kind === 'operator') break;
      last = next;
      this.at++;
    }
    this.error(
      'missingOperator',
      /^(?:\/\/|--|\/\*)/.test(first.text)
        ? t('Comments start with “#”.')
        : t('Expected name=value. Put a value that contains spaces in double quotes.'),
      span(first.range, last.range),
    );
    this.addHole();
  }

  private valueNext(): Token | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'bare' || token?.kind === 'quoted' ? token : undefined;
  }

  private add(operand: Operand): void {
    const { group } = this;
    let result = operand;
    for (const not of group.nots.reverse()) {
      const range = span(not, result.range);
      result = { node: { kind: 'not', operand: result.node, range }, range };
    }
    this.depth -= group.nots.length;
    group.nots = [];
    group.conjunction.push(result);
    group.dangling = undefined;
    group.expectsOperand = false;
    group.hole = false;
  }

  private addHole(): void {
    const { group } = this;
    this.depth -= group.nots.length;
    group.nots = [];
    group.dangling = undefined;
    group.expectsOperand = false;
    group.hole = true;
  }

  /** Returns the operands of the group as one and reports a dangling keyword at its end. */
  private finish(): Operand | undefined {
    const { group } = this;
    const not = group.nots.at(-1);
    if (not !== undefined) this.error('missingTermAfter', termAfter('not'), not);
    else if (group.dangling !== undefined)
      this.error('missingTermAfter', termAfter(group.dangling.text), group.dangling.range);
    if (not !== undefined || group.dangling !== undefined) this.addHole();
    closeConjunction(group);
    return combine('or', group.alternatives);
  }

  private wantOperator(range: TextRange): void {
    if (!this.group.expectsOperand && !this.group.hole)
      this.error('missingKeyword', t('“and” or “or” expected.'), range);
  }

  private wantClosed(token: Token): void {
    if (!token.closed) this.error('unclosedQuote', t('Missing closing double quote.'), token.range);
  }

  private nestTooDeep(range: TextRange): boolean {
    if (this.depth === maxPortableDepth) this.deep ??= range;
    if (this.depth < maxDepth) return false;
    if (!this.tooDeep) this.error('tooDeep', t('Nesting exceeds {0} levels.', maxDepth), range);
    this.tooDeep = true;
    return true;
  }

  private error(
    code: QueryErrorCode,
    message: string,
    range: TextRange,
    replacements?: readonly (readonly Replacement[])[],
  ): void {
    if (this.errors.length < maxErrors) this.errors.push({ code, message, range, replacements });
  }
}

/** An operand with its range in the text, including its parentheses. */
interface Operand {
  readonly node: QueryNode;
  readonly range: TextRange;
}

/** The query, or a pair of parentheses, that is being read. */
interface Group {
  readonly open: TextRange | undefined;
  /** The finished operands of `or`. */
  readonly alternatives: Operand[];
  /** The operands of the `and` that is being read. */
  conjunction: Operand[];
  /** Ranges of the `not`s before the next operand. */
  nots: TextRange[];
  /** The last `and` or `or`, until an operand follows. */
  dangling: Token | undefined;
  /** True where an operand needs no keyword before it. */
  expectsOperand: boolean;
  /** True after an unreadable operand, to avoid a second error there. */
  hole: boolean;
}

function term(field: Token, operator: TermOperator, value: Token): QueryNode {
  return {
    kind: 'term',
    field: field.text,
    operator,
    value: value.text,
    quoted: value.kind === 'quoted',
    range: span(field.range, value.range),
    fieldRange: field.range,
    valueRange: value.range,
  };
}

/** A group without operands; `open` is its parenthesis, undefined for the query itself. */
function newGroup(open: TextRange | undefined): Group {
  return {
    open,
    alternatives: [],
    conjunction: [],
    nots: [],
    dangling: undefined,
    expectsOperand: true,
    hole: false,
  };
}

/** Ends the operands of `and`, at an `or` or at the end of the group. */
function closeConjunction(group: Group): void {
  const operand = combine('and', group.conjunction);
  if (operand !== undefined) group.alternatives.push(operand);
  group.conjunction = [];
}

/** One node for several operands; operands of the same kind are merged, so that a chain stays flat. */
function combine(kind: 'and' | 'or', operands: readonly Operand[]): Operand | undefined {
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined || operands.length === 1) return first;
  const range = span(first.range, last.range);
  const nodes = operands.flatMap(({ node }) => (node.kind === kind ? node.operands : [node]));
  return { node: { kind, operands: nodes, range }, range };
}

/** The text from one range to another. */
function span(from: TextRange, to: TextRange): TextRange {
  return { start: from.start, end: to.end };
}

function termAfter(keyword: string): string {
  return t('Term expected after “{0}”.', keyword);
}
