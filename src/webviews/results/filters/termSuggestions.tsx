import type { ResultsView } from '../../messages/results';
import { t } from '../../../l10n';

/** Suggestions shown at once. */
const maxShown = 12;

interface TermProps {
  readonly terms: NonNullable<ResultsView['terms']>;
  readonly filter: string;
  readonly choose: (filter: string) => void;
}

/** What the filter can ask for everything of, such as `file:dns.log`, once the beginning of it is typed. */
export function TermSuggestions({ terms, filter, choose }: TermProps) {
  const matching = matchingTerms(terms, filter.trim());
  if (matching.length === 0) return null;
  return (
    <div class="terms" role="group" aria-label={t('Suggestions')}>
      {matching.slice(0, maxShown).map((each) => (
        <button key={each} type="button" class="link" onClick={() => choose(each)}>
          {each}
        </button>
      ))}
    </div>
  );
}

function matchingTerms(terms: TermProps['terms'], typed: string): readonly string[] {
  const colon = typed.indexOf(':');
  if (typed === '') return [];
  if (colon === -1) return Object.keys(terms).flatMap((term) => (term.startsWith(typed) ? [`${term}:`] : []));
  const term = typed.slice(0, colon);
  const wanted = typed.slice(colon + 1).trim();
  const names = terms[term] ?? [];
  return names.includes(wanted)
    ? []
    : names.flatMap((name) => (name.toLowerCase().includes(wanted.toLowerCase()) ? [`${term}:${name}`] : []));
}

/** What a filter for everything of a file, source, or client begins with. */
export function termPrefixes(terms: TermProps['terms']): readonly string[] {
  return Object.keys(terms).map((term) => `${term}:`);
}
