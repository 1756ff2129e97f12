import type { TextEdit } from '../diagnostics';
import { type DirectiveName, knownDirective } from '../syntax/directives';
import type { FileQuery } from '../syntax/queryFile';

/**
 * The edit that sets a directive of a query: changes the effective directive, or adds a line above the query. Removes the
 * directive if there is no value. `text` is the file.
 */
export function setDirective(
  text: string,
  { directives, range, section }: FileQuery,
  name: DirectiveName,
  value: string | undefined,
): readonly TextEdit[] {
  const own = directives.filter((directive) => directive.ownLine);
  const same = own.filter((directive) => knownDirective(directive.name)?.name === name);
  if (value === undefined)
    return same.map((directive) => ({
      range: { start: lineStart(text, directive.range.start), end: nextLine(text, directive.range.end) },
      text: '',
    }));
  const effective = same.at(-1);
  if (effective !== undefined)
    return [{ range: { start: effective.nameRange.start, end: effective.range.end }, text: `@${name} ${value}` }];
  const last = own.findLast((directive) => range === undefined || directive.range.start < range.start);
  const top = range === undefined ? section.end : lineStart(text, range.start);
  const at = last === undefined ? top : nextLine(text, last.range.end);
  const line = `# @${name} ${value}`;
  // The last line of a file may have no line break.
  const isOpenEnd = at === text.length && at > 0 && !/[\r\n]$/.test(text);
  return [{ range: { start: at, end: at }, text: isOpenEnd ? `\n${line}` : `${line}\n` }];
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

function nextLine(text: string, offset: number): number {
  return offset + (/^(?:\r\n|\r|\n)/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0);
}
