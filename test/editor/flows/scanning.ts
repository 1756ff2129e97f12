import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import type { TestWindow } from '../window';

/** Starts scanning an indicator, up to the choice of the scan type. */
export async function beginScan(window: TestWindow, value: string): Promise<void> {
  window.begin('threatLookups.scan');
  await window.answer(/Enter a domain, IP address, or URL/, value);
}

/** Submits a scan of an indicator. */
export async function submitScan(window: TestWindow, value: string, kind: string): Promise<void> {
  await beginScan(window, value);
  await window.choose(/Select a scan type/, kind);
}

/** Waits until the Scans view matches. */
export function scansView(window: TestWindow, matching: RegExp): Promise<string> {
  return window.views.rows(viewIds.scans, matching);
}
