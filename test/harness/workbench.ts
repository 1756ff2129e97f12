import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from '../../scripts/lib/processes.mjs';
import { pickInQuickInput, quickInput, runCommand, typeInQuickInput } from './quickInput';
import { normalizeSpaces } from './text';

export {
  acceptSelection,
  pickInQuickInput,
  quickInputLabels,
  quickInputText,
  runCommand,
  checkInQuickInput,
  typeInQuickInput,
} from './quickInput';

/** Default timeout of the helpers, in milliseconds. */
const defaultTimeout = 40_000;

/**
 * Waits until the workbench is visible; with `editor`, until a text editor shows lines within `within` milliseconds.
 */
export async function workbenchReady(page: Page, { editor = false, within = defaultTimeout } = {}): Promise<void> {
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  if (editor) await page.locator('.editor-instance .view-line').first().waitFor({ timeout: within });
}

/** Runs “Add Source…” and selects the TAXII server. */
export async function addTaxiiServer(page: Page): Promise<void> {
  await runCommand(page, 'threatLookups.addSource');
  await pickInQuickInput(page, /TAXII Server…/);
}

/** Saves a screenshot as `out/screenshots/NAME.png`. @returns the file's path */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = join(root, 'out', 'screenshots');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** The color themes used by tests, and their class names in the workbench. */
const themeFiles: Readonly<Record<string, string>> = {
  'Dark Modern': 'dark_modern',
  'Light Modern': 'light_modern',
  'Dark High Contrast': 'hc_black',
  'Light High Contrast': 'hc_light',
};

/** The default theme is last, so a test ends with it. */
export const themes = ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern'] as const;

/** Selects a color theme by its name, and waits until the workbench and all webviews use it. */
export async function setTheme(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await typeInQuickInput(page, name, { accept: false });
  await pickInQuickInput(page, name);
  await quickInput(page).waitFor({ state: 'hidden', timeout: defaultTimeout });
  // The theme picker previews other themes first, and webviews update a little later.
  await page.locator(`.monaco-workbench[class*="${themeFiles[name] ?? ''}"]`).waitFor({ timeout: defaultTimeout });
  const isThere = async (): Promise<boolean> => {
    const names = page
      .frames()
      .map((frame) => frame.evaluate(() => document.body.dataset.vscodeThemeName).catch(() => undefined));
    return (await Promise.all(names)).every((each) => each === undefined || each === name);
  };
  await until(isThere, { within: defaultTimeout, what: `the theme ${name} is not in every webview` });
}

// ------------------------------------------------------------------------------------------------------ text, hovers

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The center of a text on the screen, in the first editor line that contains it. */
async function textPosition(page: Page, text: string): Promise<Point | undefined> {
  return page.evaluate((wanted) => {
    const lines = [...document.querySelectorAll(':is(.editor-instance, .notebookOverlay) .view-line')];
    for (const line of lines) {
      const nodes: Text[] = [];
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      const start = nodes
        .map((node) => node.data)
        .join('')
        .replace(/\u00a0/g, ' ')
        .indexOf(wanted);
      if (start < 0) continue;
      let offset = start + Math.floor(wanted.length / 2);
      for (const node of nodes) {
        if (offset >= node.data.length) {
          offset -= node.data.length;
          continue;
        }
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        const box = range.getBoundingClientRect();
        if (box.width > 0) return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        break;
      }
    }
    return undefined;
  }, text);
}

/** Reveals a line of the active editor (one-based) and moves the cursor to a column (one-based). */
export async function goToLine(page: Page, line: number, column = 1): Promise<void> {
  await page.keyboard.press('Control+g');
  await typeInQuickInput(page, `:${line}:${column}`, { accept: false });
  // A workbench that is still starting ignores Enter.
  await until(
    async () => {
      await page.keyboard.press('Enter');
      return quickInput(page)
        .waitFor({ state: 'hidden', timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    },
    { within: defaultTimeout, what: `line ${line} is not reached` },
  );
}

/** Opens a file of the folder by name. */
export async function openFile(page: Page, name: string): Promise<void> {
  const label = name.split('/').at(-1) ?? name;
  // Titles of panels about a file contain its name.
  const tab = page.locator(`.tab.active[data-resource-name="${label}"]`);
  const open = async (): Promise<boolean> => {
    await page.keyboard.press('Control+p');
    await typeInQuickInput(page, name, { accept: false, within: 5_000 });
    await pickInQuickInput(page, label, 8_000);
    await tab.waitFor({ timeout: 5_000 });
    return true;
  };
  // A view that opens late takes the focus, which closes the list of files: try again.
  await until(() => open().catch(() => false), { within: 2 * defaultTimeout, what: `${name} is not opened` });
}

const hoverRows = (page: Page): Locator =>
  page.locator('.monaco-resizable-hover:visible .hover-row, .monaco-hover:visible .hover-row');

/** The text of the open hovers, one line per row; empty if none is open. */
export async function openHoverText(page: Page): Promise<string> {
  const rows = await hoverRows(page).allInnerTexts();
  return [...new Set(rows.map(normalizeSpaces))].join('\n');
}

/** Moves the mouse onto a text in the visible editor, starting next to it as users do; returns where it rests. */
export async function restMouseOn(page: Page, text: string): Promise<Point> {
  const point = await until(() => textPosition(page, text), {
    within: defaultTimeout,
    what: `“${text}” is not on the screen`,
  });
  await page.mouse.move(point.x, point.y - 3);
  await page.mouse.move(point.x, point.y, { steps: 3 });
  return point;
}

/** Whether a text is still where it was: lenses that appear move the lines, and another line is under the mouse then. */
async function staysAt(page: Page, text: string, point: Point): Promise<boolean> {
  const now = await textPosition(page, text);
  return now !== undefined && Math.abs(now.x - point.x) < 1 && Math.abs(now.y - point.y) < 1;
}

/** Moves the mouse away and waits until no hover is open. */
export async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await until(async () => (await openHoverText(page)) === '', {
    within: defaultTimeout,
    what: 'the hover does not close',
  });
}

/**
 * Waits until the text of the hover over a text matches. VS Code only queries providers that are registered when the
 * mouse stops, and an open hover doesn't change, so the mouse moves away and back until it matches.
 * @param text a visible text; the mouse stops on its center
 * @param options `matching` is the expected text (default: any text except “Loading…”), `within` a timeout in
 * milliseconds
 * @returns the text of the hover, one line per row
 * @throws with the last text of the hover
 */
export async function hoverText(
  page: Page,
  text: string,
  { matching = /\S/, within = defaultTimeout }: { readonly matching?: RegExp; readonly within?: number } = {},
): Promise<string> {
  const deadline = Date.now() + within;
  let shown = '';
  while (Date.now() < deadline) {
    await leaveHover(page);
    const point = await restMouseOn(page, text);
    const settled = Date.now() + 2500;
    while (Date.now() < Math.min(settled, deadline)) {
      shown = await openHoverText(page);
      const ready = shown !== '' && !/^Loading(\.\.\.|…)$/m.test(shown);
      if (ready && matching.test(shown)) {
        if (await staysAt(page, text, point)) return shown;
        break;
      }
      await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }
  throw new Error(
    `The hover over “${text}” never matched ${String(matching)}; it said: ${shown === '' ? 'nothing' : `“${shown}”`}`,
  );
}

/** Clicks a link of the open hover by its text. */
export async function clickInHover(page: Page, label: string | RegExp, timeout = defaultTimeout): Promise<void> {
  // Words of a link are joined by spaces that don't break lines; texts match them, expressions don't.
  const matching = typeof label === 'string' ? label : new RegExp(label.source.replaceAll(' ', '\\s'), label.flags);
  const link = hoverRows(page).locator('a', { hasText: matching }).first();
  await link.waitFor({ timeout });
  const box = await link.boundingBox();
  if (box === null) throw new Error(`The link “${String(label)}” is not visible.`);
  // Moves in steps into the hover, so it stays open.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
  await link.click({ timeout });
}

/** Hovers over a text and clicks a link there. VS Code closes a hover when the lines move, as by its own lenses. */
export async function hoverAndClick(page: Page, text: string, matching: RegExp, label: string | RegExp): Promise<void> {
  for (let left = 3; left > 0; left--) {
    await hoverText(page, text, { matching });
    try {
      await clickInHover(page, label, 5_000);
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

// -------------------------------------------------------------------------------------- notifications, bars, webviews

/** The messages of the visible toasts, newest first (three at most). */
export async function notificationTexts(page: Page): Promise<string[]> {
  return (await page.locator('.notification-toast .notification-list-item-message').allInnerTexts()).map(
    normalizeSpaces,
  );
}

/** How long to wait for a toast before the notification center is opened (again), in milliseconds. */
const toastTimeout = 3000;

/**
 * Waits for a notification. VS Code shows at most three toasts, and none for a fourth notification within 0.8 s. Then
 * the notification center is opened, which lists all of them, and reopened if it closes.
 */
export async function pollNotifications<T>(page: Page, probe: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  const center = page.locator('.notifications-center.visible');
  const bell = page.locator('.statusbar-item[id="status.notifications"]');
  const toggle = async (): Promise<void> => {
    // A modal dialog covers the bell.
    await bell.click({ timeout: 5000 }).catch(() => undefined);
    // The tooltip of the bell covers buttons of notifications.
    await page.mouse.move(2, 2);
  };
  let waitingSince = Date.now();
  const found = await until(
    async () => {
      const seen = await probe();
      if (seen || Date.now() - waitingSince < toastTimeout) return seen;
      waitingSince = Date.now();
      if (!(await center.isVisible())) await toggle();
      return undefined;
    },
    { within: 2 * defaultTimeout, what },
  );
  if (await center.isVisible()) await toggle();
  return found;
}

/** Waits for a notification with a matching message, in a toast or in the notification center. @returns the message */
export async function notification(page: Page, matching: RegExp): Promise<string> {
  const messages = page
    .locator('.notification-toast, .notifications-center')
    .locator('.notification-list-item-message');
  const probe = async (): Promise<string | undefined> =>
    (await messages.allInnerTexts()).map(normalizeSpaces).find((text) => matching.test(text));
  return pollNotifications(page, probe, `no notification matches ${String(matching)}`);
}

/** Waits for a dialog with matching text. @returns all of its text */
export async function dialogText(page: Page, matching: RegExp): Promise<string> {
  const box = page.locator('.monaco-dialog-box');
  return until(async () => (await box.allInnerTexts()).map(normalizeSpaces).find((text) => matching.test(text)), {
    within: 2 * defaultTimeout,
    what: `no dialog matches ${String(matching)}`,
  });
}

/** Clicks a button of a notification (or of the modal dialog) by its label. */
export async function clickButton(page: Page, label: string): Promise<void> {
  const button = page
    .locator('.notification-toast, .notifications-center.visible, .monaco-dialog-box')
    .getByRole('button', { name: label, exact: true })
    .first();
  // On a busy machine, a click that was delivered can time out.
  const mark = `clicked ${label}`;
  const isMarked = (): Promise<boolean> => page.evaluate((name) => Reflect.get(window, name) === true, mark);
  await page.evaluate((name) => Reflect.deleteProperty(window, name), mark);
  const watch = (): Promise<void> =>
    button.evaluate(
      (element, name) => element.addEventListener('click', () => Reflect.set(window, name, true), { capture: true }),
      mark,
      { timeout: 5000 },
    );
  const click = async (): Promise<boolean> => {
    try {
      await watch();
      await button.click({ timeout: 5000 });
      return true;
    } catch {
      return isMarked();
    }
  };
  await pollNotifications(page, click, `no button “${label}” can be clicked`);
}

/** The text of the extension's status bar items without icons; empty if there are none. */
export async function statusBarText(page: Page): Promise<string> {
  const items = page.locator('.statusbar-item[id^="threat-lookups."]');
  return (await items.allInnerTexts()).map(normalizeSpaces).join(' · ');
}

/** Clicks the extension's status bar item. */
export async function clickStatusBar(page: Page): Promise<void> {
  await page.locator('.statusbar-item[id^="threat-lookups."]').first().click();
}

/** The titles of the open editor tabs. */
export async function tabTitles(page: Page): Promise<string[]> {
  return (await page.locator('.tabs-container .tab .tab-label').allInnerTexts()).map((text) =>
    normalizeSpaces(text.replaceAll('\n', '')),
  );
}

/** The text of the visible lines in the active text editor (VS Code renders no others). */
export async function editorText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.editor-instance .view-line')];
    const top = (line: HTMLElement) => line.getBoundingClientRect().top;
    return lines
      .sort((a, b) => top(a) - top(b))
      .map((line) => line.textContent.replace(/\u00a0/g, ' '))
      .join('\n');
  });
}

/**
 * Waits for a webview of the extension that contains an element.
 * @param selector matches an element that only the requested view contains
 */
export async function webviewFrame(page: Page, selector: string, within = defaultTimeout): Promise<Frame> {
  const contains = async (frame: Frame) => {
    try {
      return (await frame.locator(selector).count()) > 0;
    } catch {
      // The frame was removed in the meantime.
      return false;
    }
  };
  return until(
    async () => {
      const inner = page.frames().filter((frame) => frame.parentFrame()?.url().includes('extensionId=threat-lookups'));
      for (const frame of inner) if (await contains(frame)) return frame;
      return undefined;
    },
    { within, what: `no webview of the extension contains ${selector}` },
  );
}

/** Loads the sample data, and waits until the status bar reports it. */
export async function loadSampleData(page: Page): Promise<void> {
  await runCommand(page, 'threatLookups.loadSample');
  await page.locator('.statusbar', { hasText: 'Sample data loaded' }).waitFor();
}

/** Folds a view of the side bar. */
export async function foldView(page: Page, title: string): Promise<void> {
  const header = page.locator('.part.sidebar .pane-header', { hasText: title });
  if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
  await page.locator('.part.sidebar .pane-header[aria-expanded="false"]', { hasText: title }).waitFor();
}
