import type { QueryRun } from '../../../core/runs';
import { trimTrailing } from '../../../core/text/trim';
import { visibleText } from '../../../core/text/visibleText';

const maxNameLength = 60;
const maxWordsLength = 40;

/** A safe file name without extension: the query's name, its title, or its words (`threat-paper-lantern`). */
export function fileName(
  { settings, title, query }: Pick<QueryRun, 'settings' | 'title' | 'query'>,
  otherwise: string,
): string {
  const named = sanitize(settings.name ?? title ?? '');
  if (named !== '') return named.slice(0, maxNameLength);
  const words = truncateName(sanitize(queryWords(query)));
  return words === '' ? otherwise : words;
}

function queryWords(query: string): string {
  return query
    .slice(0, 1_000)
    .replace(/\b(?:and|or)\b/gi, ' ')
    .replaceAll('!=', ' not ')
    .replaceAll(/[*+]/g, ' ')
    .toLowerCase();
}

/** The first words, up to a maximum length. */
function truncateName(words: string): string {
  if (words.length <= maxWordsLength) return words;
  const cut = words.slice(0, maxWordsLength + 1);
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : words.slice(0, maxWordsLength);
}

function sanitize(text: string): string {
  const words = visibleText(text).replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return trimTrailing(words.replace(/^[.-]+/, ''), /[.-]/);
}
