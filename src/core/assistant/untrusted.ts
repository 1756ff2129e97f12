import { defang, findIndicators } from '../indicators';
import { defangText } from '../indicators/identity/defangText';
import { truncateText, visibleText } from '../text/visibleText';

/** Selectors of glyph variants, which nobody sees and which can spell a hidden text. */
const variationSelectors = /\p{Variation_Selector}/gu;
const maxTextLength = 240;
const maxSearched = 4_096;

/** Limits of an untrusted value. */
export interface UntrustedLimits {
  /** The most entries of each list and object. */
  readonly items: number;
  /** The most UTF-16 units of each text. */
  readonly length: number;
}

/** Untrusted text on one line, in which nothing is hidden and no indicator is a link. */
export function untrustedText(text: string, length = maxTextLength): string {
  // Searching for indicators is the slow part, and the rest of a long text is cut anyway.
  const visible = visibleText(text.slice(0, maxSearched).replace(variationSelectors, ''));
  return truncateText(defangText(truncateText(visible, length), { findIndicators, defang }), length);
}

/** Lines of untrusted text in which nothing is hidden. */
export function untrustedLines(text: string): string {
  return visibleText(text.replace(variationSelectors, ''), { keepLines: true });
}

/** The name of a file, in which no host is a link, also one before its ending or after an underscore. */
export function untrustedFile(name: string, length: number): string {
  const visible = visibleText(name.replace(variationSelectors, ''));
  return truncateText(
    visible.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '[.]').replaceAll('://', '[://]'),
    length,
  );
}

/** An indicator, defanged, on one line. */
export function untrustedIndicator(value: string): string {
  return truncateText(visibleText(defang(value).replace(variationSelectors, '')), maxTextLength);
}

const maxDepth = 6;

/** Untrusted data of any form within limits; `onSkipped` is called with the number of entries that are skipped. */
export function untrustedValue(value: unknown, limits: UntrustedLimits, onSkipped: (count: number) => void): unknown {
  return copied(value, maxDepth, limits, onSkipped);
}

function copied(value: unknown, depth: number, limits: UntrustedLimits, onSkipped: (count: number) => void): unknown {
  if (typeof value === 'string') return untrustedText(value, limits.length);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  const all: readonly (readonly [string, unknown])[] = Object.entries(value).filter(([, each]) => !isEmpty(each));
  const kept = depth === 0 ? [] : all.slice(0, limits.items);
  if (kept.length < all.length) onSkipped(all.length - kept.length);
  const copies = kept.map(
    ([key, each]) => [untrustedText(key, limits.length), copied(each, depth - 1, limits, onSkipped)] as const,
  );
  return isList ? copies.map(([, each]) => each) : Object.fromEntries(copies);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
