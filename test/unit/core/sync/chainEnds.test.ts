import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import {
  type Answer,
  type Item,
  items,
  notFound,
  pagesOf,
  refused,
  type Script,
  scripted,
  type Scripted,
  undated,
} from './scripted';
import { errorText } from './errorText';
import type { ChainProgress } from '../../../../src/core/sync/chain';

const html: RequestError = { kind: 'notJson', detail: 'HTTP 200, an HTML page instead of JSON' };
const forbidden: RequestError = { kind: 'keyRejected', detail: 'HTTP 403', hadKey: true, status: 403 };

describe('End of a chain of pages', () => {
  let mirror: Scripted;
  beforeEach(() => (mirror = scripted()));
  afterEach(() => mirror.close());

  const all = items(500);
  const names = all.map((_, n) => `n${String(n).padStart(4, '0')}`);

  /** The pages of a server up to the third, which is replaced, also when it is requested by date. */
  function stuckAt(answer: Answer | RequestError): Script {
    const pages = pagesOf(() => all);
    return (requested, number) =>
      Number(requested.next ?? '0') >= 200 || requested.addedAfter !== undefined ? answer : pages(requested, number);
  }

  const stuck: readonly (readonly [string, Answer | RequestError])[] = [
    ['404 or 410', notFound],
    ['400', refused(400)],
    ['422', refused(422)],
    ['403', forbidden],
    ['a web page', html],
    ['JSON that is cut off', { text: '{"more":true,"next":"300","objects":[{"id":"indica' }],
    ['an error body with status 200', { text: '{"title":"Internal error","http_status":"500"}' }],
    ['an empty page with a cursor, again and again', { more: true, next: '200', objects: [] }],
  ];
  it("waits while the server's rate limit is reached, and reports the server's message", async () => {
    const retryAt = mirror.now + 40_000;
    const limited: RequestError = {
      kind: 'rateLimited',
      detail: 'HTTP 429',
      retryAt,
      serviceMessage: 'Daily limit reached.',
    };
    const pages = pagesOf(() => all);
    mirror.script = (requested, number) => (number === 2 ? limited : pages(requested, number));
    const reported: ChainProgress[] = [];
    const { complete } = await mirror.sync({ onProgress: (progress) => reported.push(progress) });
    assert.equal(complete, true);
    const waits = reported.filter(({ waitingUntil }) => waitingUntil !== undefined);
    assert.deepEqual(
      waits.map(({ waitingUntil, retryError, serviceMessage }) => [waitingUntil, retryError?.kind, serviceMessage]),
      [[retryAt, undefined, 'Daily limit reached.']],
    );
    assert.equal(reported.at(-1)?.serviceMessage, undefined);
  });

  for (const [name, answer] of stuck) {
    it(`stops before the end, and marks nothing stale, after ${name} in the middle`, async () => {
      mirror.script = pagesOf(() => all);
      await mirror.sync();
      mirror.script = stuckAt(answer);
      const { complete, counts, state } = await mirror.sync({ full: true });
      assert.deepEqual([complete, counts.stale, state.stale], [false, 0, 0]);
      assert.ok(errorText(state).length > 10);
      assert.deepEqual(mirror.stored(), names);
      assert.equal(mirror.isActive('n0499'), true);
      mirror.script = pagesOf(() => all);
      const mended = await mirror.sync();
      assert.equal(mended.complete, true);
    });

    it(`stops a first run, which starts over next time, after ${name} in the middle`, async () => {
      mirror.script = stuckAt(answer);
      const { complete, state } = await mirror.sync();
      assert.deepEqual([complete, state.watermark, state.lastFull], [false, undefined, undefined]);
      mirror.script = pagesOf(() => all);
      assert.equal((await mirror.sync()).complete, true);
      assert.deepEqual(mirror.stored(), names);
    });
  }

  for (const error of [notFound, refused(400), refused(422)]) {
    for (const perTimestamp of [1, 7, 60]) {
      it(`completes if ${error.detail} ends every second cursor, with ${perTimestamp} objects per timestamp`, async () => {
        const list = items(500, perTimestamp);
        const pages = pagesOf(() => list);
        mirror.script = (requested, number) =>
          requested.next !== undefined && number % 2 === 0 ? error : pages(requested, number);
        const first = await mirror.sync();
        assert.deepEqual([first.complete, first.state.error], [true, undefined]);
        assert.deepEqual(mirror.stored(), names);
        assert.equal(first.state.watermark, list.at(-1)?.added);
        const again = await mirror.sync({ full: true });
        assert.deepEqual([again.complete, again.counts.stale], [true, 0]);
      });
    }
  }

  /** A server whose cursors work for a number of pages, and which may send fewer objects than requested. */
  const expiring = (list: readonly Item[], life: number, most: number): Script => {
    const pages = pagesOf(() => list);
    let cursors = 0;
    return (requested, number) => {
      cursors = requested.next === undefined ? 0 : cursors + 1;
      return cursors >= life ? refused(400) : pages({ ...requested, limit: Math.min(requested.limit, most) }, number);
    };
  };

  for (const [life, perTimestamp, most] of [
    [27, 1_000, 100],
    [60, 400, 7],
  ] as const) {
    it(`completes if cursors expire after ${life} pages of ${most}, with ${perTimestamp} objects per timestamp`, async () => {
      mirror.script = expiring(items(5_000, perTimestamp), life, most);
      const { complete, state } = await mirror.sync();
      assert.deepEqual([complete, state.error], [true, undefined]);
      assert.equal(mirror.stored().length, 5_000);
    });
  }

  it('reads on, and reports that objects may be missing, if no cursor lasts until the end of a timestamp', async () => {
    mirror.script = expiring(items(900, 300), 27, 7);
    const { complete, state } = await mirror.sync();
    assert.deepEqual([complete, state.error?.kind, state.watermark], [false, 'tooManyOfOneDate', undefined]);
    assert.equal(mirror.stored().length, 27 * 7 * 3);
  });

  it('stops if the same objects of one timestamp come again and again after a cursor expired', async () => {
    const list = items(500, 500);
    const pages = pagesOf(() => list);
    mirror.script = (requested, number) => {
      if (requested.next === '300') return refused(400);
      const from = Number(requested.next ?? '0') % 200;
      const answer = pages({ ...requested, next: from === 0 ? undefined : String(from) }, number) as Answer;
      return requested.addedAfter === undefined
        ? pages(requested, number)
        : { ...answer, more: true, next: String(from + 1_100) };
    };
    const { complete, state } = await mirror.sync();
    assert.deepEqual([complete, state.error?.kind], [false, 'endlessPages']);
  });

  it('marks removed objects stale if a cursor was lost and the run continued by date', async () => {
    mirror.script = pagesOf(() => all);
    await mirror.sync();
    const rest = all.filter((_, n) => n % 50 !== 3);
    const pages = pagesOf(() => rest);
    mirror.script = (requested, number) => (requested.next === '300' ? refused(400) : pages(requested, number));
    const { complete, counts } = await mirror.sync({ full: true });
    assert.deepEqual([complete, counts.stale], [true, 10]);
    assert.equal(mirror.isActive('n0003'), false);
  });

  it('keeps what was received if an announced page is 404, and continues there next time', async () => {
    const list = [...items(250)];
    const pages = pagesOf(() => list);
    const promising: Script = (requested, number) => {
      if (requested.next === 'past') return notFound;
      const answer = pages(requested, number) as Answer;
      if (answer.objects?.length === 0) return notFound;
      return answer.more === true ? answer : { ...answer, more: true, next: 'past' };
    };
    mirror.script = pages;
    list.push(...items(10, 1, 400));
    await mirror.sync();
    list.splice(250);
    mirror.script = promising;
    const first = await mirror.sync({ full: true });
    assert.deepEqual([first.complete, first.state.stale], [false, 0]);
    assert.match(errorText(first.state), /reported another page.*404/);
    assert.equal(first.state.watermark, list.at(-1)?.added);
    list.push(...items(130, 1, 250));
    const second = await mirror.sync();
    assert.deepEqual([second.full, second.counts.added], [false, 130]);
    assert.equal(second.state.watermark, list.at(-1)?.added);
  });

  it('reports the state of the collection if its first page is 404, and retires nothing', async () => {
    mirror.script = pagesOf(() => all);
    await mirror.sync();
    mirror.script = () => notFound;
    mirror.collection = { ok: false, error: notFound };
    for (const full of [false, true]) {
      const { complete, state } = await mirror.sync({ full });
      assert.deepEqual([complete, state.stale], [false, 0]);
      assert.equal(state.error?.kind, 'collectionNotFound');
    }
    mirror.collection = { ok: true, value: {} };
    const { complete, state } = await mirror.sync({ full: true });
    assert.deepEqual([complete, state.stale], [false, 0]);
    mirror.collection = { ok: false, error: { kind: 'serverError', detail: 'HTTP 500', status: 500 } };
    const failed = await mirror.sync();
    assert.equal(failed.complete, false);
    assert.match(errorText(failed.state), /HTTP 500/);
  });

  const outages: readonly (readonly [string, RequestError])[] = [
    ['404', notFound],
    ['HTTP 500', { kind: 'serverError', detail: 'HTTP 500', status: 500 }],
    ['a web page', html],
  ];
  for (const [name, error] of outages) {
    it(`stops an incremental run if ${name} follows a page, and 404 every later request`, async () => {
      const list = [...items(250)];
      mirror.script = pagesOf(() => list);
      const before = await mirror.sync();
      list.push(...items(300, 1, 250));
      const pages = pagesOf(() => list);
      // Pages whose dates lead nowhere: the chain restarts, and gets 404 at its start.
      mirror.script = (requested, number) => {
        if (number > 1) return number === 2 ? error : notFound;
        return { ...(pages(requested, number) as Answer), first: '2025-01-01T00:00:00.000Z' };
      };
      const { complete, state, full } = await mirror.sync();
      assert.deepEqual([complete, full], [false, false]);
      assert.equal(state.error?.kind, 'pageRefused');
      assert.deepEqual([state.watermark, state.lastSync], [before.state.watermark, before.state.lastSync]);
      mirror.script = pages;
      const mended = await mirror.sync();
      assert.deepEqual([mended.complete, mended.full, mirror.stored().length], [true, false, 550]);
    });
  }

  it('completes if an incremental run gets only 404, and the collection exists', async () => {
    mirror.script = pagesOf(() => all);
    await mirror.sync();
    mirror.script = () => notFound;
    const { complete, counts } = await mirror.sync();
    assert.deepEqual([complete, counts.stale], [true, 0]);
  });

  it('stops if a query by date returns nothing that was received before', async () => {
    mirror.script = pagesOf(() => all);
    await mirror.sync();
    const pages = pagesOf(() => all);
    mirror.script = (requested, number) => {
      if (requested.next === '200') return notFound;
      return requested.addedAfter === undefined ? pages(requested, number) : { more: false, objects: [] };
    };
    const { complete, state } = await mirror.sync({ full: true });
    assert.deepEqual([complete, state.stale], [false, 0]);
  });

  it('restarts if a cursor is lost and there are no dates', async () => {
    const pages = pagesOf(() => all);
    let lost = 2;
    mirror.script = (requested, number) => {
      if (requested.next === '300' && lost-- > 0) return refused(400);
      return undated(pages(requested, number));
    };
    const { complete } = await mirror.sync();
    assert.equal(complete, true);
    assert.deepEqual(mirror.stored(), names);
  });
});
