import { type TextRange } from './ast';

export const resultTypes = ['indicators', 'threats'] as const;
export type ResultType = (typeof resultTypes)[number];

export const resultFormats = ['json', 'csv', 'stix'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** What goes along with a query (api-spec: “Explore search”); what is absent is left to the service's default. */
export interface QuerySettings {
  readonly limit?: number;
  readonly type?: ResultType;
  readonly format?: ResultFormat;
  /** How the query is called, in history, files and the outline. */
  readonly name?: string;
}

export type DirectiveName = keyof QuerySettings;

/** A directive that query files know. */
export interface KnownDirective {
  readonly name: DirectiveName;
  /** One sentence for completion and hover help. */
  readonly meaning: string;
  /** What its value may be, in words. */
  readonly accepts: string;
  readonly values?: readonly { readonly value: string; readonly meaning: string }[];
}

export const knownDirectives: readonly KnownDirective[] = [
  {
    name: 'limit',
    meaning: 'At most so many results.',
    accepts: 'a whole number from 1 on; without it the default of your plan applies',
  },
  {
    name: 'type',
    meaning: 'What is searched for.',
    accepts: '“indicators” or “threats”',
    values: [
      { value: 'indicators', meaning: 'Domains, IP addresses and URLs; what a query finds without this directive.' },
      { value: 'threats', meaning: 'Threats, by name, alias, category or what their indicators have in common.' },
    ],
  },
  {
    name: 'format',
    meaning: 'The form in which the service answers.',
    accepts: '“json”, “csv” or “stix”',
    values: [
      { value: 'json', meaning: 'Rows for the results beside the editor; the default.' },
      { value: 'csv', meaning: 'A table with thirteen columns, for spreadsheets and scripts.' },
      { value: 'stix', meaning: 'A STIX 2.1 bundle, for platforms; needs an account at the service.' },
    ],
  },
  {
    name: 'name',
    meaning: 'How this query is called in the outline, in history and in names of exported files.',
    accepts: 'letters, digits, dots, dashes and underscores',
  },
];

/** A directive as it stands in a comment line: `# @name value`. */
export interface Directive {
  /** As written, without the `@`. */
  readonly name: string;
  /** Trimmed; empty where none is given. */
  readonly value: string;
  /** The comment from its `#` on. */
  readonly range: TextRange;
  /** The name with its `@`. */
  readonly nameRange: TextRange;
  /** Empty, at the end of the name, where there is no value. */
  readonly valueRange: TextRange;
  /** False for one that stands behind a part of the query: that is a mere remark. */
  readonly ownLine: boolean;
}

/** Reads the directive of this name, in any letter case; undefined where there is none. */
export function knownDirective(name: string): KnownDirective | undefined {
  const lower = name.toLowerCase();
  return knownDirectives.find((directive) => directive.name === lower);
}

/** What a directive sets; undefined for an unknown name, and for a value that it can't have. */
export function settingOf({ name, value }: Pick<Directive, 'name' | 'value'>): QuerySettings | undefined {
  const word = value.toLowerCase();
  switch (knownDirective(name)?.name) {
    case 'limit': {
      const limit = /^[0-9]{1,15}$/.test(value) ? Number(value) : 0;
      return limit >= 1 ? { limit } : undefined;
    }
    case 'type': {
      const type = resultTypes.find((known) => known === word);
      return type && { type };
    }
    case 'format': {
      const format = resultFormats.find((known) => known === word);
      return format && { format };
    }
    case 'name':
      return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(value) ? { name: value } : undefined;
    case undefined:
      return undefined;
  }
}

/** The directives among the comments of one query, and what they set together. */
export function readDirectives(
  text: string,
  comments: readonly TextRange[],
): { readonly directives: readonly Directive[]; readonly settings: QuerySettings } {
  const directives = comments.flatMap((range) => readDirective(text, range) ?? []);
  let settings: QuerySettings = {};
  for (const directive of directives) if (directive.ownLine) settings = { ...settings, ...settingOf(directive) };
  return { directives, settings };
}

function readDirective(text: string, range: TextRange): Directive | undefined {
  const comment = text.slice(range.start, range.end);
  const found = /^(#[ \t]*)@(\S*)([ \t]*)/.exec(comment);
  if (found === null) return undefined;
  const [whole, lead = '', name = '', gap = ''] = found;
  const value = comment.slice(whole.length).trimEnd();
  const nameStart = range.start + lead.length;
  const nameEnd = nameStart + 1 + name.length;
  const valueStart = value === '' ? nameEnd : nameEnd + gap.length;
  return {
    name,
    value,
    range,
    nameRange: { start: nameStart, end: nameEnd },
    valueRange: { start: valueStart, end: valueStart + value.length },
    ownLine: isFirstInLine(text, range.start),
  };
}

function isFirstInLine(text: string, offset: number): boolean {
  let at = offset - 1;
  while (at >= 0 && /[^\S\r\n]/.test(text.charAt(at))) at--;
  return at < 0 || text[at] === '\n' || text[at] === '\r';
}
