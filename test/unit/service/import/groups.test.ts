import assert from 'node:assert/strict';
import { importInto } from '../../../../src/service/import';
import { storeFolder } from '../../core/store/builders';
import { plain } from '../../../harness/plain';

const now = Date.UTC(2030, 0, 1);

/** A bundle as a team shares it: relationships before their ends, one report, one maker, one technique. */
const bundle = {
  type: 'bundle',
  id: 'bundle--1',
  objects: [
    {
      type: 'relationship',
      id: 'relationship--1',
      source_ref: 'indicator--1',
      target_ref: 'malware--1',
      created: '2029-05-02T00:00:00Z',
    },
    { type: 'relationship', id: 'relationship--2', source_ref: 'intrusion-set--1', target_ref: 'attack-pattern--1' },
    { type: 'relationship', id: 'relationship--3', source_ref: 'indicator--1', target_ref: 'threat-actor--1' },
    { type: 'relationship', id: 'relationship--4', source_ref: 'indicator--1', target_ref: 'campaign--1' },
    { type: 'relationship', id: 'relationship--5', source_ref: 'indicator--1', target_ref: 'intrusion-set--1' },
    {
      type: 'indicator',
      id: 'indicator--1',
      pattern: "[domain-name:value='a.example'] OR [ipv4-addr:value='192.0.2.1']",
      pattern_type: 'stix',
      indicator_types: ['malicious-activity'],
      created_by_ref: 'identity--1',
      created: '2029-05-01T00:00:00Z',
    },
    {
      type: 'malware',
      id: 'malware--1',
      name: 'Example Loader',
      description: 'Loads.',
      aliases: ['Loader A', 'Loader B'],
      malware_types: ['downloader'],
      external_references: [{ source_name: 'catalogue', external_id: 'S-1', url: 'https://catalogue.example/S-1' }],
      created: '2029-01-01T00:00:00Z',
      modified: '2029-02-01T00:00:00Z',
    },
    { type: 'threat-actor', id: 'threat-actor--1', name: 'Example Actor', aliases: ['Actor A'], goals: ['Money'] },
    { type: 'campaign', id: 'campaign--1', name: 'Example Campaign', objective: 'Money', revoked: true },
    {
      type: 'intrusion-set',
      id: 'intrusion-set--1',
      name: 'Example Set',
      x_mitre_aliases: ['Set A'],
      last_seen: '2029-06-01T00:00:00Z',
    },
    {
      type: 'attack-pattern',
      id: 'attack-pattern--1',
      name: 'Phishing',
      external_references: [{ source_name: 'm', external_id: 'T1566' }],
    },
    {
      type: 'report',
      id: 'report--1',
      name: 'Example Report',
      published: '2029-05-03T00:00:00Z',
      object_refs: ['indicator--1', 'malware--1'],
    },
    {
      type: 'identity',
      id: 'identity--1',
      name: 'Example CERT',
      description: 'A team.',
      contact_information: 'https://cert.example',
      external_references: [{ source_name: 'site', url: 'https://cert.example/about' }],
      sectors: ['technology'],
      created: '2028-01-01T00:00:00Z',
    },
  ],
};

describe('Threats and feeds of a STIX bundle', () => {
  const folder = storeFolder();
  const store = async () => {
    const opened = folder.open(() => now);
    const account = await importInto(opened, { text: JSON.stringify(bundle), name: 'bundle.json' }, { now: () => now });
    return { opened, account };
  };

  it('are counted once, and none is skipped', async () => {
    const { account } = await store();
    assert.deepEqual([account.threats, account.feeds, account.indicators.added], [5, 1, 2]);
    assert.deepEqual(account.skipped, []);
  });

  it('have the data of the objects, and are found under each of their names', async () => {
    const { groups } = (await store()).opened;
    const loader = groups.threat({ name: 'loader b' });
    assert.deepEqual(plain(loader), {
      tid: loader?.tid,
      name: 'Example Loader',
      category: 'malware',
      risk: 'high',
      retired: false,
      description: 'Loads.',
      otherNames: ['Loader A', 'Loader B'],
      references: [{ name: 'catalogue', id: 'S-1', url: 'https://catalogue.example/S-1' }],
      news: [],
      ttps: [],
      timestamps: { added: Date.UTC(2029, 0, 1), updated: Date.UTC(2029, 1, 1) },
      other: { malware_types: ['downloader'] },
    });
    const set = groups.threat({ name: 'Set A' });
    assert.deepEqual(
      [set?.name, set?.ttps, set?.timestamps.seen],
      ['Example Set', ['T1566 Phishing'], Date.UTC(2029, 5, 1)],
    );
    assert.deepEqual(groups.threat({ name: 'Actor A' })?.other, { goals: ['Money'] });
    assert.equal(groups.threat({ name: 'Example Campaign' })?.retired, true);
    assert.equal(groups.threat({ name: 'Example Report' })?.category, 'general');
  });

  it('are linked to both values of the pattern and to its creator', async () => {
    const { groups } = (await store()).opened;
    const page = { page: 0, size: 10 };
    for (const name of ['Example Loader', 'Example Actor', 'Example Campaign', 'Example Set', 'Example Report']) {
      const tid = groups.threat({ name })?.tid ?? 0;
      assert.equal(groups.links('threat', tid, page).links.length, 2, name);
      assert.deepEqual(
        (await groups.summary('threat', tid)).feeds.map(({ name: feed, counts }) => [feed, counts?.total]),
        [['Example CERT', 2]],
      );
    }
    const feed = groups.feed({ name: 'Example CERT' });
    assert.deepEqual(
      [
        feed?.website,
        feed?.description,
        groups.counts('feed', feed?.fid ?? 0).total,
        feed?.references,
        feed?.timestamps.added,
        feed?.other,
      ],
      [
        'https://cert.example',
        'A team.',
        2,
        [{ name: 'site', url: 'https://cert.example/about' }],
        Date.UTC(2028, 0, 1),
        { contact_information: 'https://cert.example', sectors: ['technology'] },
      ],
    );
  });

  it('are the same after another import', async () => {
    const { opened } = await store();
    const before = opened.groups.threat({ name: 'Example Set' });
    await importInto(opened, { text: JSON.stringify(bundle), name: 'bundle.json' }, { now: () => now });
    const again = opened.groups.threat({ name: 'Example Set' });
    assert.deepEqual({ ...again, timestamps: {} }, { ...before, timestamps: {} });
  });
});
