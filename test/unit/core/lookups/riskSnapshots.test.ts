import assert from 'node:assert/strict';
import { createRiskSnapshots } from '../../../../src/core/lookups/engine/riskSnapshots';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Knowledge, Source } from '../../../../src/core/records/knowledge';
import { domains, exploringWorld } from './exploring';
import { domain, known, mirror, world } from './fakes';

const url: Indicator = { type: 'url', value: 'https://lookups-test-2.com/a' };

describe('Risk snapshot', () => {
  it('comes from the store without a request, and is cached', () => {
    const here = world({ stored: [[domain, known(domain, mirror, { risk: 'critical', retired: true })]] });
    const snapshots = createRiskSnapshots(here.lookups, () => true);
    assert.deepEqual(snapshots.of(domain), { risk: 'critical', retired: true, unresolved: false });
    here.stored.clear();
    assert.equal(snapshots.of(domain).risk, 'critical');
    assert.deepEqual(here.requested(), []);
  });

  it('has the higher risk of a URL and its host', () => {
    const host = known(domain, mirror, { risk: 'high' });
    const alone = createRiskSnapshots(world({ stored: [[domain, host]] }).lookups, () => true);
    assert.equal(alone.of(url).risk, 'high');
    const both = world({
      stored: [
        [domain, host],
        [url, known(url, mirror, { risk: 'low' })],
      ],
    });
    assert.equal(createRiskSnapshots(both.lookups, () => true).of(url).risk, 'high');
    const worse = world({
      stored: [
        [domain, host],
        [url, known(url, mirror, { risk: 'critical' })],
      ],
    });
    assert.equal(createRiskSnapshots(worse.lookups, () => true).of(url).risk, 'critical');
  });

  it('leaves sample data out as soon as there is anything else, as a triage does', () => {
    const sample: Source = { kind: 'sample', name: 'Sample data' };
    const [ip] = [{ type: 'ip', value: '203.0.113.7' }] as const;
    const stored = [
      [domain, known(domain, sample, { risk: 'critical' })],
      [ip, known(ip, sample, { risk: 'critical' }), known(ip, mirror, { risk: 'low' })],
    ] as const;
    const risks = (hasRealData: boolean): readonly string[] => {
      const snapshots = createRiskSnapshots(world({ stored, hasRealData }).lookups, () => true);
      return [domain, url, ip].map((each) => snapshots.of(each).risk);
    };
    assert.deepEqual(risks(false).slice(0, 2), ['critical', 'critical']);
    assert.deepEqual(risks(true), ['unknown', 'unknown', 'low']);
  });

  it('changes with data about the indicator or its host, and after an import', async () => {
    const here = exploringWorld();
    const snapshots = createRiskSnapshots(here.lookups, () => true);
    let heard = 0;
    snapshots.onChanged(() => heard++);
    const [host] = domains(1) as [Indicator];
    const below: Indicator = { type: 'url', value: `http://${host.value}/a` };
    assert.deepEqual([snapshots.of(below).risk, snapshots.of(below).unresolved], ['unknown', true]);
    await here.lookups.lookUpVisible([host]);
    assert.equal(heard, 1);
    assert.equal(snapshots.of(below).risk, 'high');
    here.lookups.forget();
    assert.equal(heard, 2);
  });

  it('changes with data about a name above it', () => {
    const name: Indicator = { type: 'domain', value: 'a.b.lookups-test-1.com' };
    const stored: Knowledge[] = [];
    const here = world({ settings: { mode: 'offline' } });
    let changed: (key: string | undefined) => void = () => undefined;
    const lookups = new Proxy(here.lookups, {
      get: (target, key) => {
        if (key === 'local') return () => ({ ...target.local(name, 'visible'), known: stored });
        return key === 'onChanged'
          ? (listener: typeof changed) => void (changed = listener)
          : (Reflect.get(target, key) as unknown);
      },
    });
    const snapshots = createRiskSnapshots(lookups, () => true);
    assert.equal(snapshots.of(name).risk, 'unknown');
    stored.push(known(name, mirror, { risk: 'medium' }));
    changed('lookups-test-2.com');
    assert.equal(snapshots.of(name).risk, 'unknown');
    changed('lookups-test-1.com');
    assert.equal(snapshots.of(name).risk, 'medium');
  });

  it('is empty for a well-known host while the setting is on, except for URLs with data', () => {
    const resolver: Indicator = { type: 'ip', value: '8.8.8.8' };
    const page: Indicator = { type: 'url', value: 'http://8.8.8.8/a' };
    const here = world({
      settings: { mode: 'automatic' },
      stored: [
        [resolver, known(resolver, mirror)],
        [page, known(page, mirror, { risk: 'medium' })],
      ],
    });
    const on = createRiskSnapshots(here.lookups, () => true);
    assert.deepEqual(on.of(resolver), { risk: 'unknown', retired: false, unresolved: false });
    assert.equal(on.of(page).risk, 'medium');
    assert.equal(createRiskSnapshots(here.lookups, () => false).of(resolver).risk, 'high');
  });

  it('is empty for a CDN that only lists rate, at most medium, and names no threat', () => {
    const cdn: Indicator = { type: 'ip', value: '104.16.132.229' };
    const page: Indicator = { type: 'url', value: 'http://104.16.132.229/a' };
    const threats = [{ name: 'Example Kit', risk: 'medium' }] as const;
    const riskOf = (indicator: Indicator, ...statements: readonly Parameters<typeof known>[]): string => {
      const here = world({ stored: statements.map((each) => [each[0], known(...each)]) });
      return createRiskSnapshots(here.lookups, () => true).of(indicator).risk;
    };
    assert.equal(riskOf(cdn, [cdn, mirror, { risk: 'medium' }]), 'unknown');
    assert.equal(riskOf(page, [cdn, mirror, { risk: 'medium' }]), 'unknown');
    assert.equal(riskOf(cdn, [cdn, mirror, { risk: 'high' }]), 'high');
    assert.equal(riskOf(cdn, [cdn, mirror, { risk: 'medium', threats }]), 'medium');
    assert.equal(riskOf(cdn, [cdn, { kind: 'service', name: 'intel.example' }, { risk: 'low' }]), 'low');
    assert.equal(riskOf(page, [page, mirror, { risk: 'medium' }]), 'medium');
    const off = world({ stored: [[cdn, known(cdn, mirror, { risk: 'medium' })]] });
    assert.equal(createRiskSnapshots(off.lookups, () => false).of(cdn).risk, 'medium');
  });

  it('has the risk of an address in a cloud, which anyone can rent', () => {
    const cloud: Indicator = { type: 'ip', value: '52.95.110.1' };
    const here = world({ stored: [[cloud, known(cloud, mirror, { risk: 'low' })]] });
    assert.equal(createRiskSnapshots(here.lookups, () => true).of(cloud).risk, 'low');
  });
});
