import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isMissingTimestamp, parseTimestamp } from '../../../../src/core/records/timestamp';

describe('Timestamp', () => {
  const before = process.env['TZ'];
  after(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  for (const zone of ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Asia/Kathmandu']) {
    it(`is UTC on a machine in ${zone}`, () => {
      process.env['TZ'] = zone;
      if (zone !== 'UTC') assert.notEqual(new Date(0).getTimezoneOffset(), 0, 'the zone is not in force');
      assert.equal(parseTimestamp('2024-03-10 02:30:00'), Date.UTC(2024, 2, 10, 2, 30));
      assert.equal(parseTimestamp('2019-11-10 9:05:26'), Date.UTC(2019, 10, 10, 9, 5, 26));
      assert.equal(parseTimestamp('2024-03-10'), Date.UTC(2024, 2, 10));
      assert.equal(parseTimestamp('2024-03-10T02:30:00.125Z'), Date.UTC(2024, 2, 10, 2, 30, 0, 125));
      assert.equal(parseTimestamp('2024-03-10T02:30:00+05:45'), Date.UTC(2024, 2, 9, 20, 45));
    });
  }

  it('is read to the second in every format of services', () => {
    const instant = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(instant, (seconds) => {
        const iso = new Date(seconds * 1_000).toISOString();
        assert.equal(parseTimestamp(iso), seconds * 1_000);
        assert.equal(parseTimestamp(iso.replace('T', ' ').replace('.000Z', '')), seconds * 1_000);
      }),
    );
  });

  for (const text of [
    '',
    'yesterday',
    '2024-02-31 00:00:00',
    '2024-13-01',
    '2024-01-01 25:00:00',
    '0000-00-00 00:00:00',
  ]) {
    it(`rejects “${text}”`, () => assert.equal(parseTimestamp(text), undefined));
  }

  it('means no date as zeros or as a word', () => {
    for (const text of ['0000-00-00 00:00:00', '', '0', 'null', 'Never']) assert.ok(isMissingTimestamp(text), text);
    for (const text of ['2024-01-01', 'soon']) assert.ok(!isMissingTimestamp(text), text);
  });
});
