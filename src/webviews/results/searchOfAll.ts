import { useEffect } from 'preact/hooks';
import type { ResultsView } from '../messages/results';
import type { ResultsState } from './resultsState';
import type { Send } from './send';
import { t, plural } from '../../l10n';

/** Delay before the host searches, while the user types; in milliseconds. */
const pauseMillis = 150;

/** Asks the host for rows with the typed text that the page doesn't have. */
export function useSearchOfAll({ id, total }: ResultsView, { filter }: ResultsState, send: Send): void {
  const isPartial = total !== undefined;
  const text = filter.trim();
  useEffect(() => {
    if (!isPartial) return undefined;
    const pause = setTimeout(() => send({ kind: 'search', id, text }), text === '' ? 0 : pauseMillis);
    return () => clearTimeout(pause);
  }, [id, isPartial, text]);
}

/** Whether rows still come in which the typed text may be, or the host hasn't answered yet which others have it. */
export function isSearching({ view, rows, filter, found }: ResultsState): boolean {
  const text = filter.trim();
  return view?.total !== undefined && text !== '' && (found?.text !== text || rows.length < view.count);
}

/** What a filter leaves out, if the page doesn't have all rows; empty if that is nothing. */
export function extentOf(state: ResultsState): string {
  const { view, rows, filter, found } = state;
  if (view?.total === undefined) return '';
  if (isSearching(state)) return t('Searching all {0} indicators…', view.total);
  if (filter.trim() === '' || found === undefined)
    return t('Searched the {0} most severe of {1} indicators. An export contains all.', rows.length, view.total);
  const more = found.count - found.rows.length;
  return more > 0
    ? plural(more, {
        one: '{0} more indicator has this text. Type more of it to narrow them down.',
        other: '{0} more indicators have this text. Type more of it to narrow them down.',
      })
    : '';
}
