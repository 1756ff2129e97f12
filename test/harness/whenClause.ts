/** Values of context keys; what is missing is undefined, as in VS Code. */
export type Context = Readonly<Record<string, unknown>>;

/** Whether a `when` clause is true: `||`, `&&`, `!`, `==`, `!=`, `=~`, `in` and `not in`, without parentheses. */
export function whenHolds(clause: string | undefined, context: Context): boolean {
  if (clause === undefined) return true;
  return clause.split('||').some((terms) => terms.split('&&').every((term) => termHolds(term.trim(), context)));
}

function termHolds(term: string, context: Context): boolean {
  const [, key = '', operator, operand = ''] = /^([\w.]+) (==|!=|=~|in|not in) (.+)$/.exec(term) ?? [];
  const value = context[key];
  const literal = operand.replace(/^'(.*)'$/, '$1');
  switch (operator) {
    case '==':
      return literal === 'true' ? value === true : String(value) === literal;
    case '!=':
      return String(value) !== literal;
    case '=~': {
      const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(operand) ?? [];
      return typeof value === 'string' && new RegExp(source, flags).test(value);
    }
    case 'in':
    case 'not in': {
      const list = context[operand];
      const isIn = Array.isArray(list) && list.includes(value);
      return operator === 'in' ? isIn : !isIn;
    }
    case undefined:
      break;
    default:
      throw new Error(`Not a term of a when clause: ${term}`);
  }
  if (term === 'true' || term === 'false') return term === 'true';
  const [, negation = '', name] = /^(!?)([\w.]+)$/.exec(term) ?? [];
  if (name === undefined) throw new Error(`Not a term of a when clause: ${term}`);
  return Boolean(context[name]) === (negation === '');
}
