import type { SourceDetails } from '../sourceDetails';

type Licensed = { readonly [K in 'credit' | 'license' | 'terms']?: SourceDetails[K] | undefined };

/** Longer lines are cut. */
const maxLength = 500;

/**
 * The line that a license asks for: “RouteViews, CC BY 4.0 (https://…)”. Undefined if it asks for none. The license is also
 * named where it asks for that.
 */
export function creditLine({ credit = '', license = '', terms = '' }: Licensed): string | undefined {
  const name = credit.trim();
  if (name === '') return undefined;
  const [words = ''] = /^CC[- ]BY[^;,]*/i.exec(license.trim()) ?? [];
  const named = words === '' ? name : `${name}, ${words.trim()}`;
  const line = terms === '' || name.includes(terms) ? named : `${named} (${terms})`;
  return line.replace(/\s+/g, ' ').slice(0, maxLength);
}

/** Credit lines without duplicates, in their order. */
export function uniqueCredits(all: readonly { readonly credits?: readonly string[] | undefined }[]): readonly string[] {
  return [...new Set(all.flatMap(({ credits = [] }) => credits))];
}

/** The field of a record or another holder of credit lines; absent without any. */
export function creditsField(credits: readonly string[]): { readonly credits?: readonly string[] } {
  return credits.length === 0 ? {} : { credits };
}
