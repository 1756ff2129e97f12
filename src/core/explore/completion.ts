import { knownDirectives, type ResultType } from './directives';
import { asValue, inQuotes } from './quote';
import { exploreField, exploreFields, propertyField, propertyFields } from './fields';
import { exampleQueries } from './exampleQueries';
import { type CompletionContext } from './completionContext';
import { threatFields } from './threatFields';

export type CompletionKind = 'field' | 'property' | 'operator' | 'keyword' | 'value' | 'name' | 'directive' | 'example';

/** Something to insert at a {@link CompletionContext}. */
export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly detail: string;
  /** What is written in place of the place's range; a snippet for `hunt`. */
  readonly insert: string;
  readonly documentation?: string;
  /** True where more is to be typed at once: completion is offered again. */
  readonly suggestsNext?: boolean;
}

/** What can be offered at a place from the language alone, the likeliest first; names that the store knows come on top. */
export function completionsAt(context: CompletionContext, type?: ResultType): readonly Completion[] {
  switch (context.kind) {
    case 'directive':
      return knownDirectives.map(({ name, meaning, accepts }) => ({
        kind: 'directive',
        label: `@${name}`,
        detail: meaning,
        documentation: `Takes ${accepts}.`,
        insert: `@${name} `,
        suggestsNext: true,
      }));
    case 'directiveValue':
      return directiveValues(context.directive);
    case 'term':
      return terms(context, type);
    case 'keyword':
      return joiners;
    case 'operator':
      return operators;
    case 'value':
      return values(context);
  }
}

/** How a value is written at a place: in the quotes that stand there, or in quotes of its own where it needs them. */
export function quotedValue(value: string, { isQuoted }: { readonly isQuoted: boolean }): string {
  return isQuoted ? inQuotes(value) : asValue(value);
}

/** An empty query begins with the hunts; once something is typed, fields come first. */
function terms(
  { isFirst, afterNot, range }: Extract<CompletionContext, { kind: 'term' }>,
  type: ResultType | undefined,
): readonly Completion[] {
  const ready = isFirst ? exampleCompletions : [];
  const words = [...fields(type), ...(afterNot ? [] : [negation]), group];
  return range.start === range.end ? [...ready, ...words] : [...words, ...ready];
}

const exampleCompletions = exampleQueries.map(({ label, meaning, snippet }): Completion => {
  return { kind: 'example', label, detail: meaning, insert: snippet };
});

const negation: Completion = {
  kind: 'keyword',
  label: 'not',
  detail: 'everything but',
  insert: 'not ',
  suggestsNext: true,
};
const group: Completion = { kind: 'keyword', label: '( … )', detail: 'what belongs together', insert: '(' };

const joiners: readonly Completion[] = [
  {
    kind: 'keyword',
    label: 'and',
    detail: 'both must hold; binds tighter than “or”',
    insert: 'and ',
    suggestsNext: true,
  },
  { kind: 'keyword', label: 'or', detail: 'either is enough', insert: 'or ', suggestsNext: true },
  {
    kind: 'keyword',
    label: 'and not',
    detail: 'the first must hold, the second must not',
    insert: 'and not ',
    suggestsNext: true,
  },
];

const operators: readonly Completion[] = [
  { kind: 'operator', label: '=', detail: 'is; * stands for any run of characters', insert: '=', suggestsNext: true },
  { kind: 'operator', label: '!=', detail: 'is not', insert: '!=', suggestsNext: true },
];

function fields(type: ResultType | undefined): readonly Completion[] {
  const named =
    (kind: CompletionKind) =>
    ({ name, meaning, example }: (typeof exploreFields)[number]): Completion => ({
      kind,
      label: name,
      detail: meaning,
      documentation: example,
      insert: `${asValue(name)}=`,
      suggestsNext: true,
    });
  const ofThreats = type === 'threats' ? threatFields : [];
  return [
    ...ofThreats.map(named('field')),
    ...exploreFields.map(named('field')),
    ...propertyFields.map(named('property')),
  ];
}

function directiveValues({ name, values = [] }: (typeof knownDirectives)[number]): readonly Completion[] {
  const plans: readonly (readonly [limit: string, plan: string])[] = [
    ['10', 'default without an account'],
    ['50', 'default of a free account'],
    ['250', 'default of the plan Pro'],
    ['1000', 'default of the plan Team'],
    ['10000', 'the most that any plan has'],
  ];
  const offered = name === 'limit' ? plans.map(([value, meaning]) => ({ value, meaning })) : values;
  return offered.map(({ value, meaning }) => ({ kind: 'value', label: value, detail: meaning, insert: value }));
}

function values(context: Extract<CompletionContext, { kind: 'value' }>): readonly Completion[] {
  const field = exploreField(context.field) ?? propertyField(context.field);
  return (field?.values ?? []).map(({ value, meaning }) => ({
    kind: 'value',
    label: value,
    detail: meaning,
    insert: quotedValue(value, context),
  }));
}

/** Which kind of names the store may know for a place; undefined where it knows none. */
export function nameKindAt(context: CompletionContext): 'threat' | 'feed' | undefined {
  if (context.kind !== 'value') return undefined;
  const field = context.field.toLowerCase();
  if (field === 'feed') return field;
  return field === 'threat' || field === 'name' || field === 'alias' ? 'threat' : undefined;
}

/** The property or attribute whose values the store may know for a place; undefined where it knows none. */
export function valueFieldAt(context: CompletionContext): string | undefined {
  if (context.kind !== 'value' || nameKindAt(context) !== undefined) return undefined;
  const kind = exploreField(context.field)?.kind;
  return kind === undefined || kind === 'text' || kind === 'port' ? context.field : undefined;
}

/** Names by the alphabet, those that begin with what is typed before all others. */
export function sortByPrefix<T extends { readonly name: string }>(names: readonly T[], typed: string): readonly T[] {
  const sought = typed.trim().toLowerCase();
  const context = ({ name }: T): number => (name.toLowerCase().startsWith(sought) ? 0 : 1);
  return names.toSorted((a, b) => context(a) - context(b) || a.name.localeCompare(b.name));
}

/** Whether a completion is written out already: to offer it would only be in the way of Enter. */
export function isAlreadyTyped({ insert }: Completion, context: CompletionContext, text: string): boolean {
  const { start, end } = context.range;
  return context.kind === 'value' && text.slice(start, end).toLowerCase() === insert.toLowerCase();
}

/** A name of the store as a completion. */
export function nameCompletion(name: string, detail: string, context: { readonly isQuoted: boolean }): Completion {
  return { kind: 'name', label: name, detail, insert: quotedValue(name, context) };
}
