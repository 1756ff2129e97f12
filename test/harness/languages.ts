import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { pseudo, sourceMessages } from '../../scripts/lib/messages.mjs';
import { root } from '../../scripts/lib/paths.mjs';

/** The language whose texts are marked at both ends, so that what is cut, joined or not translated is seen. */
export const pseudoLanguage = 'qps-ploc';

/** The files that translate an installed extension into the pseudo-locale. */
export function pseudoFiles(): Readonly<Record<string, string>> {
  const messages = Object.fromEntries([...sourceMessages().messages].map(([key, { text }]) => [key, pseudo(text)]));
  const titles = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
  const translated = Object.fromEntries(Object.entries(titles).map(([key, text]) => [key, pseudo(text)]));
  return {
    [`l10n/bundle.l10n.${pseudoLanguage}.json`]: JSON.stringify(messages),
    [`package.nls.${pseudoLanguage}.json`]: JSON.stringify(translated),
  };
}

/** The texts of the manifest in English, in another language of the repository, or in the pseudo-locale. */
export function manifestTexts(language: string): Readonly<Record<string, string>> {
  if (language === pseudoLanguage) {
    return JSON.parse(pseudoFiles()[`package.nls.${pseudoLanguage}.json`] ?? '{}') as Readonly<Record<string, string>>;
  }
  const file = language === 'en' ? 'package.nls.json' : `package.nls.${language}.json`;
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, string>>;
}

/**
 * Returns the parts of a shown text that are in no message: everything outside the marks of the pseudo-locale with a
 * word of two letters or more. `data` matches the data shown between messages.
 */
export function unmarked(text: string, data: RegExp): readonly string[] {
  let depth = 0;
  let rest = '';
  // Labels of links have spaces at which no line breaks.
  for (const character of text.replaceAll('\u00a0', ' ')) {
    if (character === '⟦') depth += 1;
    else if (character === '⟧') depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += character;
    if (character === '⟧' && depth === 0) rest += '\n';
  }
  return rest
    .split(/\n|\s·\s/)
    .map((fragment) => fragment.trim())
    .filter((fragment) => /\p{L}{2,}/u.test(fragment.replaceAll(data, '')));
}

/**
 * The texts of a page, one for each element that has text of its own, and of the attributes that are read; without what is
 * in elements that match `values`, and without tooltips of what matches `keys`.
 */
export function shownTexts(
  frame: Frame | Page,
  selector: string,
  { values, keys }: { readonly values: string; readonly keys: string },
): Promise<readonly string[]> {
  return frame.locator(selector).evaluateAll(
    (elements, [without, named]) =>
      elements
        .flatMap((top) => [top, ...top.querySelectorAll(':not(style, script)')])
        .filter((element) => element.closest(without) === null)
        .flatMap((element) => [
          ...([...element.childNodes].some((node) => node.nodeType === 3) ? [element.textContent] : []),
          ...['title', 'aria-label', 'placeholder', 'alt'].flatMap((name) =>
            name === 'title' && element.matches(named) ? [] : (element.getAttribute(name) ?? []),
          ),
        ]),
    [values, keys] as const,
  );
}

/** Text of VS Code and of the sample data, and text that isn't in a message: values, formatted times and sizes, names of formats. */
const data = new RegExp(
  [
    'Sign-in form posts to another domain|Registered less than 30 days ago|Paper Lantern|phishing|Salt Anchor',
    String.raw`[\w-]+(\[?[.:]\]?[\w-]*)+|hxxps?:\S+|stamp_\w+`,
    String.raw`in \d+ \w+|\d+ \w+ ago|\w+ \d{1,2}, \d{4}|\d+ bytes|UTC|and`,
    String.raw`Threat Lookups(: .*)?|CSV|STIX|TAXII|JSON|NS|MX|TXT|[A-Z]\w+-[A-Z]\w+`,
    'Follow link|Copy|Ctrl|Alt|Shift|Welcome|risky|Seen in mail|sample-analyst|Sent with the subject.*',
  ].join('|'),
  'gi',
);

/** Elements that show values alone, and those whose tooltip is one. */
const valueElements = {
  values:
    'td, dd, h1, pre, time, .query, .monaco-hover code, .monaco-hover a, .label-description, .card li, .card table',
  keys: 'dt, .grid *',
};

/** The texts in the pseudo-locale that aren't translated. */
export async function untranslatedTexts(frame: Frame | Page, selector: string): Promise<readonly string[]> {
  const shown = await shownTexts(frame, selector, valueElements);
  return [...new Set(shown.flatMap((text) => unmarked(text, data)))];
}

/** Texts that end in dots since there is no room for them, and that no tooltip shows in full. */
export function truncatedTexts(frame: Frame | Page, selector: string): Promise<readonly string[]> {
  return frame.locator(selector).evaluateAll((elements) =>
    elements
      .flatMap((top) => [top, ...top.querySelectorAll('*')])
      .filter(
        (element) =>
          element instanceof HTMLElement &&
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX !== 'visible' &&
          getComputedStyle(element).overflowX !== 'auto' &&
          getComputedStyle(element).overflowX !== 'scroll' &&
          element.clientWidth > 1 &&
          [...element.childNodes].some((node) => node.nodeType === 3) &&
          element.closest('[title], .unseen') === null,
      )
      .map((element) => element.textContent),
  );
}

/** Texts that reach beyond the right edge of their card or of the page, other than those that can be scrolled to. */
export function textsOutside(frame: Frame | Page, selector: string): Promise<readonly string[]> {
  return frame.locator(selector).evaluateAll((elements) => {
    const scrolls = (element: Element): boolean =>
      element !== document.documentElement &&
      ['auto', 'scroll', 'hidden'].includes(getComputedStyle(element).overflowX);
    const isClipped = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isClipped(element.parentElement));
    return elements
      .flatMap((top) => [...top.querySelectorAll('*')])
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''),
      )
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        const edge = element.closest('.card')?.getBoundingClientRect().right ?? document.documentElement.clientWidth;
        return width > 1 && right > edge + 1 && !isClipped(element);
      })
      .map((element) => element.textContent);
  });
}

/** The texts of the open quick pick or input box that there is no room for, and its placeholder if it is truncated. */
export function truncatedInputTexts(page: Page): Promise<readonly string[]> {
  return page.locator('.quick-input-widget').evaluate((widget) => {
    const truncated = [
      ...widget.querySelectorAll<HTMLElement>('.quick-input-list .monaco-list-row *, .quick-input-title'),
    ]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .map((element) => element.innerText);
    const input = widget.querySelector('input[placeholder]');
    const context = document.createElement('canvas').getContext('2d');
    if (!(input instanceof HTMLInputElement) || context === null) return [...new Set(truncated)];
    context.font = getComputedStyle(input).font;
    const isTruncated = context.measureText(input.placeholder).width > input.clientWidth;
    return [...new Set([...truncated, ...(isTruncated ? [input.placeholder] : [])])];
  });
}
