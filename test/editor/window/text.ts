import { escapeRegExp, normalizeSpaces } from '../../harness/text';

/** A whole label, or a part of it. */
export type Matching = string | RegExp;

/** A text as VS Code renders it: without theme icons. */
export function plainText(text: string): string {
  return normalizeSpaces(text.replaceAll(/\$\([^)]*\) ?/g, ''));
}

/** Whether a label matches. */
export function rowMatches(label: string, wanted: Matching): boolean {
  return (typeof wanted === 'string' ? new RegExp(`^${escapeRegExp(wanted)}$`) : wanted).test(label);
}

/** The text of the Markdown of a hover, whose untrusted text is escaped by numeric entities. */
export function markdownText(markdown: string): string {
  const text = markdown
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^)\\])*\)/g, '$1')
    .replaceAll(/<[^>]*>|\*\*/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  return plainText(text);
}
