import { setTimeout as pause } from 'node:timers/promises';
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
 * Waits until VS Code has stored matching texts for the window. In a browser this takes seconds, and a reload loses
 * pending writes.
 */
export async function waitForStoredState(page: Page, ...wanted: readonly RegExp[]): Promise<void> {
  const areStored = async (): Promise<boolean> => {
    const text = await page.evaluate(storedText);
    if (wanted.every((matching) => matching.test(text))) return true;
    // Reading everything is expensive.
    await pause(500);
    return false;
  };
  const what = `the window's storage has ${wanted.map(({ source }) => source).join(' and ')}`;
  await until(areStored, { what });
}
