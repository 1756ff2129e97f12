import assert from 'node:assert/strict';
import { readPreset } from '../../../src/core/lists/gallery/preset';
import { readSettings } from '../../../src/features/shared/settings/settingValues';
import { type ItemSchema, manifest, settings as properties } from '../../harness/manifest';

const groups = manifest.contributes.configuration;
const prefix = 'threatLookups.';

/** The names of the settings that the code reads, with the prefix of the extension. */
function readNames(): string[] {
  const names = new Set<string>();
  readSettings((name) => {
    names.add(prefix + name);
    return {};
  });
  return [...names];
}

describe('The settings of the manifest', () => {
  it('are those that the code reads', () => {
    assert.deepEqual(Object.keys(properties).toSorted(), readNames().toSorted());
  });

  it('are found by words that newcomers type, also after “threat”', () => {
    const searches = {
      privacy: 'lookups',
      exclude: 'ignore',
      'internal domains': 'ignore',
      'server url': 'baseUrl',
      proxy: 'baseUrl',
      certificate: 'baseUrl',
      tls: 'allowHttp',
      severity: 'highlights.minimumRisk',
      diagnostics: 'highlights.problems',
      delay: 'hover.waitSeconds',
      history: 'triage.remember',
      'update interval': 'sources.syncIntervalMinutes',
      ttl: 'cache.maxAgeDays',
      virustotal: 'openIn.sites',
    };
    for (const [text, name] of Object.entries(searches)) {
      // Without two words of the key, VS Code requires every word in the description or the keywords.
      const { markdownDescription = '', keywords = [] } = properties[prefix + name] ?? {};
      const searched = [markdownDescription, ...keywords].join('\n').toLowerCase();
      for (const word of ['threat', ...text.split(' ')]) assert.ok(searched.includes(word), `${name}: ${word}`);
    }
  });

  it('are in seven groups, each in its order', () => {
    assert.equal(groups.length, 7);
    const orders = groups.flatMap(({ properties: own }) => Object.values(own).map(({ order }) => order));
    assert.deepEqual(
      orders,
      orders.map((_, index) => index + 1),
    );
    assert.deepEqual(
      groups.map(({ order }) => order),
      groups.map((_, index) => index + 1),
    );
  });

  it('describe each property of a list that the code reads, and allow no other', () => {
    const items = properties[`${prefix}lists.presets`]?.items;
    const known = (schema: ItemSchema | undefined, value: object): readonly string[] => {
      assert.equal(schema?.additionalProperties, false);
      for (const [name, { description }] of Object.entries(schema.properties ?? {}))
        assert.match(description ?? '', /\.$/, name);
      return readPreset(value, { allowHttp: false }).problem?.choices ?? [];
    };
    const list = { name: 'A list', url: 'https://intel.example/list.txt' };
    const names = known(items, { ...list, nothing: 1 });
    assert.deepEqual(Object.keys(items?.properties ?? {}).toSorted(), names.toSorted());
    const key = items?.properties?.['key'];
    const ofKey = known(key, { ...list, key: { from: 'https://intel.example/', url: list.url, nothing: 1 } });
    assert.deepEqual(Object.keys(key?.properties ?? {}).toSorted(), ofKey.toSorted());
  });

  it('explain an invalid name server', () => {
    const { pattern = '', patternErrorMessage } = properties[`${prefix}localService.resolver`] ?? {};
    assert.match(patternErrorMessage ?? '', /^Enter an IP address or host name/);
    assert.doesNotMatch('dns server!', new RegExp(pattern));
    for (const valid of ['', '192.0.2.1', '[2001:db8::1]:53', 'dns.example:5353'])
      assert.match(valid, new RegExp(pattern), valid);
  });

  it('have the defaults that the code uses for missing values', () => {
    const inManifest = readSettings((name) => ({ defaultValue: properties[prefix + name]?.default }));
    assert.deepEqual(
      readSettings(() => ({})),
      inManifest,
    );
  });

  it('accept exactly the values that have a description and a label, and the default among them', () => {
    for (const [name, setting] of Object.entries(properties)) {
      if (setting.enum === undefined) continue;
      const descriptions = setting.markdownEnumDescriptions ?? setting.enumDescriptions;
      assert.ok(setting.enum.includes(setting.default), name);
      for (const texts of [descriptions, setting.enumItemLabels])
        assert.equal(texts?.length ?? setting.enum.length, setting.enum.length, name);
    }
  });

  it('that could hide a risk are not taken from a folder that the user does not trust', () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    for (const name of ['highlights.enabled', 'highlights.minimumRisk', 'highlights.languages', 'lists.presets'])
      assert.ok(restrictedConfigurations.includes(prefix + name), name);
    for (const name of restrictedConfigurations) assert.ok(name in properties, name);
    // The stricter value wins there, so they protect what is in such a folder.
    for (const name of ['lookups', 'urls', 'ignore'])
      assert.ok(!restrictedConfigurations.includes(prefix + name), name);
  });

  it('take effect with every value that they accept', () => {
    for (const [name, setting] of Object.entries(properties)) {
      for (const value of setting.enum ?? []) {
        const read = (globalValue: unknown): string =>
          JSON.stringify(readSettings((each) => (prefix + each === name ? { globalValue } : {})));
        if (value !== setting.default) assert.notEqual(read(value), read(setting.default), name);
      }
    }
  });
});
