import type { Locator } from 'playwright-core';
import type * as vscode from 'vscode';
import { until } from '../../../scripts/lib/processes.mjs';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { startTriage } from '../../../src/features/triage/feature';
import { waitForNames } from '../queries';
import { type FeaturePage, type FeaturePageOptions, useFeaturePage } from './featurePage';

type Files = readonly vscode.Uri[];

/** Like `useFeaturePage`, for a triage of the files that are prepared; without files, for the triage list. */
export function useTriagePage(
  options: Pick<FeaturePageOptions<Files>, 'prepare' | 'settings' | 'viewport'>,
): () => FeaturePage {
  return useFeaturePage({
    ...options,
    viewType: panelTypes.triage,
    start: startTriage,
    show: (host, files) =>
      files.length === 0
        ? host.command('threatLookups.showTriage')
        : host.command('threatLookups.triage', files[0], files),
  });
}

/** Finds what an open triage shows. */
export function locate(triage: () => FeaturePage) {
  const page = () => triage().panel.page;
  const row = (name: string): Locator => page().locator('tbody tr[data-index]', { hasText: name }).first();
  return {
    page,
    row,
    cell: (name: string, id: string): Locator => row(name).locator(`td.cell-${id}`),
    chip: (name: RegExp): Locator => page().getByRole('button', { name, pressed: false }),
    button: (name: string | RegExp): Locator => page().getByRole('button', { name, exact: true }),
    /** Shows folded rows, and the filters. */
    showAll: async (): Promise<void> => {
      await page()
        .getByRole('button', { name: /^Filters/, expanded: false })
        .click();
      await page().locator('.chip.fold[aria-pressed=false]').click();
    },
    /** Waits until the top matches. */
    top: (words: RegExp): Promise<string> =>
      until(
        async () => {
          const text = (await page().locator('.top').innerText()).replaceAll('\u00a0', ' ');
          return words.test(text) ? text : undefined;
        },
        { what: `the top doesn't match ${String(words)}` },
      ),
    /** Waits until the rows have these names, in this order. */
    names: (...expected: readonly string[]): Promise<unknown> =>
      waitForNames(triage().panel.frame, (names) => names.join() === expected.join()),
    /** Focuses a row, as a click on it does; commands then apply to it. */
    focus: async (name: string): Promise<void> => {
      const { sent } = triage().panel;
      const before = sent.length;
      await row(name).locator('td.cell-type').click();
      const isFocus = (message: unknown): boolean => (message as { readonly kind: string }).kind === 'focus';
      await until(() => sent.slice(before).some(isFocus), { what: 'the row has no focus' });
    },
  };
}
