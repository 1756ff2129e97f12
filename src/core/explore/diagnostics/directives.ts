import { trimTrailing } from '../../text/trim';
import type { TextRange } from '../syntax/ast';
import { type Directive, knownDirective, knownDirectives, getSetting } from '../syntax/directives';
import type { FileQuery, QueryFile } from '../syntax/queryFile';
import { changeTo, changing, fix, inserting, type QueryDiagnostic, type QueryFix, replacing } from './diagnostic';
import { nearest } from '../syntax/nearest';
import { t, formatList } from '../../../l10n';

/** The largest limit that any plan has (lookup API: “Limits”). */
const maxLimit = 10_000;

/** Diagnostics for the directives of a query. */
export function directiveDiagnostics(query: FileQuery, text: string): readonly QueryDiagnostic[] {
  const { directives, range } = query;
  const effective = new Map<string, Directive>();
  for (const directive of directives) {
    const known = knownDirective(directive.name);
    if (known !== undefined && directive.ownLine && getSetting(directive) !== undefined)
      effective.set(known.name, directive);
  }
  const found = directives.flatMap((directive) => diagnosticOf(directive, effective, text) ?? []);
  const [first] = directives.filter(({ ownLine }) => ownLine);
  if (range === undefined && first !== undefined && knownDirective(first.name) !== undefined)
    found.push({
      code: 'directiveWithoutQuery',
      severity: 'information',
      message: t('This directive has no effect because this section of the file contains no query.'),
      range: first.range,
      fixes: [],
    });
  return found;
}

/** Diagnostics for names used by several queries of a file. */
export function nameDiagnostics({ queries }: QueryFile): readonly QueryDiagnostic[] {
  const names = new Set<string>();
  return queries.flatMap(({ settings, directives }): readonly QueryDiagnostic[] => {
    const name = settings.name?.toLowerCase();
    const at = directives.findLast((directive) => knownDirective(directive.name)?.name === 'name');
    if (name === undefined || at === undefined) return [];
    if (!names.has(name)) {
      names.add(name);
      return [];
    }
    const message = t('Another query in this file is also named “{0}”.', settings.name ?? name);
    return [{ code: 'duplicateName', severity: 'warning', message, range: at.valueRange, fixes: [] }];
  });
}

/** `effective` maps each name to its effective directive: the last valid one. */
function diagnosticOf(
  directive: Directive,
  effective: ReadonlyMap<string, Directive>,
  text: string,
): QueryDiagnostic | undefined {
  const known = knownDirective(directive.name);
  if (known === undefined) return unknown(directive);
  if (!directive.ownLine) return afterQuery(directive, text);
  const setting = getSetting(directive);
  if (setting === undefined) {
    const range = directive.value === '' ? directive.nameRange : directive.valueRange;
    const message =
      directive.value === ''
        ? t('{0} requires a value: {1}.', `@${known.name}`, known.accepts())
        : t("“{1}” isn't a valid value for {0}. Use {2}.", `@${known.name}`, directive.value, known.accepts());
    return { code: 'badDirective', severity: 'error', message, range, fixes: valueFixes(directive) };
  }
  if (effective.get(known.name) !== directive) {
    const message = t('Overridden by a later {0}.', `@${known.name}`);
    return {
      code: 'duplicateDirective',
      severity: 'warning',
      message,
      range: directive.range,
      fixes: [removeLine(directive, text)],
    };
  }
  if ((setting.limit ?? 0) > maxLimit) {
    const message = t('No plan allows more than {0} results.', maxLimit);
    const fixes = [changing(directive.valueRange, String(maxLimit))];
    return { code: 'limitAbovePlans', severity: 'warning', message, range: directive.valueRange, fixes };
  }
  return undefined;
}

function unknown({ name, nameRange }: Directive): QueryDiagnostic {
  const names = knownDirectives.map((known) => known.name);
  const similar = nearest(name, names);
  return {
    code: 'unknownDirective',
    severity: similar === undefined ? 'information' : 'warning',
    message:
      similar === undefined
        ? t('This is only a comment. Supported directives: {0}.', formatList(names.map((each) => `@${each}`)))
        : t('Unknown directive “{0}”. Did you mean “{1}”?', `@${name}`, `@${similar}`),
    range: nameRange,
    fixes: similar === undefined ? [] : [changing(nameRange, `@${similar}`)],
  };
}

function afterQuery(directive: Directive, text: string): QueryDiagnostic {
  let lineStart = directive.range.start;
  while (lineStart > 0 && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') lineStart--;
  const comment = text.slice(directive.range.start, directive.range.end).trimEnd();
  const move = fix(
    t('Move to a separate line'),
    inserting(lineStart, `${comment}\n`),
    replacing(withIndent(directive.range, text, 0), ''),
  );
  const message = t("A directive must be on its own line. Here, it's only a comment.");
  return { code: 'directiveAfterQuery', severity: 'warning', message, range: directive.range, fixes: [move] };
}

function valueFixes({ name, value, valueRange, nameRange }: Directive): readonly QueryFix[] {
  const known = knownDirective(name);
  const set = (text: string): QueryFix =>
    value === '' ? fix(changeTo(`@${name} ${text}`), inserting(nameRange.end, ` ${text}`)) : changing(valueRange, text);
  if (known?.values !== undefined) {
    const words = known.values.map((each) => each.value);
    const similar = nearest(value, words);
    return (similar === undefined ? words : [similar]).map(set);
  }
  if (known?.name === 'limit') {
    const digits = value
      .replace(/[^0-9]/g, '')
      .replace(/^0+/, '')
      .slice(0, 9);
    return [set(digits === '' || value.startsWith('-') ? '100' : digits)];
  }
  const words = value.normalize('NFC').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const slug = trimTrailing(words.replace(/^[._-]+/, ''), /[._-]/).slice(0, 80);
  return slug === '' ? [] : [set(slug)];
}

function removeLine({ range }: Directive, text: string): QueryFix {
  const end = /^(?:\r\n|\r|\n)/.exec(text.slice(range.end, range.end + 2))?.[0].length ?? 0;
  return fix(t('Remove this directive'), replacing(withIndent(range, text, end), ''));
}

function withIndent({ start, end }: TextRange, text: string, lineEnd: number): TextRange {
  let from = start;
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--;
  return { start: from, end: end + lineEnd };
}
