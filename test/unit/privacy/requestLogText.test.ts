import assert from 'node:assert/strict';
import { defang, findIndicators } from '../../../src/core/indicators';
import type { RequestLogEntry } from '../../../src/core/lookups/types';
import { mergeEntries, requestLogText } from '../../../src/features/privacy/requestLogText';

const tools = { defang, findIndicators };

function entry(changes: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    id: '1',
    at: Date.UTC(2025, 2, 4, 9, 5, 26),
    to: 'https://lookups-test-1.com/p',
    what: ['lookups-test-2.com'],
    why: 'hover',
    outcome: 'answered',
    ...changes,
  };
}

describe('The text of the request log', () => {
  it('shows a query whole, its indicators defanged', () => {
    const what = ['ioc=lookups-test-2.com or threat="Example Kit"'];
    assert.match(
      requestLogText([entry({ why: 'query', what })], tools),
      /query {2,}answered {2,}ioc=lookups-test-2\[\.\]com or threat="Example Kit"/,
    );
  });

  it('shows the time in UTC, destination, reason, result, and the defanged values', () => {
    const line =
      requestLogText([entry()], tools)
        .split('\n')
        .find((text) => text.startsWith('2025')) ?? '';
    assert.deepEqual(line.split(/ {2,}/), [
      '2025-03-04 09:05:26',
      'lookups-test-1.com/p',
      'hover',
      'answered',
      'lookups-test-2[.]com',
    ]);
  });

  it('lists the values of one request below each other', () => {
    const text = requestLogText([entry({ what: ['lookups-test-2.com', 'lookups-test-3.com'] })], tools);
    const [, second = ''] = text.split('\n').slice(-3);
    assert.equal(second.trim(), 'lookups-test-3[.]com');
  });

  it('contains nothing clickable', () => {
    const text = requestLogText([entry({ what: ['https://lookups-test-2.com/a'] })], tools);
    assert.doesNotMatch(text, /https?:\/\//);
  });

  it('marks pending requests and unencrypted services', () => {
    const text = requestLogText([entry({ outcome: 'pending', to: 'http://127.0.0.1:80' })], tools);
    assert.match(text, /pending/);
  });

  it('labels results', () => {
    const what = ['lookups-test-2.com', 'lookups-test-3.com'];
    for (const [changes, label] of [
      [{ outcome: 'rateLimited', notSent: true }, 'not sent: rate limit reached'],
      [{ outcome: 'badBaseUrl' }, 'not sent: invalid base URL'],
      [{ outcome: 'answered', known: 1, what }, '1 of 2 known'],
      [{ outcome: 'answered', requests: 3 }, 'answered, 3 requests'],
      [{ outcome: 'canceled', requests: 1 }, 'canceled, 1 request'],
      [{ outcome: 'keyRequired' }, 'API key required'],
    ] as const) {
      assert.ok(requestLogText([entry(changes)], tools).includes(`  ${label}  `), label);
    }
  });

  it('names what was requested', () => {
    for (const [value, subject, label] of [
      ['lookups-test-2.com', { kind: 'indicator', part: 'links', page: 2 }, 'lookups-test-2[.]com, links, page 2'],
      ['12', { kind: 'indicator', isId: true }, 'indicator 12'],
      ['Example Kit', { kind: 'threat', part: 'summary' }, 'threat “Example Kit”, summary'],
      ['5', { kind: 'feed', isId: true, part: 'links' }, 'feed 5, links'],
      ['One', { kind: 'collection', collection: '91a7' }, 'collection “One” (91a7)'],
      ['Bad names', { kind: 'list' }, 'list “Bad names”'],
    ] as const) {
      assert.ok(requestLogText([entry({ what: [value], subject })], tools).includes(`  ${label}\n`), label);
    }
  });

  it('keeps untrusted text on its line', () => {
    const text = requestLogText([entry({ what: ['lookups-test-2.com/\n2025 forged \u202e'] })], tools);
    assert.equal(text.split('\n').filter((line) => line.startsWith('2025')).length, 1);
    assert.ok(text.includes('[U+202E]'));
  });

  it('notes that no requests were sent', () => {
    assert.match(requestLogText([], tools), /No requests were sent\./);
  });

  it("merges entries of other windows with this window's own, newest first, without duplicates", () => {
    const own = [entry({ id: 'b', at: 2, outcome: 'answered' })];
    const stored = [
      entry({ id: 'c', at: 3 }),
      entry({ id: 'b', at: 2, outcome: 'pending' }),
      entry({ id: 'a', at: 1 }),
    ];
    const merged = mergeEntries(own, stored);
    assert.deepEqual(
      merged.map(({ id, outcome }) => [id, outcome]),
      [
        ['c', 'answered'],
        ['b', 'answered'],
        ['a', 'answered'],
      ],
    );
  });
});
