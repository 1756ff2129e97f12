import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { isReserved, parseIndicator } from '../../../../src/core/indicators';
import { riskLevels } from '../../../../src/core/records/risk';
import { loadSample } from '../../../../src/service/import/sample';
import { storeFolder } from '../../core/store/builders';

const file = 'media/sample-data.json';
const day = 86_400_000;

describe('Import of sample data', () => {
  const folder = storeFolder();

  it('loads, reloads without harm, and is removed without a trace', async () => {
    const now = Date.UTC(2031, 4, 5);
    const store = folder.open(() => now);
    const account = await loadSample(store, file, { now: () => now });
    assert.equal(account.complete, true, account.failure?.kind);
    assert.deepEqual(account.skipped, []);
    assert.ok(account.indicators.added >= 280);
    assert.equal(account.threats, 12);
    assert.equal(account.feeds, 8);
    const again = await loadSample(store, file, { now: () => now });
    assert.deepEqual([again.indicators.added, again.indicators.updated], [0, 0]);
    const lead = store.byKey('login-update.example');
    assert.equal(lead?.risk, 'critical');
    assert.ok(lead.riskFactors.length >= 3 && lead.threats.length >= 1 && lead.feeds.length >= 1);
    assert.ok(now - (lead.timestamps.seen ?? 0) < day, 'seen lately, whenever it is loaded');
    assert.ok(lead.redirects.to.every(({ iid }) => iid !== undefined));
    assert.match(lead.properties.whois?.['++registered']?.[0] ?? '', /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(store.removeSources('sample'), account.indicators.added);
    assert.deepEqual(store.summary().rows, []);
    assert.equal(store.byKey('login-update.example'), undefined);
  });

  it('only contains reserved names, of every type and risk', () => {
    const { indicators } = JSON.parse(readFileSync(file, 'utf8')) as {
      indicators: { value: string; risk: string; retired?: string; manual?: boolean; properties?: object }[];
    };
    const read = indicators.map(({ value }) => parseIndicator(value));
    assert.ok(read.every((indicator) => indicator !== undefined && isReserved(indicator)));
    assert.deepEqual([...new Set(read.map((indicator) => indicator?.type))].toSorted(), ['domain', 'ip', 'url']);
    assert.deepEqual([...new Set(indicators.map(({ risk }) => risk))].toSorted(), [...riskLevels].toSorted());
    assert.ok(indicators.some(({ retired }) => retired !== undefined) && indicators.some(({ manual }) => manual));
    const groups = new Set(indicators.flatMap(({ properties }) => Object.keys(properties ?? {})));
    assert.deepEqual([...groups].toSorted(), [
      'banners',
      'cookies',
      'dns',
      'dom',
      'geo',
      'http',
      'meta',
      'ssl',
      'whois',
    ]);
    assert.ok(statSync(file).size < 150 * 1024);
  });

  it('has consistent reasons, risks, dates, and feeds', () => {
    const { indicators, reasons, feeds } = JSON.parse(readFileSync(file, 'utf8')) as {
      reasons: { description: string; risk: string }[];
      feeds: { name: string }[];
      indicators: {
        value: string;
        risk: string;
        recommended?: string;
        reasons?: number[];
        feeds?: [number, number][];
        ages: { seen: number };
        properties?: { whois?: Record<string, string[]>; ssl?: Record<string, string[]> };
      }[];
    };
    const levels: readonly string[] = riskLevels;
    for (const { value, risk, recommended, ages, properties = {}, ...rest } of indicators) {
      const given = (rest.reasons ?? []).flatMap((n) => reasons[n] ?? []);
      const says = (words: string): boolean => given.some(({ description }) => description.startsWith(words));
      const worst = Math.max(0, ...given.map((reason) => levels.indexOf(reason.risk)));
      assert.equal(levels[worst], recommended ?? risk, value);
      const registered = Number(/\d+/.exec(properties.whois?.['++registered']?.[0] ?? '')?.[0]);
      if (says('Registered less than 30 days ago')) assert.ok(registered < 30, value);
      if (says('Not reported for three months')) assert.ok(ages.seen > 90, value);
      if (says('Name resembles')) assert.equal(parseIndicator(value)?.type, 'domain');
      if (says('Self-signed certificate')) assert.deepEqual(properties.ssl?.valid, ['0'], value);
      const listed = (rest.feeds ?? []).map(([n]) => feeds[n]?.name);
      for (const { description } of given) {
        const [, feed] = /^Found in feed (.+)$/.exec(description) ?? [];
        if (feed !== undefined) assert.ok(listed.includes(feed), `${value}: ${feed}`);
      }
    }
  });

  it('reports a file that is not the sample', async () => {
    const store = folder.open();
    const other = `${folder.file()}.json`;
    writeFileSync(other, '{"indicators": "none"}');
    const account = await loadSample(store, other);
    assert.equal(account.complete, false);
    assert.equal(account.failure?.kind, 'invalidSample');
    assert.deepEqual(store.summary().rows, []);
  });
});
