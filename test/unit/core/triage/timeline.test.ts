import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BlockTimes } from '../../../../src/core/triage/counting/blockTimes';
import {
  binStart,
  CommonBins,
  forEachBin,
  inBins,
  maxBins,
  mergeTimelines,
  shiftTimeline,
  type Timeline,
  TimelineCounter,
} from '../../../../src/core/triage/timeline';
import { TimestampReader } from '../../../../src/core/triage/counting/timestamps';

function counted(positions: readonly number[]): Timeline {
  const counter = new TimelineCounter();
  for (const at of positions) counter.add(at);
  return counter.plain();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const positions = fc.array(fc.nat(4_000_000_000), { minLength: 1, maxLength: 80 });

function commonBins(...timelines: readonly (Timeline | undefined)[]) {
  const common = new CommonBins();
  for (const timeline of timelines) {
    forEachBin(timeline, common.include);
    common.end();
  }
  return common.bins();
}

describe('The timeline of an indicator', () => {
  it('has few bins that contain every position, whatever the positions are', () => {
    fc.assert(
      fc.property(positions, (all) => {
        const { scale, first, counts } = counted(all);
        assert.ok(counts.length <= maxBins);
        for (const at of all) assert.ok((counts[Math.floor(at / 2 ** scale) - first] ?? 0) > 0);
        assert.equal(sum(counts), all.length);
      }),
    );
  });

  it('is the same, merged from two parts, as counted at once, where both have common bins', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const merged = mergeTimelines(counted(a), counted(b));
        const whole = counted([...a, ...b]);
        const bins = commonBins(merged, whole);
        assert.ok(merged && bins);
        assert.deepEqual(inBins(merged, bins), inBins(whole, bins));
        assert.deepEqual([merged.from, merged.to], [Math.min(...a, ...b), Math.max(...a, ...b)]);
      }),
    );
  });

  it('keeps every occurrence in common bins, in their order', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const bins = commonBins(counted(a), counted(b));
        assert.ok(bins !== undefined && bins.count <= maxBins);
        for (const all of [a, b]) {
          const pairs = inBins(counted(all), bins);
          const [indexes, counts] = [pairs.filter((_, at) => at % 2 === 0), pairs.filter((_, at) => at % 2 === 1)];
          assert.equal(sum(counts), all.length);
          assert.deepEqual(
            indexes,
            [...indexes].sort((x, y) => x - y),
          );
          for (const at of all) assert.ok(at >= binStart(bins, 0) && at < binStart(bins, bins.count));
        }
      }),
    );
  });

  it('moves behind an earlier text', () => {
    const { first, scale, counts, from, to } = shiftTimeline(counted([1, 2, 2]), 10);
    assert.deepEqual([first, scale, counts, from, to], [11, 0, [1, 2], 11, 12]);
  });
});

describe('The timestamp of a line', () => {
  const now = Date.UTC(2026, 0, 2) / 1000;
  const read = (head: string): string | undefined => {
    const seconds = new TimestampReader(now).read(head);
    return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 19);
  };

  it('is read in ISO 8601, Apache, syslog, and epoch format, with its time zone', () => {
    assert.equal(read('2025-03-04 10:14:03 10.20.4.31 GET'), '2025-03-04T10:14:03');
    assert.equal(read('2025-03-04T10:14:03.123+02:00 x'), '2025-03-04T08:14:03');
    assert.equal(read('2025/03/04 10:14:03 [error] 12#0'), '2025-03-04T10:14:03');
    assert.equal(read('{"level":"info","time":"2025-03-04T10:14:03Z"}'), '2025-03-04T10:14:03');
    assert.equal(read('127.0.0.1 - - [04/Mar/2025:10:14:03 -0130] "GET / HTTP/1.1"'), '2025-03-04T11:44:03');
    assert.equal(read('Jan  1 23:59:59 host sshd[1]: x'), '2026-01-01T23:59:59');
    assert.equal(read('<34>Dec 31 23:59:59 host su: x'), '2025-12-31T23:59:59');
    assert.equal(read('1741083243.123     45 10.0.0.1 TCP_MISS/200'), '2025-03-04T10:14:03');
    assert.equal(read('1741083243123 x'), '2025-03-04T10:14:03');
    assert.equal(read('{"ts":1741083243.5,"id":"x"}'), '2025-03-04T10:14:03');
  });

  it('is in UTC where it counts seconds since 1970', () => {
    const reader = new TimestampReader(now);
    for (const [head, zone] of [
      ['1741083243.123     45 10.0.0.1 TCP_MISS/200', 0],
      ['2025-03-04 10:14:03 x', undefined],
      ['2025-03-04 10:14:03 +0130 x', 5_400],
    ] as const) {
      reader.read(head);
      assert.equal(reader.zone, zone, head);
    }
  });

  it("isn't read from what is no time", () => {
    for (const head of ['', '10.0.0.7', '2025-13-04 10:14:03', '2025-02-30 10:14:03', '2025-03-04 25:00:00'])
      assert.equal(read(head), undefined, head);
    for (const head of ['0000-00-00 00:00:00', '12345678901234567890', 'Foo  4 10:14:03', '2025-03-04 10:14:03 +99:00'])
      assert.equal(read(head), undefined, head);
  });

  it('is the same however the line before starts', () => {
    const heads = [
      '2025-03-04 10:14:0',
      '2025-03-04T10:14:0',
      '04 Mar [04/Mar/2025:10:14:0',
      'Jan  1 23:59:0',
      '174108324',
    ];
    const line = fc
      .tuple(
        fc.constantFrom(...heads),
        fc.constantFrom('3', '4'),
        fc.constantFrom('', '', '.5', ',123', '.123', '123', '99', '.9.9', 'x'),
        fc.constantFrom('', ' ', 'Z', 'Zx', '+02:00', ' +0200', ' -01:30', ' -x', '+0', ' +02', '|', '"'),
        fc.constantFrom('', ' ', ' line', ' 7', 'Z', '+01:00', '0'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const reader = new TimestampReader(now);
        for (const { index, 0: own } of text.matchAll(/^.*$/gm))
          assert.equal(reader.readAt(text, index), new TimestampReader(now).read(own), own);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a number or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (head) => {
        const seconds = new TimestampReader(now).read(head);
        assert.ok(seconds === undefined || Number.isFinite(seconds));
      }),
    );
  });
});

describe('The times of lines', () => {
  function timesOf(text: string, from = 0): readonly number[] | undefined {
    const times = new BlockTimes(new TimestampReader(Date.UTC(2026, 0, 2) / 1000));
    times.use(text, from);
    if (times.isTimed !== true) return undefined;
    const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
    return starts.filter((start) => start >= from).map((start) => times.at(start));
  }
  const start = Date.UTC(2025, 2, 4, 10) / 1000;
  const log = Array.from(
    { length: 30 },
    (_, minute) => `${new Date((start + 60 * minute) * 1000).toISOString()} line`,
  ).join('\n');

  it('are their timestamps, wherever a part begins', () => {
    const expected = Array.from({ length: 30 }, (_, minute) => start + 60 * minute);
    for (let line = 0; line < 30; line++) {
      const from = log.split('\n').slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
      assert.deepEqual(timesOf(log, from), expected.slice(line));
    }
  });

  it('are the time of the line above for lines without a timestamp, also before the part', () => {
    const text = log.replace('\n', '\n    at stack trace\n');
    assert.deepEqual(timesOf(text)?.slice(0, 3), [start, start, start + 60]);
    assert.deepEqual(timesOf(text, text.indexOf('    at'))?.slice(0, 2), [start, start + 60]);
  });

  it("aren't known in a text without timestamps", () => {
    assert.equal(timesOf('a\nb\n2025-03-04 10:14:03\nd'), undefined);
  });
});
