import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedExtensions } from './installedExtensions';

/** A clock for the extension that a test can advance. */
export interface FakeClock {
  /** Files that overlay the installed extension. */
  readonly overlay: Readonly<Record<string, string>>;
  /** Advances the clock by milliseconds; intervals that check it run twice a second. */
  advance(millis: number): void;
  stop(): void;
}

/**
 * Prepends a fake clock to the extension's main bundle: its dates are shifted, and its intervals are short. The store
 * uses real time. The product has no setting for this.
 */
export async function startFakeClock(): Promise<FakeClock> {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const installed = await installedExtensions('newest');
  const extension = readdirSync(installed).find((name) => name.includes('threat-lookups')) ?? '';
  const bundle = readFileSync(join(installed, extension, 'dist', 'extension.js'), 'utf8');
  return {
    overlay: { 'dist/extension.js': `${prelude(file)}${bundle}` },
    advance: (millis) => {
      ahead += millis;
      writeFileSync(file, String(ahead));
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function prelude(file: string): string {
  return `"use strict";
const Date = (() => {
  let ahead = 0;
  globalThis.setInterval(() => {
    try { ahead = Number(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')); } catch {}
  }, 100).unref();
  return class extends globalThis.Date {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(globalThis.Date.now() + ahead);
    }
    static now() { return globalThis.Date.now() + ahead; }
  };
})();
const setInterval = (run, millis, ...rest) => globalThis.setInterval(run, Math.min(millis, 500), ...rest);
`;
}
