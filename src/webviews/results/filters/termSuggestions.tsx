import type { ResultsView } from '../../messages/results';
import { t } from '../../../l10n';

/** Suggestions shown at once. */
const maxShown = 12;

interface TermProps {
  readonly terms: NonNullable<ResultsView['terms']>;
  readonly filter: string;
  readonly choose: (filter: string) => void;
}

/** Suggests terms that start with the typed text, such as `file:dns.log` for all rows of a file. */
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

/** Returns the prefixes of terms that filter by file, source, or client. */
export function termPrefixes(terms: TermProps['terms']): readonly string[] {
  return Object.keys(terms).map((term) => `${term}:`);
}
