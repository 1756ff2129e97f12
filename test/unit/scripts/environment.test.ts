import assert from 'node:assert/strict';
import { cleanEnvironment, npmEnvironment } from '../../../scripts/lib/environment.mjs';

const outer = {
  VSCODE_IPC_HOOK_CLI: '/tmp/x.sock',
  ELECTRON_RUN_AS_NODE: '1',
  NODE_OPTIONS: '--inspect',
  npm_config_registry: 'http://packages.test/',
  npm_config_local_prefix: '/elsewhere',
  npm_lifecycle_event: 'test',
  THREAT_LOOKUPS_DEMO: '1',
};

describe('Environment of child processes', () => {
  const earlier: Record<string, string | undefined> = {};

  before(() => {
    for (const [name, value] of Object.entries(outer)) {
      earlier[name] = process.env[name];
      process.env[name] = value;
    }
  });

  after(() => {
    for (const [name, value] of Object.entries(earlier)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });

  it('excludes variables of an outer editor, npm, and a test run for servers and browsers', () => {
    const names = Object.keys(cleanEnvironment());
    assert.deepEqual(
      names.filter((name) => name in outer),
      [],
    );
    assert.ok(names.includes('PATH'));
  });

  it('keeps registry settings for npm, and drops the paths of the outer npm', () => {
    const environment = npmEnvironment();
    assert.equal(environment['npm_config_registry'], outer.npm_config_registry);
    assert.equal(environment['npm_config_local_prefix'], undefined);
  });

  it('applies additional variables, and drops undefined ones', () => {
    const environment = cleanEnvironment({ THREAT_LOOKUPS_DEMO: 'yes', PATH: undefined });
    assert.equal(environment['THREAT_LOOKUPS_DEMO'], 'yes');
    assert.equal('PATH' in environment, false);
  });
});
