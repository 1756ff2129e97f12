import assert from 'node:assert/strict';
import { SettingsFacade } from '../../src/features/shared/settings/settings';
import { resetSettings, set } from './helpers/userSettings';

describe('Settings in VS Code', () => {
  let settings: SettingsFacade;
  beforeEach(resetSettings);
  beforeEach(() => {
    settings = new SettingsFacade();
  });
  afterEach(() => settings.dispose());
  after(resetSettings);

  it('can be made stricter by a workspace, but not looser', async () => {
    await set('lookups', 'onHover');
    await set('lookups', 'offline', 'workspace');
    await set('urls', 'full', 'workspace');
    assert.equal(settings.current().lookups.mode, 'offline');
    assert.equal(settings.current().lookups.urls, 'withoutQuery');
  });

  it('merge the ignore lists', async () => {
    await set('ignore', ['*.corp.example']);
    await set('ignore', ['198.51.100.0/24'], 'workspace');
    const patterns = settings.current().lookups.ignore.map(({ pattern, origin }) => `${origin} ${pattern}`);
    assert.deepEqual(patterns, ['user *.corp.example', 'workspace 198.51.100.0/24']);
  });

  it('ignore the base URL of a workspace', async () => {
    await assert.rejects(set('baseUrl', 'https://elsewhere.example', 'workspace'));
    assert.equal(settings.current().baseUrl, '');
  });

  it('pass old and new values to listeners when the user changes them', async () => {
    const heard: string[] = [];
    settings.onChanged(({ now, before }) => heard.push(`${before.lookups.mode} > ${now.lookups.mode}`));
    await settings.setMode('offline');
    assert.deepEqual(heard, ['onDemand > offline']);
    assert.equal(settings.current().modeChosen, true);
  });
});
