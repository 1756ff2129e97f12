import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TimestampReader } from '../../../../../src/core/triage/counting/timestamps';

const now = Date.UTC(2026, 4, 1, 12) / 1000;
/** Times of which most are close to each other, as in a log. */
const times = fc.oneof(
  fc.integer({ min: now - 100_000, max: now }),
  fc.integer({ min: now - 70, max: now }),
  fc.integer({ min: 400_000_000, max: 4_000_000_000 }),
);
const iso = (time: number): string => new Date(time * 1000).toISOString();
const clock = (time: number): string => iso(time).slice(11, 19);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = (time: number): string => months[new Date(time * 1000).getUTCMonth()] ?? '';

/** The day first, without zeros before it in every other minute. */
const dotted = (time: number): string => {
  const [year = '', month = '', day = ''] = iso(time).slice(0, 10).split('-');
  const numbers = time % 120 < 60 ? [day, month] : [Number(day), Number(month)];
  return `${numbers.join('.')}.${year} ${clock(time)}`;
};

/** As programs in the United States write it, by the language data of the engine. */
const american = (time: number): string => new Date(time * 1000).toLocaleString('en-US', { timeZone: 'UTC' });

const formats: readonly ((time: number, fraction: string) => string)[] = [
  (time) => iso(time),
  (time, fraction) => `${iso(time).slice(0, 19)}.${fraction}+05:30`,
  (time, fraction) => `${iso(time).slice(0, 19).replace('T', ' ')},${fraction} INFO`,
  (time) => `host [${iso(time).slice(0, 10)}T${clock(time)}] up`,
  (time) => iso(time).slice(0, 19),
  (time) =>
    `192.0.2.7 - - [${iso(time).slice(8, 10)}/${month(time)}/${iso(time).slice(0, 4)}:${clock(time)} +0100] "GET /"`,
  (time) => `<34>${month(time)} ${iso(time).slice(8, 10)} ${clock(time)} host`,
  (time, fraction) => `${time}.${fraction} 900 192.0.2.7`,
  (time, fraction) => `${time}${fraction}\tx`,
  (time) => `{"level": "info", "ts": ${time}, "x": 1}`,
  (time) => `${time}4711 is no time`,
  (time) => `${american(time)} 0C24 PACKET`,
  (time) => `${american(time).replace(',', '').replace('\u202f', ' ')} 0C24 PACKET`,
  (time) => `${dotted(time)} 0C24 PACKET`,
  (time, fraction) => `[${dotted(time)},${fraction}] up`,
];
const wrongClocks = fc.constantFrom('24:00:00', '12:60:00', '12:00:61', '12:00:60', '1x:00:00', '12-00:00');
const others = fc.oneof(
  wrongClocks.map((wrong) => `2026-05-01T${wrong}Z x`),
  fc.constantFrom('', 'no time', '2026-05-01', '1999999999.', '5000000000.5 x', '2026-05-01T12:00:00Z'),
);
const lines = fc.tuple(
  fc.nat(formats.length - 1),
  fc.array(fc.tuple(times, fc.nat(999), fc.nat(20)), { maxLength: 20 }),
);

describe('Times of lines', () => {
  it('are the same whatever the lines before have', () => {
    fc.assert(
      fc.property(lines, others, fc.boolean(), ([index, all], other, endsWithLine) => {
        const written = all.map(([time, fraction, kind]) => {
          if (kind === 0) return other;
          const format = formats[kind === 1 ? fraction % formats.length : index];
          return format?.(time, `${fraction}`.padStart(3, '0')) ?? '';
        });
        const text = `${written.join('\n')}${endsWithLine ? '\n' : ''}`;
        const reader = new TimestampReader(now);
        let start = 0;
        for (const line of written) {
          assert.equal(reader.readAt(text, start), new TimestampReader(now).read(line), line);
          start += line.length + 1;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('are in seconds since 1970', () => {
    const reader = new TimestampReader(now);
    for (const format of formats.slice(0, 1)) assert.equal(reader.read(format(now, '000')), now);
    assert.equal(reader.read(`${iso(now).slice(0, 19)}+05:30 x`), now - 5.5 * 3600);
    for (const format of formats.slice(-4)) assert.equal(reader.read(format(now, '000')), now);
    assert.equal(reader.read('31.4.2026 12:00:00 x'), undefined);
    for (const hour of [0, 1, 11, 12, 13, 23])
      assert.equal(reader.read(american(now + hour * 3600)), now + hour * 3600, american(now + hour * 3600));
    assert.equal(reader.read('31/12/2025 12:00:00 AM x'), Date.UTC(2025, 11, 31) / 1000);
    assert.equal(reader.read('12/31/2025 13:00:00 AM x'), undefined);
    assert.equal(reader.read('May  1 11:59:59 host'), now - 1);
    assert.equal(reader.read('May  1 11:59:58 host: until 02.05.2026 12:00:00'), now - 2);
    assert.equal(reader.read('May  9 12:00:00 host'), Date.UTC(2025, 4, 9, 12) / 1000);
    assert.equal(reader.read('5000000000.5 x'), undefined);
  });
});
