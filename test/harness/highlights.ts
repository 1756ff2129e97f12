import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';

/** A highlighted text on the screen. */
export interface VisibleHighlight {
  readonly text: string;
  /** CSS: `solid`, `double` … */
  readonly style: string;
  readonly color: string;
}

/** The underlined texts in the visible editors, from top to bottom. */
export async function visibleHighlights(page: Page): Promise<readonly VisibleHighlight[]> {
  return page.evaluate(() => {
    const below = (mark: HTMLElement, box: DOMRect): string => {
      // Several editors can be side by side.
      const lines = [...(mark.closest('.monaco-editor')?.querySelectorAll<HTMLElement>('.view-line') ?? [])];
      const line = lines.find((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return top <= box.top + 2 && box.top + 2 < bottom;
      });
      if (line === undefined) return '';
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let text = '';
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (let at = 0; at < node.data.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { left, width } = range.getBoundingClientRect();
          const middle = left + width / 2;
          if (middle >= box.left && middle < box.right) text += node.data.charAt(at);
        }
      }
      return text.replace(/\u00a0/g, ' ');
    };
    // VS Code draws underlines as separate boxes behind the text; a notebook overlays the editors.
    return [
      ...document.querySelectorAll<HTMLElement>(
        ':is(.editor-instance, .notebookOverlay) .view-overlays [class*="ced-"]',
      ),
    ]
      .map((element) => ({ element, box: element.getBoundingClientRect(), css: getComputedStyle(element) }))
      .filter(({ css }) => css.borderBottomStyle !== 'none' && css.borderBottomWidth !== '0px')
      .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
      .map(({ element, box, css }) => ({
        text: below(element, box),
        style: css.borderBottomStyle,
        color: css.borderBottomColor,
      }));
  });
}

/** Waits until the highlighted texts on the screen match. @returns the highlights */
export async function waitForHighlights(
  page: Page,
  matches: (texts: readonly string[]) => boolean,
  what: string,
): Promise<readonly VisibleHighlight[]> {
  let seen: readonly VisibleHighlight[] = [];
  try {
    return await until(
      async () => {
        seen = await visibleHighlights(page);
        return matches(seen.map(({ text }) => text)) ? seen : undefined;
      },
      { what },
    );
  } catch (error) {
    const texts = seen.map(({ text }) => text).join(' | ');
    throw new Error(`${what}; highlighted: ${texts === '' ? 'none' : texts}`, { cause: error });
  }
}
