import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lookupModes, urlDetails } from '../../../../src/core/lookups/types';
import { type Inspected, readSettings, type Settings } from '../../../../src/features/shared/settings/settingValues';

const hour = 3_600_000;

function settingsOf(layers: Readonly<Record<string, Inspected>>): Settings {
  return readSettings((name) => layers[name] ?? {});
}

describe('Settings', () => {
  it('default to on-demand lookups, URLs without query, and the local service', () => {
    const settings = settingsOf({});
    assert.equal(settings.baseUrl, '');
    assert.equal(settings.lookups.mode, 'onDemand');
    assert.equal(settings.lookups.urls, 'withoutQuery');
    assert.deepEqual(settings.lookups.ignore, []);
    assert.equal(settings.modeChosen, false);
  });

  it('allow external lookups of scans by user settings only', () => {
    const enrichment = (layers: Inspected): string => settingsOf({ 'localService.enrichment': layers }).enrichment;
    assert.equal(enrichment({}), 'off');
    assert.equal(enrichment({ globalValue: 'passive' }), 'passive');
    assert.equal(enrichment({ globalValue: 'everything' }), 'off');
    assert.equal(enrichment({ workspaceValue: 'active', workspaceFolderValue: 'active' }), 'off');
  });

  it('allow a workspace to make the mode stricter', () => {
    const settings = settingsOf({ lookups: { globalValue: 'onHover', workspaceValue: 'offline' } });
    assert.equal(settings.lookups.mode, 'offline');
  });

  it("don't allow a workspace to send more than the user setting or the default", () => {
    const wanting = { workspaceValue: 'onHover', workspaceFolderValue: 'automatic' };
    assert.equal(settingsOf({ lookups: { globalValue: 'offline', ...wanting } }).lookups.mode, 'offline');
    assert.equal(settingsOf({ lookups: { defaultValue: 'onDemand', ...wanting } }).lookups.mode, 'onDemand');
    assert.equal(settingsOf({ urls: { workspaceValue: 'full' } }).lookups.urls, 'withoutQuery');
  });

  it('are never looser than the user settings, whatever a workspace contains', () => {
    const anything = fc.oneof(fc.constantFrom<unknown>(...lookupModes, ...urlDetails), fc.anything());
    fc.assert(
      fc.property(fc.constantFrom(...lookupModes), anything, anything, (mine, workspaceValue, workspaceFolderValue) => {
        const layers = { globalValue: mine, workspaceValue, workspaceFolderValue };
        const { mode } = settingsOf({ lookups: layers }).lookups;
        return lookupModes.indexOf(mode) <= lookupModes.indexOf(mine);
      }),
    );
  });

  it('read base URL, HTTP, and storage from user settings only', () => {
    const settings = settingsOf({
      baseUrl: { globalValue: ' https://intel.example/p ', workspaceValue: 'https://elsewhere.example' },
      allowHttp: { workspaceValue: true },
      'cache.maxAgeDays': { globalValue: 2, workspaceValue: 3000 },
      'cache.freshHours': { globalValue: 3, workspaceValue: 0 },
    });
    assert.equal(settings.baseUrl, 'https://intel.example/p');
    assert.equal(settings.allowHttp, false);
    assert.equal(settings.storage.maxAgeMillis, 48 * hour);
    assert.equal(settings.lookups.freshMillis, 3 * hour);
  });

  it('merge the ignore lists and keep the origin of each entry', () => {
    const layers = {
      globalValue: ['*.corp.example', ' a.example ', ''],
      workspaceValue: ['b.example', 'a.example', 7],
    };
    assert.deepEqual(settingsOf({ ignore: layers }).lookups.ignore, [
      { pattern: '*.corp.example', origin: 'user' },
      { pattern: 'a.example', origin: 'user' },
      { pattern: 'b.example', origin: 'workspace' },
    ]);
  });

  it('limit numbers to their range and ignore invalid ones', () => {
    const settings = settingsOf({
      'hover.waitSeconds': { globalValue: 900 },
      'cache.notFoundMinutes': { globalValue: 'often' },
      'localService.port': { globalValue: 80 },
      'cache.maxMegabytes': { globalValue: Number.NaN },
    });
    assert.equal(settings.hover.waitMillis, 60_000);
    assert.equal(settings.lookups.notFoundMillis, hour);
    assert.equal(settings.localServicePort, 1024);
    assert.equal(settings.storage.maxBytes, 500 * 1_048_576);
  });

  it('record whether the user chose a mode', () => {
    assert.equal(settingsOf({ lookups: { globalValue: 'onDemand' } }).modeChosen, true);
    assert.equal(settingsOf({ lookups: { globalValue: 'loud', workspaceValue: 'offline' } }).modeChosen, false);
  });

  it('allow a workspace to configure highlights, but not the scope of automatic lookups or well-known hosts', () => {
    const settings = settingsOf({
      'highlights.enabled': { defaultValue: true, workspaceValue: true, globalValue: false },
      'highlights.languages': { globalValue: ['python'], workspaceValue: ['*'] },
      'highlights.minimumRisk': { workspaceValue: 'high' },
      skipWellKnownHosts: { defaultValue: true, workspaceValue: false },
      plan: { globalValue: 'pro', workspaceValue: 'business' },
    });
    assert.equal(settings.highlights.enabled, true);
    assert.deepEqual(settings.highlights.languages, ['*']);
    assert.equal(settings.highlights.level, 'high');
    assert.deepEqual(settings.highlights.lookupScope, { enabled: false, languages: ['python'] });
    assert.equal(settings.lookups.skipWellKnown, true);
    assert.equal(settings.plan, 'pro');
  });

  it('highlight medium risk and higher in prose and logs by default', () => {
    const { highlights, plan } = settingsOf({});
    const scope = { enabled: true, languages: [] };
    assert.deepEqual(highlights, {
      ...scope,
      level: 'medium',
      gutter: false,
      summary: true,
      problems: false,
      endOfLine: false,
      lookupScope: scope,
    });
    assert.equal(plan, 'auto');
  });

  it('look up nothing where a workspace disables highlights', () => {
    assert.equal(settingsOf({ 'highlights.enabled': { workspaceValue: false } }).highlights.lookupScope.enabled, false);
  });
});
