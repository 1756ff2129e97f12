import { t } from '../../l10n';

/** What a user can search in a row. */
export interface SearchableRow {
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly retired: boolean;
}

/** The text of a row that {@link matchesFilter} searches. */
export function searchTextOf(row: SearchableRow, riskLabel: string): string {
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

/** What a filter starts with that asks for the lines of one client. */
export const clientFilter = 'client:';

/** The client whose lines a filter asks for, with exactly this name: `client:10.0.0.7`. */
export function clientFilterOf(typed: string): string | undefined {
  const filter = typed.trim();
  const client = filter.startsWith(clientFilter) ? filter.slice(clientFilter.length).trim() : '';
  return client === '' ? undefined : client;
}

/** Reverses defanging of lowercase text. */
export function withoutDefanging(text: string): string {
  return text
    .replaceAll('[.]', '.')
    .replaceAll('[:]', ':')
    .replaceAll('[@]', '@')
    .replace(/\bhxxp(?=s?:\/\/)/g, 'http');
}
