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
 * Prepends a fake clock to the modules of the extension host: their dates are shifted, and their intervals are short. The
 * worker thread uses real time. The product has no setting for this.
 */
export async function startFakeClock(): Promise<FakeClock> {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const installed = await installedExtensions('newest');
  const extension = readdirSync(installed).find((name) => name.includes('threat-lookups')) ?? '';
  const ofDist = (folder: string): string[] =>
    readdirSync(join(installed, extension, 'dist', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => `dist/${folder}/${name.replaceAll('\\', '/')}`);
  const overlay = ['dist/services.mjs', ...ofDist('features'), ...ofDist('chunks')].map((name) => {
    const module = readFileSync(join(installed, extension, ...name.split('/')), 'utf8');
    return [name, `${prelude(file)}${module}`] as const;
  });
  return {
    overlay: Object.fromEntries(overlay),
    advance: (millis) => {
      ahead += millis;
      writeFileSync(file, String(ahead));
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The modules of a thread share one clock; chunks of the worker thread have the real one. */
function prelude(file: string): string {
  return `import { readFileSync as readClock } from 'node:fs';
import { isMainThread as hasFakeClock } from 'node:worker_threads';
const { Date, setInterval } = (globalThis[Symbol.for('lookups test clock')] ??= (() => {
  const real = { Date: globalThis.Date, setInterval: globalThis.setInterval };
  if (!hasFakeClock) return real;
  let ahead = 0;
  real.setInterval(() => {
    try { ahead = Number(readClock(${JSON.stringify(file)}, 'utf8')); } catch {}
  }, 100).unref();
  return {
    Date: class extends real.Date {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(real.Date.now() + ahead);
      }
      static now() { return real.Date.now() + ahead; }
    },
    setInterval: (run, millis, ...rest) => real.setInterval(run, Math.min(millis, 500), ...rest),
  };
})());
`;
}
