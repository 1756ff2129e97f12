import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LargeFile } from '../../../../src/core/largeFiles/largeFile';
import {
  formatLogTime,
  readTimeInput,
  getTimeFormat,
  getTime,
  type TimeFormat,
} from '../../../../src/core/largeFiles/logTimes';
import { temporaryFolder } from './temporaryFolder';

const context = { lastWritten: Date.UTC(2024, 2, 5) };
const start = Date.UTC(2024, 2, 1, 9, 0, 0);

describe('The time of a line', () => {
  const lines: readonly (readonly [TimeFormat, string, string])[] = [
    ['iso', '2024-03-01T09:05:26Z INFO start', '2024-03-01T09:05:26.000Z'],
    ['iso', '2024-03-01 09:05:26,123 [main] start', '2024-03-01T09:05:26.123Z'],
    ['iso', '{"level":"info","time":"2024-03-01T09:05:26.5+01:00"}', '2024-03-01T08:05:26.500Z'],
    ['iso', '2024/03/01 09:05:26 [error] 12#12: message', '2024-03-01T09:05:26.000Z'],
    ['clf', '192.0.2.1 - - [01/Mar/2024:09:05:26 -0700] "GET / HTTP/1.1" 200 1', '2024-03-01T16:05:26.000Z'],
    ['ctime', '[Fri Mar 01 09:05:26.123456 2024] [core:error]', '2024-03-01T09:05:26.123Z'],
    ['syslog', 'Mar  1 09:05:26 host sshd[1]: message', '2024-03-01T09:05:26.000Z'],
    ['syslog', '<34>Dec 31 23:05:26 host su: message', '2023-12-31T23:05:26.000Z'],
    ['epoch', '1709283926.123    87 192.0.2.1 TCP_MISS/200 5120 GET http://a.test/', '2024-03-01T09:05:26.123Z'],
    ['dotted', '01.03.2024 09:05:26 0C24 PACKET  UDP Rcv 192.0.2.1', '2024-03-01T09:05:26.000Z'],
    ['dotted', '[1.3.2024 09:05:26,123] start', '2024-03-01T09:05:26.123Z'],
    ['epoch', '{"ts":1709283926123,"msg":"x"}', '2024-03-01T09:05:26.123Z'],
  ];
  for (const [format, line, wanted] of lines) {
    it(`is read from ${line.slice(0, 50)}`, () => {
      assert.equal(getTimeFormat([line], context), format);
      const found = getTime(line, format, context);
      assert.equal(found && new Date(found.at).toISOString(), wanted);
    });
  }

  it('is not read from other numbers', () => {
    const others = [
      'GET /a/2024/b',
      '10.0.0.1 99/Mar/2024:09:05:26',
      'Foo 1 09:05:26',
      '5120 1234 20240301',
      '2024-13-01 09:00',
    ];
    assert.equal(getTimeFormat(others, context), undefined);
  });

  it('is entered as in a log, as a date, or as a time of that day', () => {
    const input = { ...context, zone: -420, near: Date.UTC(2024, 2, 2, 20) };
    const read = (text: string): string | undefined => {
      const at = readTimeInput(text, input);
      return at === undefined ? undefined : new Date(at).toISOString();
    };
    assert.equal(read('2024-03-01 09:05'), '2024-03-01T16:05:00.000Z');
    assert.equal(read('01/Mar/2024:09:05:26 +0000'), '2024-03-01T09:05:26.000Z');
    assert.equal(read('1.3.2024 09:05:26'), '2024-03-01T16:05:26.000Z');
    assert.equal(read('2024-03-01'), '2024-03-01T07:00:00.000Z');
    assert.equal(read('9:05:26'), '2024-03-02T16:05:26.000Z');
    assert.equal(read('yesterday'), undefined);
    assert.equal(formatLogTime(Date.UTC(2024, 2, 1, 16, 5), -420), '2024-03-01 09:05:00');
  });
});

describe('A time in a large log', () => {
  const folder = temporaryFolder();
  const open = async (name: string, text: string): Promise<LargeFile> => {
    const path = join(folder(), name);
    writeFileSync(path, text);
    utimesSync(path, context.lastWritten / 1000, context.lastWritten / 1000);
    return LargeFile.open(path, { bytes: 1024 * 1024, search: 1024 });
  };
  const stamp = (n: number): string => new Date(start + n * 1000).toISOString();

  it('is found by binary search, at the first line at or after it', async () => {
    const count = 60_000;
    // Stack traces have no times.
    const trace = '    at Object.run (main.js:1:1)\n'.repeat(3);
    const text = Array.from(
      { length: count },
      (_, n) => `${stamp(n - (n % 2))} line ${n}\n${n % 7 === 0 ? trace : ''}`,
    ).join('');
    const file = await open('iso.log', text);
    const times = await file.times();
    assert.ok(times);
    assert.deepEqual([times.format, times.isOrdered, times.first], ['iso', true, start]);
    for (const n of [0, 2, 12_346, 30_000, count - 2]) {
      const found = await file.locateTime(times, start + n * 1000);
      assert.ok(found);
      const { section, line } = found.position;
      const shown = (await file.sectionBytes(await file.section(section))).toString().split('\n')[line];
      assert.equal(shown, `${stamp(n)} line ${n}`);
    }
    const between = await file.locateTime(times, start + 12_345 * 1000);
    assert.equal(between?.at, start + 12_346 * 1000);
    assert.equal(await file.locateTime(times, start + count * 1000), undefined);
    assert.deepEqual((await file.locateTime(times, start - 1000))?.position, { section: 0, line: 0, column: 0 });
  });

  it('is found in UTF-16', async () => {
    const path = join(folder(), 'wide.log');
    writeFileSync(
      path,
      Buffer.from(`\ufeff${Array.from({ length: 5_000 }, (_, n) => `${stamp(n)} line ${n}\r\n`).join('')}`, 'utf16le'),
    );
    const file = await LargeFile.open(path);
    const times = await file.times();
    assert.ok(times);
    assert.deepEqual((await file.locateTime(times, start + 4_321_000))?.position, {
      section: 0,
      line: 4_321,
      column: 0,
    });
  });

  it('is not searched in logs without times, and logs that are out of order are recognized', async () => {
    assert.equal(await (await open('none.log', 'no time here\n'.repeat(100))).times(), undefined);
    assert.equal(await (await open('empty.log', '')).times(), undefined);
    const mixed = Array.from({ length: 20_000 }, (_, n) => `${stamp((n * 7919) % 20_000)} line\n`).join('');
    assert.equal((await (await open('mixed.log', mixed)).times())?.isOrdered, false);
  });
});
