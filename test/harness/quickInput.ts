import type { Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { paletteTitle } from './manifest';
import { escapeRegExp, normalizeSpaces } from './text';

/** Default timeout of the helpers, in milliseconds. */
const defaultTimeout = 40_000;

/** The widget of the command palette, quick picks, and input boxes. */
export const quickInput = (page: Page): Locator => page.locator('.quick-input-widget');
const inputOf = (page: Page): Locator => quickInput(page).locator('.quick-input-box input').first();
/** A closed quick pick leaves hidden rows in the page, and a locator that matches one would wait forever. */
const quickRows = (page: Page): Locator => quickInput(page).locator('.quick-input-list .monaco-list-row:visible');

/** Whether a promise is fulfilled. */
const succeeds = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );

/** Describes the visible quick input in error messages. */
async function describeQuickInput(page: Page): Promise<string> {
  return (await succeeds(quickInput(page).waitFor({ timeout: 1 })))
    ? `it shows: ${normalizeSpaces(await quickInput(page).innerText()).replaceAll('\n', ' | ')}`
    : 'it is closed';
}

async function visibleLabels(page: Page): Promise<string[]> {
  const labels = await quickRows(page).evaluateAll((rows) =>
    // A row's detail line has the same class as its label, which comes first.
    rows.map((row) => row.querySelector<HTMLElement>('.label-name')?.innerText ?? ''),
  );
  return labels.map(normalizeSpaces);
}

/** Waits for rows in the open quick pick. @returns the labels of the rows on the screen (VS Code renders no others) */
export async function quickInputLabels(page: Page): Promise<string[]> {
  await quickRows(page).first().waitFor({ timeout: defaultTimeout });
  return visibleLabels(page);
}

/** The text of the open quick input: title, prompt, placeholder, and rows. */
export async function quickInputText(page: Page): Promise<string> {
  await quickInput(page).waitFor({ timeout: defaultTimeout });
  const input = inputOf(page);
  const placeholder = (await input.count()) > 0 ? await input.getAttribute('placeholder') : '';
  return normalizeSpaces(`${await quickInput(page).innerText()}\n${placeholder ?? ''}`);
}

const labelPattern = (label: string | RegExp): RegExp =>
  typeof label === 'string' ? new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`) : label;

/**
 * Clicks an element in the row with this label. VS Code reuses row elements while a list is filtered or filled, so the
 * click can hit another row: such a click is suppressed and repeated.
 */
async function clickInRow(page: Page, label: string | RegExp, within: number, inside?: string): Promise<void> {
  const wanted = labelPattern(label);
  const deadline = Date.now() + within;
  for (;;) {
    await page.evaluate(
      ({ source, flags }) => {
        const guarded = window as unknown as { endRowGuard?: () => 'hit' | 'missed' | undefined };
        guarded.endRowGuard?.();
        const ending = new AbortController();
        let outcome: 'hit' | 'missed' | undefined;
        for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
          const check = (event: Event): void => {
            const row =
              event.target instanceof Element ? event.target.closest('.quick-input-list .monaco-list-row') : null;
            if (row === null) return;
            // A row's detail line has the same class as its label.
            const texts = [...row.querySelectorAll<HTMLElement>('.label-name')].map(({ innerText }) => innerText);
            if (texts.some((text) => new RegExp(source, flags).test(text.replace(/\s/g, ' ')))) {
              if (kind === 'mouseup') outcome = 'hit';
              return;
            }
            event.stopImmediatePropagation();
            event.preventDefault();
            // Events after mousedown can hit rows of the next quick pick.
            if (kind === 'mousedown') outcome = 'missed';
          };
          window.addEventListener(kind, check, { capture: true, signal: ending.signal });
        }
        guarded.endRowGuard = () => {
          ending.abort();
          return outcome;
        };
      },
      { source: wanted.source, flags: wanted.flags },
    );
    const row = quickRows(page).filter({ has: page.locator('.label-name', { hasText: wanted }) });
    const target = inside === undefined ? row.first() : row.first().locator(inside).first();
    // Short attempts, because waiting for an element that was found and then hidden would be in vain.
    const left = deadline - Date.now();
    const isClicked = await succeeds(target.click({ timeout: Math.max(1, Math.min(left, 4_000)) }));
    const outcome = await page.evaluate(() => (window as unknown as { endRowGuard?: () => string }).endRowGuard?.());
    // On a busy machine a click can succeed but be reported too late.
    if (outcome === 'hit' || (isClicked && outcome !== 'missed')) return;
    if (Date.now() > deadline) {
      throw new Error(`No row “${String(label)}” of the quick input takes a click: ${await describeQuickInput(page)}`);
    }
  }
}

/** Clicks the row of the open quick pick with this label. */
export async function pickInQuickInput(page: Page, label: string | RegExp, within = defaultTimeout): Promise<void> {
  await clickInRow(page, label, within);
}

/** Checks the row with this label in the open multi-select quick pick. */
export async function checkInQuickInput(page: Page, label: string | RegExp): Promise<void> {
  const box = quickRows(page)
    .filter({ has: page.locator('.label-name', { hasText: labelPattern(label) }) })
    .first()
    .locator('.monaco-checkbox')
    .first();
  const isTicked = async (): Promise<boolean> =>
    (await box.getAttribute('aria-checked', { timeout: defaultTimeout })) === 'true';
  if (await isTicked()) return;
  await clickInRow(page, label, defaultTimeout, '.monaco-checkbox');
  await until(isTicked, { within: defaultTimeout, what: `“${String(label)}” is not ticked` });
}

/** Clicks OK in the open multi-select quick pick. */
export async function acceptSelection(page: Page): Promise<void> {
  await quickInput(page).locator('.quick-input-action').getByText('OK').click({ timeout: defaultTimeout });
}

/** Types into the quick input, which may take `within` ms to open, and presses Enter unless `accept` is false. */
export async function typeInQuickInput(
  page: Page,
  text: string,
  { accept = true, within = defaultTimeout } = {},
): Promise<void> {
  const input = inputOf(page);
  await input.waitFor({ timeout: within });
  await input.fill(text);
  if (accept) await input.press('Enter');
}

/**
 * Presses Enter in the palette. The key is suppressed if another command has the focus at that moment, or the palette
 * is closed.
 * @returns whether the palette accepted the expected command
 */
async function enterCommand(page: Page, title: string): Promise<boolean> {
  await page.evaluate((wanted) => {
    const guarded = window as unknown as { endEnterGuard?: () => boolean };
    guarded.endEnterGuard?.();
    const ending = new AbortController();
    let taken = false;
    const check = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter') return;
      const widget = event.target instanceof Element ? event.target.closest<HTMLElement>('.quick-input-widget') : null;
      const row = widget?.querySelector('.quick-input-list .monaco-list-row.focused .label-name');
      const label = row instanceof HTMLElement ? row.innerText.replaceAll('\u00a0', ' ').trim() : undefined;
      const { value } = widget?.querySelector('input') ?? {};
      if (widget?.style.display !== 'none' && value === `>${wanted}` && label === wanted) {
        taken = true;
        return;
      }
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    window.addEventListener('keydown', check, { capture: true, signal: ending.signal });
    guarded.endEnterGuard = () => {
      ending.abort();
      return taken;
    };
  }, title);
  await succeeds(inputOf(page).press('Enter', { timeout: 1_000 }));
  return (
    (await page.evaluate(() => (window as unknown as { endEnterGuard?: () => boolean }).endEnterGuard?.())) === true
  );
}

/** Accepts the command with this title in the open palette. @returns whether it was accepted */
async function acceptCommand(page: Page, title: string): Promise<boolean> {
  const focused = quickInput(page).locator('.quick-input-list .monaco-list-row.focused:visible .label-name').first();
  for (let tried = 0; tried < 10 && (await inputOf(page).isVisible()); tried++) {
    const isFocused =
      (await succeeds(focused.waitFor({ timeout: 500 }))) && normalizeSpaces(await focused.innerText()) === title;
    // Uses the keyboard, because a click could hit another command if the list is redrawn at that moment.
    if (isFocused && (await enterCommand(page, title))) return true;
    if (!isFocused) await inputOf(page).press('ArrowDown', { timeout: 1_000 });
  }
  return false;
}

/** Clicks the empty part of the status bar: keys have no effect while a panel that was just closed still has the focus. */
async function clickNothing(page: Page): Promise<void> {
  await page.locator('.part.statusbar').click({ timeout: 2_000 });
}

/**
 * Runs a command from the palette: one of ours by its ID, such as `threatLookups.setKey`, another by its title, such as
 * `View: Show Explorer`. Waits until it is available. Presses Escape first to close open widgets unless `escape` is
 * false, because it clears a selection.
 */
export async function runCommand(page: Page, command: string, { escape = true } = {}): Promise<void> {
  const title = command.startsWith('threatLookups.') ? paletteTitle(command) : command;
  await until(
    async () => {
      if (escape) await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      // A panel that takes the focus at this moment closes the palette: open it again.
      const input = inputOf(page);
      const isOpen = await succeeds(
        quickInput(page)
          .waitFor({ timeout: 5000 })
          .then(() => input.fill(`>${title}`, { timeout: 3000 })),
      );
      if (!isOpen) {
        await succeeds(clickNothing(page));
        return false;
      }
      // Commands of an extension that is still starting aren't in the palette yet: open it again.
      const isThere = async (): Promise<boolean> => (await visibleLabels(page)).includes(title);
      if (!(await succeeds(until(isThere, { within: 2000, what: title })))) return false;
      if (!(await acceptCommand(page, title).catch(() => false))) return false;
      // The next keys must not end up in the palette.
      const typed = (): Promise<string> =>
        inputOf(page)
          .inputValue({ timeout: 1_000 })
          .catch(() => '');
      await until(async () => !(await quickInput(page).isVisible()) || (await typed()) !== `>${title}`, {
        within: defaultTimeout,
        what: `the palette stays open after “${title}”`,
      });
      return true;
    },
    { within: 2 * defaultTimeout, what: `the command “${title}” is not in the palette` },
  );
}
