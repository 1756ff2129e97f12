import { knownDirectives, type ResultType } from './directives';
import { asValue, inQuotes } from './quoting';
import { exploreField, exploreFields, propertyField, propertyFields } from './fields';
import { hunts } from './hunts';
import { type Place } from './place';
import { threatFields } from './threatFields';

export type CompletionKind = 'field' | 'property' | 'operator' | 'keyword' | 'value' | 'name' | 'directive' | 'hunt';

/** Something to insert at a {@link Place}. */
export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly detail: string;
  /** What is written in place of the place's range; a snippet for `hunt`. */
  readonly insert: string;
  readonly documentation?: string;
  /** True where more is to be typed at once: completion is offered again. */
  readonly goesOn?: boolean;
}

/** What can be offered at a place from the language alone, the likeliest first; names that the store knows come on top. */
export function completionsAt(place: Place, type?: ResultType): readonly Completion[] {
  switch (place.kind) {
    case 'directive':
      return knownDirectives.map(({ name, meaning, takes }) => ({
        kind: 'directive',
        label: `@${name}`,
        detail: meaning,
        documentation: `Takes ${takes}.`,
        insert: `@${name} `,
        goesOn: true,
      }));
    case 'directiveValue':
      return directiveValues(place.directive);
    case 'term':
      return terms(place, type);
    case 'keyword':
      return joiners;
    case 'operator':
      return operators;
    case 'value':
      return values(place);
  }
}

/** How a value is written at a place: in the quotes that stand there, or in quotes of its own where it needs them. */
export function writtenValue(value: string, { isQuoted }: { readonly isQuoted: boolean }): string {
  return isQuoted ? inQuotes(value) : asValue(value);
}

/** An empty query begins with the hunts; once something is typed, fields come first. */
function terms(
  { isFirst, afterNot, range }: Extract<Place, { kind: 'term' }>,
  type: ResultType | undefined,
): readonly Completion[] {
  const ready = isFirst ? readyQueries : [];
  const words = [...fields(type), ...(afterNot ? [] : [negation]), group];
  return range.start === range.end ? [...ready, ...words] : [...words, ...ready];
}

const readyQueries = hunts.map(({ label, meaning, snippet }): Completion => {
  return { kind: 'hunt', label, detail: meaning, insert: snippet };
});

const negation: Completion = { kind: 'keyword', label: 'not', detail: 'everything but', insert: 'not ', goesOn: true };
const group: Completion = { kind: 'keyword', label: '( … )', detail: 'what belongs together', insert: '(' };

const joiners: readonly Completion[] = [
  { kind: 'keyword', label: 'and', detail: 'both must hold; binds tighter than “or”', insert: 'and ', goesOn: true },
  { kind: 'keyword', label: 'or', detail: 'either is enough', insert: 'or ', goesOn: true },
  {
    kind: 'keyword',
    label: 'and not',
    detail: 'the first must hold, the second must not',
    insert: 'and not ',
    goesOn: true,
  },
];

const operators: readonly Completion[] = [
  { kind: 'operator', label: '=', detail: 'is; * stands for any run of characters', insert: '=', goesOn: true },
  { kind: 'operator', label: '!=', detail: 'is not', insert: '!=', goesOn: true },
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
      goesOn: true,
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

function values(place: Extract<Place, { kind: 'value' }>): readonly Completion[] {
  const field = exploreField(place.field) ?? propertyField(place.field);
  return (field?.values ?? []).map(({ value, meaning }) => ({
    kind: 'value',
    label: value,
    detail: meaning,
    insert: writtenValue(value, place),
  }));
}

/** Which kind of names the store may know for a place; undefined where it knows none. */
export function namesWanted(place: Place): 'threat' | 'feed' | undefined {
  if (place.kind !== 'value') return undefined;
  const field = place.field.toLowerCase();
  if (field === 'feed') return field;
  return field === 'threat' || field === 'name' || field === 'alias' ? 'threat' : undefined;
}

/** The property or attribute whose values the store may know for a place; undefined where it knows none. */
export function valuesWanted(place: Place): string | undefined {
  if (place.kind !== 'value' || namesWanted(place) !== undefined) return undefined;
  const kind = exploreField(place.field)?.kind;
  return kind === undefined || kind === 'text' || kind === 'port' ? place.field : undefined;
}

/** Names by the alphabet, those that begin with what is typed before all others. */
export function inOrder<T extends { readonly name: string }>(names: readonly T[], typed: string): readonly T[] {
  const sought = typed.trim().toLowerCase();
  const place = ({ name }: T): number => (name.toLowerCase().startsWith(sought) ? 0 : 1);
  return names.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}

/** Whether a completion is written out already: to offer it would only be in the way of Enter. */
export function isWritten({ insert }: Completion, place: Place, text: string): boolean {
  const { start, end } = place.range;
  return place.kind === 'value' && text.slice(start, end).toLowerCase() === insert.toLowerCase();
}

/** A name of the store as a completion. */
export function nameCompletion(name: string, detail: string, place: { readonly isQuoted: boolean }): Completion {
  return { kind: 'name', label: name, detail, insert: writtenValue(name, place) };
}
