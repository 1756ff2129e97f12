import type { Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { paletteTitle } from './manifest';
import { escapeRegExp, normalizeSpaces } from './text';

/** How long a helper waits for what it looks for, in milliseconds. */
const defaultTimeout = 20_000;

/** The one widget of the palette and of all questions. */
export const quickInput = (page: Page): Locator => page.locator('.quick-input-widget');
const inputOf = (page: Page): Locator => quickInput(page).locator('.quick-input-box input').first();
/** A closed pick leaves its rows in the page, hidden: a locator that met one would wait for it forever. */
const quickRows = (page: Page): Locator => quickInput(page).locator('.quick-input-list .monaco-list-row:visible');

/** Whether an action works out in time. */
const succeeds = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );

/** Everything on the screen of the quick input, for messages of failures. */
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

/** The labels of the open quick pick's rows on the screen (VS Code renders no others); waits until there are some. */
export async function quickInputLabels(page: Page): Promise<string[]> {
  await quickRows(page).first().waitFor({ timeout: defaultTimeout });
  return visibleLabels(page);
}

/** Everything that the open quick input says: title, prompt, placeholder, rows. */
export async function quickInputText(page: Page): Promise<string> {
  await quickInput(page).waitFor({ timeout: defaultTimeout });
  const input = inputOf(page);
  const placeholder = (await input.count()) > 0 ? await input.getAttribute('placeholder') : '';
  return normalizeSpaces(`${await quickInput(page).innerText()}\n${placeholder ?? ''}`);
}

const labelPattern = (label: string | RegExp): RegExp =>
  typeof label === 'string' ? new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`) : label;

/**
 * Clicks something in the row that has this label. VS Code gives the elements of rows to other rows while a list still
 * filters or fills, so that a click may meet another row than was found: such a click is swallowed, and made again.
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
            // What comes after the button went down may meet the rows of the next question.
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
    // In short attempts: an element that was found and then hidden is waited for in vain.
    const left = deadline - Date.now();
    const isClicked = await succeeds(target.click({ timeout: Math.max(1, Math.min(left, 4_000)) }));
    const outcome = await page.evaluate(() => (window as unknown as { endRowGuard?: () => string }).endRowGuard?.());
    // On a busy machine a click may have been made although it is reported too late.
    if (outcome === 'hit' || (isClicked && outcome !== 'missed')) return;
    if (Date.now() > deadline) {
      throw new Error(`No row “${String(label)}” of the quick input takes a click: ${await describeQuickInput(page)}`);
    }
  }
}

/** Clicks the row of the open quick pick whose label is `label`, or matches it. */
export async function pickInQuickInput(page: Page, label: string | RegExp, within = defaultTimeout): Promise<void> {
  await clickInRow(page, label, within);
}

/** Ticks the row of the open quick pick, one for several choices, whose label is `label`, or matches it. */
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

/** Clicks OK in the open quick pick for several choices. */
export async function acceptSelection(page: Page): Promise<void> {
  await quickInput(page).locator('.quick-input-action').getByText('OK').click({ timeout: defaultTimeout });
}

/** Types into the open quick input, which may take `within` ms to open; Enter follows unless `accept` is false. */
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
 * Presses Enter in the palette, unless another row than the wanted one has the focus at that very moment, or the palette
 * is closed: the key is swallowed then, before it does something else.
 * @returns whether the palette took it for the wanted command
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

/** Accepts the command of this title in the open palette. @returns whether the palette took it */
async function acceptCommand(page: Page, title: string): Promise<boolean> {
  const focused = quickInput(page).locator('.quick-input-list .monaco-list-row.focused:visible .label-name').first();
  for (let tried = 0; tried < 10 && (await inputOf(page).isVisible()); tried++) {
    const isFocused =
      (await succeeds(focused.waitFor({ timeout: 500 }))) && normalizeSpaces(await focused.innerText()) === title;
    // By key, not by click: a list that is drawn anew at that moment would give the click to another command.
    if (isFocused && (await enterCommand(page, title))) return true;
    if (!isFocused) await inputOf(page).press('ArrowDown', { timeout: 1_000 });
  }
  return false;
}

/**
 * Runs a command from the palette: one of ours by its identifier, such as `threatLookups.setKey`, another by its title,
 * such as `View: Show Explorer`. Waits until it is offered. Escape, which closes what is open, goes first unless `escape`
 * is false: it would undo a selection.
 */
export async function runCommand(page: Page, command: string, { escape = true } = {}): Promise<void> {
  const title = command.startsWith('threatLookups.') ? paletteTitle(command) : command;
  await until(
    async () => {
      if (escape) await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      // A panel that takes the focus at this very moment closes the palette: open it again.
      const input = inputOf(page);
      const isOpen = await succeeds(
        quickInput(page)
          .waitFor({ timeout: 5000 })
          .then(() => input.fill(`>${title}`, { timeout: 3000 })),
      );
      if (!isOpen) return false;
      // Commands of an extension that is still starting are not in the palette yet: open it again.
      const isThere = async (): Promise<boolean> => (await visibleLabels(page)).includes(title);
      if (!(await succeeds(until(isThere, { within: 2000, what: title })))) return false;
      return acceptCommand(page, title).catch(() => false);
    },
    { within: 2 * defaultTimeout, what: `the command “${title}” is not in the palette` },
  );
}
