/** How many characters of the text a call reads. */
type Cost = (self: string, args: readonly unknown[], result: unknown) => number;

const one: Cost = () => 1;
const whole: Cost = (self) => self.length;
const ofResult: Cost = (_, __, result) => (typeof result === 'string' ? result.length : 1);
const ofArgument: Cost = (_, [text]) => (typeof text === 'string' ? text.length : 1);

const costs: Readonly<Record<string, Cost>> = {
  charCodeAt: one,
  charAt: one,
  slice: ofResult,
  startsWith: ofArgument,
  endsWith: ofArgument,
  ...Object.fromEntries(
    ['split', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'match', 'search', 'trimEnd', 'trim', 'normalize']
      .concat('includes', 'indexOf', 'lastIndexOf')
      .map((name) => [name, whole]),
  ),
};

/** A sticky or global search costs the distance it advances; all others cost the whole text. */
function costOfPattern(pattern: RegExp, from: number, text: string, found: boolean): number {
  if (pattern.sticky) return found ? pattern.lastIndex - from : 1;
  if (!pattern.global) return text.length;
  return (found ? pattern.lastIndex : text.length) - from;
}

/**
 * Counts the characters read by string methods and regular expressions while something runs. Each regular expression
 * counts as one pass over its input. Unlike time, this doesn't depend on other load.
 */
export function countCharactersRead(run: () => unknown): number {
  let work = 0;
  const restore: (() => void)[] = [];
  const patch = (target: object, name: string, make: (own: (...args: unknown[]) => unknown) => unknown): void => {
    const descriptor = Object.getOwnPropertyDescriptor(target, name);
    if (descriptor === undefined) throw new Error(`There is no ${name}`);
    Object.defineProperty(target, name, {
      ...descriptor,
      value: make(descriptor.value as (...args: unknown[]) => unknown),
    });
    restore.push(() => Object.defineProperty(target, name, descriptor));
  };
  for (const [name, cost] of Object.entries(costs)) {
    patch(String.prototype, name, (own) => {
      return function (this: string, ...args: unknown[]): unknown {
        const result = Reflect.apply(own, this, args);
        work += cost(this, args, result);
        return result;
      };
    });
  }
  for (const name of ['test', 'exec']) {
    patch(RegExp.prototype, name, (own) => {
      return function (this: RegExp, ...args: unknown[]): unknown {
        const from = this.lastIndex;
        const result = Reflect.apply(own, this, args);
        work += costOfPattern(this, from, String(args[0]), Boolean(result));
        return result;
      };
    });
  }
  try {
    run();
  } finally {
    for (const undo of restore) undo();
  }
  return work;
}
