import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** A source tree in which each file violates one rule, by the rule's name. */
const offences: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'vscode-only-in-features': ['src/core/lookups/a.ts', "import 'vscode';"],
  'core-knows-nobody-above': ['src/core/api/a.ts', "import '../../features/hover/hover';"],
  'service-knows-core-only': ['src/service/a.ts', "import '../features/hover/hover';"],
  'features-do-not-reach-into-each-other': ['src/features/records/a.ts', "import '../hover/hover';"],
  'shared-knows-no-feature': ['src/features/shared/a.ts', "import '../hover/hover';"],
  'features-do-not-know-the-service': ['src/features/connection/a.ts', "import '../../service/service';"],
  'webviews-know-messages-and-records': ['src/webviews/record/a.ts', "import '../../core/plain';"],
  'features-import-only-messages-of-webviews': ['src/features/scans/a.ts', "import '../../webviews/record/main';"],
  'node-free-core': ['src/core/stix/a.ts', "import 'node:fs';"],
  'node-only-where-allowed': ['src/features/highlights/a.ts', "import 'node:fs';"],
  'undici-only-in-the-command-line': ['src/service/b.ts', "import 'undici';"],
  'no-circles': ['src/core/circle.ts', "import './circleToo';"],
  'no-orphans': ['src/core/lonely.ts', 'export const lonely = 1;'],
};

/** Imports that every rule allows. */
const innocents: Readonly<Record<string, string>> = {
  'src/extension.ts': "import './features/hover/hover'; import './worker';",
  'src/worker.ts': "import './service/service'; import 'node:fs';",
  'src/features/hover/hover.ts': "import 'vscode'; import '../shared/words'; import '../../webviews/messages/record';",
  'src/features/shared/words.ts': "import 'vscode'; import '../../core/plain';",
  'src/service/service.ts': "import 'node:fs'; import './cli/sync'; import '../core/store/store';",
  'src/service/cli/sync.ts': "import 'undici';",
  'src/core/store/store.ts': "import 'node:fs'; import '../plain';",
  'src/core/plain.ts': 'export const plain = 1;',
  'src/core/records/record.ts': 'export const record = 1;',
  'src/core/circleToo.ts': "import './circle';",
  'src/webviews/messages/record.ts': 'export const message = 1;',
  'src/webviews/record/main.ts': "import '../messages/record'; import '../../core/records/record';",
};

function cruise(files: Readonly<Record<string, string>>): Violation[] {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-layers-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "moduleResolution": "bundler", "module": "ESNext" } }',
    );
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
    const args = ['src', '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    });
    const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
    return summary.violations;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('Layer rules', () => {
  let violations: readonly Violation[];
  before(() => {
    violations = cruise({ ...innocents, ...Object.fromEntries(Object.values(offences)) });
  });

  for (const [rule, [file, text]] of Object.entries(offences)) {
    it(`${rule}: finds “${text}” in ${file}`, () => {
      const found = violations.filter(({ from }) => from === file).map(({ rule: { name } }) => name);
      assert.ok(found.includes(rule), `found only: ${found.join(', ') || 'nothing'}`);
    });
  }

  it('allow the intended imports', () => {
    const allowed = new Set(Object.keys(innocents).filter((file) => file !== 'src/core/circleToo.ts'));
    assert.deepEqual(
      violations.filter(({ from }) => allowed.has(from)),
      [],
    );
  });
});
