import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cleanEnvironment } from '../../../scripts/lib/environment.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

describe('npm start', () => {
  it('rejects an invalid port in one line', () => {
    const { status, stdout, stderr } = spawnSync('npm', ['start', '--', '--no-browser', '--port', 'x'], {
      cwd: root,
      env: cleanEnvironment({}),
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.match(stdout + stderr, /^“x” isn't a valid port\./m);
    assert.doesNotMatch(stdout + stderr, /\n\s+at /);
  });
});
