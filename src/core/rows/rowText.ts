import { t } from '../../l10n';

/** The parts of a row that a user can search. */
export interface SearchableRow {
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly retired: boolean;
}

/** The text of a row that {@link matchesFilter} searches. */
export function getSearchText(row: SearchableRow, riskLabel: string): string {
  const shown = [row.name, riskLabel, row.retired ? t('Retired') : '', ...Object.values(row.cells)]
    .join('\n')
    .toLowerCase();
  return `${shown}\n${withoutDefanging(row.name.toLowerCase())}`;
}

/** Whether a row's text contains the typed text, defanged (`evil[.]example`) or not. */
export function matchesFilter(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return text.includes(wanted) || text.includes(withoutDefanging(wanted));
}

/** Terms that filter for everything of one thing, such as `client:10.0.0.7`. */
const filterTerms = ['client', 'file', 'source'] as const;

/** A term with its name, which is empty until one is typed. */
export interface FilterTerm {
  readonly term: (typeof filterTerms)[number];
  readonly name: string;
}

/** The term that a filter starts with, if any. */
export function getFilterTerm(typed: string): FilterTerm | undefined {
  const filter = typed.trim();
  const term = filterTerms.find((each) => filter.startsWith(`${each}:`));
  return term && { term, name: filter.slice(term.length + 1).trim() };
}

/** Reverses defanging of lowercase text. */
export function withoutDefanging(text: string): string {
  return text
    .replaceAll('[.]', '.')
    .replaceAll('[:]', ':')
    .replaceAll('[@]', '@')
    .replace(/\bhxxp(?=s?:\/\/)/g, 'http');
}
