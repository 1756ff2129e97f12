import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';

/** Runs in the page: everything that VS Code has stored for the window, without the backslashes of nested strings. */
async function storedText(): Promise<string> {
  const names = (await indexedDB.databases()).flatMap(({ name }) =>
    name?.startsWith('vscode-web-state-db') === true ? [name] : [],
  );
  const valuesOf = (name: string): Promise<readonly unknown[]> =>
    new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => resolve([]);
      opening.onsuccess = () => {
        const database = opening.result;
        const isThere = database.objectStoreNames.contains('ItemTable');
        const reading = isThere ? database.transaction('ItemTable').objectStore('ItemTable').getAll() : undefined;
        const end = (values: readonly unknown[]): void => {
          database.close();
          resolve(values);
        };
        if (reading === undefined) {
          end([]);
          return;
        }
        reading.onerror = () => end([]);
        reading.onsuccess = () => end(reading.result as readonly unknown[]);
      };
    });
  const all = await Promise.all(names.map(valuesOf));
  return all.flat().map(String).join('\n').replaceAll('\\', '');
}

/**
 * Waits until VS Code has stored a text for the window. In a browser this takes seconds, and a reload loses pending
 * writes.
 */
export async function waitForStoredState(page: Page, matching: RegExp): Promise<void> {
  const isStored = async (): Promise<boolean> => matching.test(await page.evaluate(storedText));
  await until(isStored, { within: 20_000, what: `the window's storage has ${matching.source}` });
}
