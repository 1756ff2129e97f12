import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>;
}

const parsed = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

describe('Dependencies', () => {
  const locks = ['package-lock.json', ...globSync('scripts/tools/**/package-lock.json', { cwd: root })];

  it('are pinned to an exact version with integrity', () => {
    assert.ok(locks.length > 1);
    const { dependencies, devDependencies } = parsed('package.json') as Manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    for (const file of locks) {
      const { packages } = parsed(file) as Lock;
      for (const [path, { integrity = '' }] of Object.entries(packages))
        if (path !== '') assert.match(integrity, /\bsha512-/, `${path} in ${file}`);
    }
  });

  it('are fetched from the configured registry: no lock file names a host', () => {
    for (const file of locks) {
      const { packages } = parsed(file) as Lock;
      assert.deepEqual(
        Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined),
        [],
        file,
      );
    }
  });
});
