import assert from 'node:assert/strict';
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatNumber,
  formatPercent,
  formatRelative,
  formatSize,
  formatTimeAhead,
  formatUtc,
  setLocale,
} from '../../../src/l10n';

const now = Date.UTC(2026, 0, 1, 12);
const minute = 60_000;
const day = 86_400_000;

/** Whatever kind of space a format writes. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('Formatting', () => {
  beforeEach(() => setLocale({ language: 'en', timeZone: 'UTC' }));
  after(() => setLocale({ language: 'en' }));

  it('formats numbers, percentages, and sizes', () => {
    assert.deepEqual([1204, 0.5].map(formatNumber), ['1,204', '0.5']);
    assert.equal(formatPercent(0.4), '40%');
    assert.deepEqual([0, 812, 3_400_000, 5e15].map(formatSize), ['0 bytes', '812 bytes', '3.2 MB', '4,547 TB']);
  });

  it('formats durations and ages in the largest sufficient unit', () => {
    assert.deepEqual([0, 40_000, 5 * minute, 3 * day, 100 * day, 800 * day].map(formatDuration), [
      '1 second',
      '40 seconds',
      '5 minutes',
      '3 days',
      '3 months',
      '2 years',
    ]);
    assert.deepEqual(
      [now, now - 5 * minute, now - 3 * day, now + 3 * day].map((at) => formatAge(at, now)),
      ['just now', '5 minutes ago', '3 days ago', 'January 4, 2026'],
    );
  });

  it('rounds to the nearest amount of each unit', () => {
    const short = 5_000;
    const spans = [
      2 * minute - short,
      90 * minute - short,
      48 * 60 * minute - short,
      14 * day - short,
      59 * day,
      60 * day - short,
      76 * day,
      77 * day,
      729 * day,
      365.25 * 2.6 * day,
    ];
    assert.deepEqual(spans.map(formatDuration), [
      '2 minutes',
      '1 hour',
      '2 days',
      '14 days',
      '59 days',
      '2 months',
      '2 months',
      '3 months',
      '2 years',
      '3 years',
    ]);
    assert.equal(formatAge(now - 14 * day + short, now), '14 days ago');
    assert.equal(formatRelative(now + 365 * day, now), 'in 12 months');
  });

  it('formats a future time with the time of day, and with the date on another day', () => {
    assert.equal(plain(formatTimeAhead(now + 40_000, now)), 'in 40 seconds');
    assert.equal(plain(formatTimeAhead(now + 5 * minute, now)), 'in 5 minutes (12:05 PM)');
    assert.equal(plain(formatTimeAhead(now + 3 * day, now)), 'in 3 days (Jan 4, 2026, 12:00 PM)');
  });

  it('formats dates by language, and exact times the same in every language', () => {
    assert.equal(formatDate(now), 'January 1, 2026');
    assert.equal(plain(formatDateTime(now)), 'Jan 1, 2026, 12:00 PM');
    assert.equal(formatUtc(now), '2026-01-01 12:00:00 UTC');
    for (const format of [formatDate, formatDateTime, formatUtc]) {
      assert.deepEqual([Number.NaN, 9e15, Infinity].map(format), ['Invalid date', 'Invalid date', 'Invalid date']);
    }
  });

  it('formats everything in the display language', () => {
    setLocale({ language: 'de', timeZone: 'UTC' });
    assert.deepEqual(
      [formatNumber(1204.5), formatDuration(3 * day), formatAge(now - 3 * day, now), formatList(['a', 'b', 'c'])],
      ['1.204,5', '3 Tage', 'vor 3 Tagen', 'a, b und c'],
    );
    assert.equal(formatDate(now), '1. Januar 2026');
  });

  it("falls back to English for a language that Intl doesn't support", () => {
    for (const language of ['qps-ploc', 'no language']) {
      setLocale({ language });
      assert.equal(formatNumber(1204.5), '1,204.5');
    }
  });
});
