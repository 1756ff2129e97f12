import assert from 'node:assert/strict';
import { relativeDates, readDate } from '../../../../src/core/explore';

describe('readDate', () => {
  const now = Date.UTC(2025, 4, 20, 12, 30);
  const since = (text: string): string | undefined => {
    const read = readDate(text, now);
    return read?.kind === 'since' ? new Date(read.at).toISOString() : undefined;
  };

  it('reads a date as that time or later, in UTC', () => {
    assert.equal(since('2025'), '2025-01-01T00:00:00.000Z');
    assert.equal(since('2025-03'), '2025-03-01T00:00:00.000Z');
    assert.equal(since('2025-03-04'), '2025-03-04T00:00:00.000Z');
    assert.equal(since('2025-03-04 10:14:03'), '2025-03-04T10:14:03.000Z');
    assert.equal(since('2025-03-04T10:14:03Z'), '2025-03-04T10:14:03.000Z');
  });

  it('reads time spans before now', () => {
    assert.equal(since('24h'), '2025-05-19T12:30:00.000Z');
    assert.equal(since('7D'), '2025-05-13T12:30:00.000Z');
    assert.equal(since('2weeks'), '2025-05-06T12:30:00.000Z');
    assert.equal(since('week'), since('7d'));
    assert.equal(since('today'), '2025-05-20T00:00:00.000Z');
    assert.equal(since('yesterday'), '2025-05-19T00:00:00.000Z');
    for (const { value } of relativeDates) assert.ok(since(value) !== undefined, value);
  });

  it('reads patterns of a timestamp', () => {
    assert.deepEqual(readDate('2025-03-*', now), { kind: 'like', pattern: '2025-03-*' });
    assert.deepEqual(readDate('2025-03-04T1*', now), { kind: 'like', pattern: '2025-03-04 1*' });
  });

  it('rejects everything else', () => {
    for (const text of ['', 'soon', 'd', '04.03.2025', '2025-13-01', '2025-02-31', '2025/03/04', 'ma*', 'constructor'])
      assert.equal(readDate(text, now), undefined, text);
  });
});
