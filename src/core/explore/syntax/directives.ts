import { formatAlternatives, t } from '../../../l10n';
import type { TextRange } from './ast';
export const resultTypes = ['indicators', 'threats'] as const;
export type ResultType = (typeof resultTypes)[number];

export const resultFormats = ['json', 'csv', 'stix'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** Options of a query (lookup API: “Explore search”); absent ones use the service's default. */
export interface QuerySettings {
  readonly limit?: number;
  readonly type?: ResultType;
  readonly format?: ResultFormat;
  /** Name of the query in the history, in files, and in the outline. */
  readonly name?: string;
}

export type DirectiveName = keyof QuerySettings;

/** A supported directive. */
export interface KnownDirective {
  readonly name: DirectiveName;
  /** A sentence for completion and hovers. */
  readonly meaning: () => string;
  /** Describes the valid values. */
  readonly accepts: () => string;
  readonly values?: readonly { readonly value: string; readonly meaning: () => string }[];
}

export const knownDirectives: readonly KnownDirective[] = [
  {
    name: 'limit',
    meaning: () => t('The maximum number of results.'),
    accepts: () => t('a whole number of 1 or more'),
  },
  {
    name: 'type',
    meaning: () => t('Whether to search for indicators or threats.'),
    accepts: () => formatAlternatives(['indicators', 'threats']),
    values: [
      { value: 'indicators', meaning: () => t('Domains, IP addresses, and URLs (default).') },
      {
        value: 'threats',
        meaning: () => t('Threats, by name, alias, category, or what their indicators have in common.'),
      },
    ],
  },
  {
    name: 'format',
    meaning: () => t('The response format of the service.'),
    accepts: () => formatAlternatives(['json', 'csv', 'stix']),
    values: [
      { value: 'json', meaning: () => t('Rows for the results panel (default).') },
      { value: 'csv', meaning: () => t('A table with 13 columns, for spreadsheets and scripts.') },
      {
        value: 'stix',
        meaning: () => t('A STIX 2.1 bundle, for threat intelligence platforms. Requires an account with the service.'),
      },
    ],
  },
  {
    name: 'name',
    meaning: () => t('The name of the query in the outline, the query history, and exported files.'),
    accepts: () => t('letters, digits, periods, hyphens, and underscores'),
  },
];

/** A directive in a comment: `# @name value`. */
export interface Directive {
  /** As written, without the `@`. */
  readonly name: string;
  /** Trimmed; empty if missing. */
  readonly value: string;
  /** The comment, starting at `#`. */
  readonly range: TextRange;
  /** The name with its `@`. */
  readonly nameRange: TextRange;
  /** Empty and at the end of the name if there is no value. */
  readonly valueRange: TextRange;
  /** False for a comment after part of the query, which isn't a directive. */
  readonly ownLine: boolean;
}

/** The directive of this name, in any letter case. */
export function knownDirective(name: string): KnownDirective | undefined {
  const lower = name.toLowerCase();
  return knownDirectives.find((directive) => directive.name === lower);
}

/** The settings of a directive; undefined for an unknown name or an invalid value. */
export function getSetting({ name, value }: Pick<Directive, 'name' | 'value'>): QuerySettings | undefined {
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

/** The directives among the comments of a query, and their combined settings. */
export function readDirectives(
  text: string,
  comments: readonly TextRange[],
): { readonly directives: readonly Directive[]; readonly settings: QuerySettings } {
  const directives = comments.flatMap((range) => readDirective(text, range) ?? []);
  let settings: QuerySettings = {};
  for (const directive of directives) if (directive.ownLine) settings = { ...settings, ...getSetting(directive) };
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
