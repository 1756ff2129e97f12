import assert from 'node:assert/strict';
import type { IndicatorRef, FetchedLinks, Opened } from '../../../src/core/lookups/opened';
import { hasPreviousValues } from '../../../src/core/records/history';
import type { LinkedIndicator } from '../../../src/core/records/linked';
import { model, unknownValue } from '../../harness/wordings/model';
import { plain, type Wording } from '../../harness/wordings/wording';
import {
  type Session,
  startSession,
  forEveryWording,
  indicatorOf,
  keyOf,
  lowerKeys,
  mapped,
  meaning,
  unlimited,
  without,
} from './session';

const click = { reason: 'click' } as const;

function found<T>(opened: Opened<T>): T {
  if (opened.kind !== 'found') throw new Error(JSON.stringify(opened));
  return opened.value;
}

const refTo = ({ client }: Session, at: number): IndicatorRef => ({
  kind: 'indicator',
  from: client.address,
  indicator: indicatorOf(model.indicators[at]?.value ?? ''),
});

/** A row of links, without what wordings may differ in. */
function linkMeaning(link: LinkedIndicator, { values }: Wording): unknown {
  // A row has no recommendation that would show its previous risk.
  const risk = link.retired && values.retiredRisk === 'indicators' ? undefined : link.risk;
  return { ...without(link, 'other'), risk, properties: mapped(link.properties, lowerKeys) };
}

async function allLinks(here: Session, ref: Parameters<Session['records']['openLinks']>[0]): Promise<FetchedLinks> {
  const walk = here.records.openLinks(ref);
  for (let pages = 0; pages < 20; pages++) {
    const stored = found(await walk.next(click));
    if (stored.more === 'no') return stored;
  }
  throw new Error('pages without end');
}

describe('A record in any wording of the service', () => {
  it('keeps current values when earlier scans are requested, and shows both', () =>
    forEveryWording(50, async (wording, at) => {
      const here = startSession(unlimited(wording));
      const ref = refTo(here, at);
      const today = found(await here.records.openIndicator(ref, click)).record;
      const key = keyOf(today.value);
      const history = found(
        await here.records.openHistory(ref, { ...click, today: { record: today, detail: 'full' } }),
      );
      const after = here.stored.get(key);
      assert.ok(after?.kind === 'known');
      assert.deepEqual(meaning(after.record, wording), meaning(today, wording));
      const registrars = lowerKeys(history['whois'] ?? {})['++registrar'] ?? [];
      const isLatest = new Map(registrars.map(({ value, latest }) => [value, latest]));
      assert.equal(isLatest.get('Registrar of today'), true);
      const { historical } = wording.properties;
      assert.equal(isLatest.get('Registrar of 2019'), historical === 'ignored' ? undefined : false);
      assert.equal(hasPreviousValues(history), historical !== 'ignored');
    }));

  it('has the same display names', () =>
    forEveryWording(20, async (wording) => {
      const here = startSession(unlimited(wording));
      const { displayNames } = found(await here.records.openIndicator(refTo(here, 8), { ...click, schema: true }));
      assert.equal(displayNames?.['port']?.['443'], 'HTTPS');
    }));

  it('has the same links', async () => {
    const plainly = new Map<string, FetchedLinks>();
    await forEveryWording(30, async (wording, at) => {
      const [here, reference] = [startSession(unlimited(wording)), startSession(plain)];
      for (const kind of ['threat', 'feed', 'indicator'] as const) {
        const refIn = (world: Session) => {
          const from = world.client.address;
          if (kind === 'indicator') return refTo(world, at);
          return kind === 'threat' ? ({ kind, from, tid: 31 } as const) : ({ kind, from, fid: 41 } as const);
        };
        const links = await allLinks(here, refIn(here));
        const key = kind === 'indicator' ? `indicator ${at}` : kind;
        const expected = plainly.get(key) ?? (await allLinks(reference, refIn(reference)));
        plainly.set(key, expected);
        assert.deepEqual([links.total, links.unreadable], [expected.total, 0], kind);
        assert.deepEqual(
          links.links.map((link) => linkMeaning(link, wording)),
          expected.links.map((link) => linkMeaning(link, wording)),
        );
      }
    });
  });

  it('has the same threats and feeds', () =>
    forEveryWording(30, async (wording, at) => {
      const [here, reference] = [startSession(unlimited(wording)), startSession(plain)];
      const threatOf = async (world: Session) => {
        const ref = at % 2 === 0 ? { tid: 31 + (at % 3) } : { name: model.threats[at % 3]?.name ?? '' };
        const opened = await world.records.openThreat({ kind: 'threat', from: world.client.address, ...ref }, click);
        const { threat, summary } = found(opened);
        assert.ok(summary !== undefined && 'breakdowns' in summary);
        const isWord = threat.retired && wording.values.retiredRisk === 'threats';
        return {
          ...without(threat, 'other', 'retiredReason'),
          risk: isWord ? 'retired' : threat.risk,
          ...without(summary, 'other', 'feeds', 'threats', 'risk'),
          counts: summary.risk,
          feeds: summary.feeds.map(({ name }) => name),
        };
      };
      assert.deepEqual(await threatOf(here), await threatOf(reference));
      const feedOf = async (world: Session) => {
        const opened = await world.records.openFeed(
          { kind: 'feed', from: world.client.address, fid: 41 + (at % 2) },
          click,
        );
        return without(found(opened).feed, 'other');
      };
      assert.deepEqual(await feedOf(here), await feedOf(reference));
    }));

  it('is not found if the service reports that of an indicator, a threat, or a feed', () =>
    forEveryWording(40, async (wording, at) => {
      const here = startSession(unlimited(wording));
      const from = here.client.address;
      const { records } = here;
      const indicator = indicatorOf(unknownValue(at));
      const answers = [
        await records.openIndicator({ kind: 'indicator', from, indicator }, click),
        await records.openLinks({ kind: 'indicator', from, indicator }).next(click),
        await records.openThreat({ kind: 'threat', from, tid: 999 }, click),
        await records.openFeed({ kind: 'feed', from, name: 'No such list' }, click),
      ];
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['notFound', 'notFound', 'notFound', 'notFound'],
      );
    }));
});
