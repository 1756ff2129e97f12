import { compareText, t } from '../../../l10n';
import { knownDirectives, type ResultType } from '../syntax/directives';
import { asValue, inQuotes } from '../syntax/quote';
import { exploreField, exploreFields, propertyField, propertyFields, threatFields } from '../syntax/fields';
import type { CompletionContext } from './completionContext';

/** A query to start from. */
interface ExampleQuery {
  readonly label: () => string;
  readonly meaning: () => string;
  /** As a snippet: `${1:text}` is a placeholder. */
  readonly snippet: string;
}

/** Example queries, most common first. */
export const exampleQueries: readonly ExampleQuery[] = [
  {
    label: () => t('new risky domains'),
    meaning: () => t('High-risk and critical domains seen recently.'),
    snippet: 'type=domain and (risk=high or risk=critical) and seen=${1:7d} and retired=0$0',
  },
  {
    label: () => t('indicators of a threat'),
    meaning: () => t('Active indicators linked to a threat.'),
    snippet: 'threat="${1:Example Kit}" and retired=0 and seen=${2:30d}$0',
  },
  {
    label: () => t('new in a feed'),
    meaning: () => t('Indicators recently added to a feed.'),
    snippet: 'feed="${1:Example Feed}" and added=${2:24h}$0',
  },
  {
    label: () => t('lookalike domains'),
    meaning: () => t("Domains that start with a brand name, except the brand's own."),
    snippet: 'type=domain and ioc=${1:login}* and not ioc=${2:login.example}$0',
  },
  {
    label: () => t('domains of a registrar'),
    meaning: () => t('Domains with a known risk at one registrar.'),
    snippet: 'type=domain and ++registrar="${1:Example Registrar}*" and risk!=none and risk!=unknown$0',
  },
  {
    label: () => t('web servers by port'),
    meaning: () => t('IP addresses with web servers on unusual ports.'),
    snippet: 'type=ip and (port=${1:8080} or port=${2:8443}) and protocol=HTTP* and risk=${3:high}$0',
  },
  {
    label: () => t('URLs with a technology'),
    meaning: () => t('Risky URLs on hosts that use a specific technology.'),
    snippet: 'type=url and technology=${1:WordPress} and (risk=high or risk=critical)$0',
  },
  {
    label: () => t('list of indicators'),
    meaning: () => t('Several indicators, by value.'),
    snippet: 'ioc=${1:login-update.example}\n  or ioc=${2:203.0.113.77}$0',
  },
  {
    label: () => t('retired, but seen again'),
    meaning: () => t('Retired indicators that were seen again.'),
    snippet: 'retired=1 and (risk=high or risk=critical) and seen=${1:30d}$0',
  },
  {
    label: () => t('threats by property'),
    meaning: () => t('Threats whose indicators share a property, such as a port.'),
    snippet: '# @type threats\nport=${1:3389} or protocol=${2:RDP}$0',
  },
];

export type CompletionKind = 'field' | 'property' | 'operator' | 'keyword' | 'value' | 'name' | 'directive' | 'example';

/** Something to insert at a {@link CompletionContext}. */
export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  readonly detail: string;
  /** Replaces the context's range; a snippet for `example`. */
  readonly insert: string;
  readonly documentation?: string;
  /** True to offer completions again after insertion. */
  readonly suggestsNext?: boolean;
}

/** Completions from the language itself, most likely first; names from the store are added elsewhere. */
export function completionsAt(context: CompletionContext, type?: ResultType): readonly Completion[] {
  switch (context.kind) {
    case 'directive':
      return knownDirectives.map(({ name, meaning, accepts }) => ({
        kind: 'directive',
        label: `@${name}`,
        detail: meaning(),
        documentation: t('Value: {0}.', accepts()),
        insert: `@${name} `,
        suggestsNext: true,
      }));
    case 'directiveValue':
      return directiveValues(context.directive);
    case 'term':
      return terms(context, type);
    case 'keyword':
      return joiners();
    case 'operator':
      return operators();
    case 'value':
      return values(context);
  }
}

/** A value as it is inserted: in the existing quotes, or in new ones if needed. */
function quotedValue(value: string, { isQuoted }: { readonly isQuoted: boolean }): string {
  return isQuoted ? inQuotes(value) : asValue(value);
}

/** An empty query starts with examples; once something is typed, fields come first. */
function terms(
  { isFirst, afterNot, range }: Extract<CompletionContext, { kind: 'term' }>,
  type: ResultType | undefined,
): readonly Completion[] {
  const examples = isFirst ? exampleCompletions() : [];
  const words = [...fields(type), ...(afterNot ? [] : [negation()]), group()];
  return range.start === range.end ? [...examples, ...words] : [...words, ...examples];
}

const exampleCompletions = (): readonly Completion[] =>
  exampleQueries.map(({ label, meaning, snippet }) => ({
    kind: 'example',
    label: label(),
    detail: meaning(),
    insert: snippet,
  }));

const negation = (): Completion => ({
  kind: 'keyword',
  label: 'not',
  detail: t('negates the next term'),
  insert: 'not ',
  suggestsNext: true,
});
const group = (): Completion => ({ kind: 'keyword', label: '( … )', detail: t('groups terms'), insert: '(' });

const joiners = (): readonly Completion[] => [
  {
    kind: 'keyword',
    label: 'and',
    detail: t('both must match; binds tighter than “or”'),
    insert: 'and ',
    suggestsNext: true,
  },
  { kind: 'keyword', label: 'or', detail: t('either may match'), insert: 'or ', suggestsNext: true },
  {
    kind: 'keyword',
    label: 'and not',
    detail: t('the first must match, the second must not'),
    insert: 'and not ',
    suggestsNext: true,
  },
];

const operators = (): readonly Completion[] => [
  { kind: 'operator', label: '=', detail: t('is; * matches any characters'), insert: '=', suggestsNext: true },
  { kind: 'operator', label: '!=', detail: t('is not'), insert: '!=', suggestsNext: true },
];

function fields(type: ResultType | undefined): readonly Completion[] {
  const named =
    (kind: CompletionKind) =>
    ({ name, meaning, example }: (typeof exploreFields)[number]): Completion => ({
      kind,
      label: name,
      detail: meaning(),
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
  const plans: readonly (readonly [limit: string, plan: () => string])[] = [
    ['10', () => t('default without an account')],
    ['50', () => t('default for a free account')],
    ['250', () => t('default for the Pro plan')],
    ['1000', () => t('default for the Team plan')],
    ['10000', () => t('maximum of any plan')],
  ];
  const offered = name === 'limit' ? plans.map(([value, meaning]) => ({ value, meaning })) : values;
  return offered.map(({ value, meaning }) => ({ kind: 'value', label: value, detail: meaning(), insert: value }));
}

function values(context: Extract<CompletionContext, { kind: 'value' }>): readonly Completion[] {
  const field = exploreField(context.field) ?? propertyField(context.field);
  return (field?.values ?? []).map(({ value, meaning }) => ({
    kind: 'value',
    label: value,
    detail: meaning(),
    insert: quotedValue(value, context),
  }));
}

/** The kind of names that the store may offer. */
export function nameKindAt(context: CompletionContext): 'threat' | 'feed' | undefined {
  if (context.kind !== 'value') return undefined;
  const field = context.field.toLowerCase();
  if (field === 'feed') return field;
  return field === 'threat' || field === 'name' || field === 'alias' ? 'threat' : undefined;
}

/** The property or attribute whose values the store may offer. */
export function valueFieldAt(context: CompletionContext): string | undefined {
  if (context.kind !== 'value' || nameKindAt(context) !== undefined) return undefined;
  const kind = exploreField(context.field)?.kind;
  return kind === undefined || kind === 'text' || kind === 'port' ? context.field : undefined;
}

/** Names in alphabetical order, those that start with the typed text first. */
export function sortByPrefix<T extends { readonly name: string }>(names: readonly T[], typed: string): readonly T[] {
  const needle = typed.trim().toLowerCase();
  const rank = ({ name }: T): number => (name.toLowerCase().startsWith(needle) ? 0 : 1);
  return names.toSorted((a, b) => rank(a) - rank(b) || compareText(a.name, b.name));
}

/** True if the completion is already typed in full; offering it would only get in the way of Enter. */
export function isAlreadyTyped({ insert }: Completion, context: CompletionContext, text: string): boolean {
  const { start, end } = context.range;
  return context.kind === 'value' && text.slice(start, end).toLowerCase() === insert.toLowerCase();
}

/** A completion for a name from the store. */
export function nameCompletion(name: string, detail: string, context: { readonly isQuoted: boolean }): Completion {
  return { kind: 'name', label: name, detail, insert: quotedValue(name, context) };
}
