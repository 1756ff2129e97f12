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

/** How long a helper waits for what it looks for, in milliseconds. */
const defaultTimeout = 20_000;

/** Waits until the workbench is on the screen; with `editor`, until a text editor shows lines, `within` milliseconds. */
export async function workbenchReady(page: Page, { editor = false, within = defaultTimeout } = {}): Promise<void> {
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  if (editor) await page.locator('.editor-instance .view-line').first().waitFor({ timeout: within });
}

/** Saves what is on the screen as `out/screenshots/NAME.png`. @returns the file's path */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = join(root, 'out', 'screenshots');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** The color themes that tests choose, and what the workbench's class says of each. */
const themeFiles: Readonly<Record<string, string>> = {
  'Dark Modern': 'dark_modern',
  'Light Modern': 'light_modern',
  'Dark High Contrast': 'hc_black',
  'Light High Contrast': 'hc_light',
};

/** All of them; the default comes last, so that a test leaves it behind. */
export const themes = ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern'] as const;

/** Changes the color theme by its name in the theme picker, and waits until the workbench and all webviews have it. */
export async function setTheme(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await typeInQuickInput(page, name, { accept: false });
  await pickInQuickInput(page, name);
  await quickInput(page).waitFor({ state: 'hidden', timeout: defaultTimeout });
  // The picker shows others on the way, and webviews follow a little later.
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

/** Where the middle of a text stands on the screen: in the first editor line that holds it. */
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

/** Brings a line of the active editor (from 1) to the middle of the screen, and the cursor to a column (from 1). */
export async function goToLine(page: Page, line: number, column = 1): Promise<void> {
  await page.keyboard.press('Control+g');
  await typeInQuickInput(page, `:${line}:${column}`, { accept: false });
  // A workbench that is still starting takes no Enter yet.
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

/** Opens a file of the folder by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  const label = name.split('/').at(-1) ?? name;
  const tab = page.locator('.tab.active', { hasText: label });
  const open = async (): Promise<boolean> => {
    await page.keyboard.press('Control+p');
    await typeInQuickInput(page, name, { accept: false, within: 5_000 });
    await pickInQuickInput(page, label, 8_000);
    await tab.waitFor({ timeout: 5_000 });
    return true;
  };
  // A view that is shown late takes the focus, which closes the list of files: it is asked for again.
  await until(() => open().catch(() => false), { within: 2 * defaultTimeout, what: `${name} is not opened` });
}

const hoverRows = (page: Page): Locator =>
  page.locator('.monaco-resizable-hover:visible .hover-row, .monaco-hover:visible .hover-row');

/** What the open hovers say now, a row a line; empty where none is open. */
export async function openHoverText(page: Page): Promise<string> {
  const rows = await hoverRows(page).allInnerTexts();
  return [...new Set(rows.map(normalizeSpaces))].join('\n');
}

/** Moves the mouse over a text in the visible editor, as a person does: from beside it, and to rest. */
export async function restMouseOn(page: Page, text: string): Promise<void> {
  const point = await until(() => textPosition(page, text), {
    within: defaultTimeout,
    what: `“${text}” is not on the screen`,
  });
  await page.mouse.move(point.x, point.y - 3);
  await page.mouse.move(point.x, point.y, { steps: 3 });
}

/** Takes the mouse away and waits until no hover is open. */
export async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await until(async () => (await openHoverText(page)) === '', {
    within: defaultTimeout,
    what: 'the hover does not close',
  });
}

/**
 * What the hover over a text says, a row a line, once it matches. VS Code asks only those providers that are registered
 * when the mouse comes to rest, and an open hover does not change: so the mouse moves away and back until it fits.
 * @param text a text that stands on the screen; the mouse rests on its middle
 * @param options `matching` what to wait for (default: any text but “Loading…”), `within` milliseconds
 * @throws with what the hover said last
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
    await restMouseOn(page, text);
    const settled = Date.now() + 2500;
    while (Date.now() < Math.min(settled, deadline)) {
      shown = await openHoverText(page);
      const ready = shown !== '' && !/^Loading(\.\.\.|…)$/m.test(shown);
      if (ready && matching.test(shown)) return shown;
      await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }
  throw new Error(
    `The hover over “${text}” never matched ${String(matching)}; it said: ${shown === '' ? 'nothing' : `“${shown}”`}`,
  );
}

/** Clicks a link of the open hover by its words. */
export async function clickInHover(page: Page, label: string | RegExp): Promise<void> {
  const link = hoverRows(page).locator('a', { hasText: label }).first();
  await link.waitFor({ timeout: defaultTimeout });
  const box = await link.boundingBox();
  if (box === null) throw new Error(`The link “${String(label)}” is not visible.`);
  // In steps: the mouse wanders into the hover, so that it stays open.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
  await link.click();
}

// -------------------------------------------------------------------------------------- notifications, bars, webviews

/** The messages of the toasts on the screen, newest first (three at most). */
export async function notificationTexts(page: Page): Promise<string[]> {
  return (await page.locator('.notification-toast .notification-list-item-message').allInnerTexts()).map(
    normalizeSpaces,
  );
}

/** How long a toast has to come up before the notification center is opened, and opened again, in milliseconds. */
const toastTimeout = 3000;

/**
 * Waits for what a notification shows. VS Code shows three toasts at most and none of a fourth notification within 0.8 s: then
 * the notification center is opened, which lists them all, and opened again where it was closed meanwhile.
 */
export async function pollNotifications<T>(page: Page, probe: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  const center = page.locator('.notifications-center.visible');
  const bell = page.locator('.statusbar-item[id="status.notifications"]');
  // A modal dialog lies above the bell.
  const toggle = (): Promise<void> => bell.click({ timeout: 5000 }).catch(() => undefined);
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

/** Waits for a notification whose message matches, on a toast or in the notification center. @returns the message */
export async function notification(page: Page, matching: RegExp): Promise<string> {
  const messages = page
    .locator('.notification-toast, .notifications-center')
    .locator('.notification-list-item-message');
  const probe = async (): Promise<string | undefined> =>
    (await messages.allInnerTexts()).map(normalizeSpaces).find((text) => matching.test(text));
  return pollNotifications(page, probe, `no notification matches ${String(matching)}`);
}

/** Waits for a dialog that says something matching. @returns all that it says */
export async function dialogText(page: Page, matching: RegExp): Promise<string> {
  const box = page.locator('.monaco-dialog-box');
  return until(async () => (await box.allInnerTexts()).map(normalizeSpaces).find((text) => matching.test(text)), {
    within: 2 * defaultTimeout,
    what: `no dialog matches ${String(matching)}`,
  });
}

/** Clicks a button of a notification (or of the modal dialog) by its words. */
export async function clickButton(page: Page, label: string): Promise<void> {
  const button = page
    .locator('.notification-toast, .notifications-center.visible, .monaco-dialog-box')
    .getByRole('button', { name: label, exact: true })
    .first();
  const click = (): Promise<boolean> =>
    button.click({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  await pollNotifications(page, click, `no button “${label}” can be clicked`);
}

/** What the extension's status bar items say, icons left out; empty while there is none. */
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

/** What the lines of the active text editor on the screen say (VS Code renders no others). */
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
 * The document of a webview of the extension, once it holds an element.
 * @param selector what the wanted view holds and others do not
 */
export async function webviewFrame(page: Page, selector: string, within = defaultTimeout): Promise<Frame> {
  const contains = async (frame: Frame) => {
    try {
      return (await frame.locator(selector).count()) > 0;
    } catch {
      // The frame went away while it was asked.
      return false;
    }
  };
  return until(
    async () => {
      const inner = page.frames().filter((frame) => frame.parentFrame()?.url().includes('extensionId=threat-lookups'));
      for (const frame of inner) if (await contains(frame)) return frame;
      return undefined;
    },
    { within, what: `no webview of the extension holds ${selector}` },
  );
}
