import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Triaged } from '../../../../src/core/triage/assess';
import { lookupChoices } from '../../../../src/features/triage/panel/confirmLookup';

const row = (type: Indicator['type'], value: string, lines = 1): Triaged => ({
  indicator: { type, value },
  reserved: false,
  lines,
  files: 1,
  locations: [],
  status: 'notLookedUp',
  known: [],
});
const whole = ({ value }: Indicator): string => value;

describe('What a lookup of a triage would send', () => {
  it('has each value once, for all of its rows, and the most frequent first', () => {
    const rows = [
      row('domain', 'lookups-test-1.com', 4),
      row('url', 'http://lookups-test-2.com/?a', 3),
      row('url', 'http://lookups-test-2.com/?b', 2),
    ];
    const choices = lookupChoices(rows, ({ value }) => value.replace(/\?.*/, ''));
    assert.deepEqual(
      choices.map(({ sent, rows: its, lines }) => [sent, its.length, lines]),
      [
        ['http://lookups-test-2.com/', 2, 5],
        ['lookups-test-1.com', 1, 4],
      ],
    );
  });

  it('recognizes hosts that are popular or that every machine contacts, but not those where anyone can publish', () => {
    const isCommon = (type: Indicator['type'], value: string): boolean =>
      lookupChoices([row(type, value)], whole)[0]?.commonHost !== undefined;
    assert.equal(isCommon('domain', 'www.google.com'), true);
    assert.equal(isCommon('ip', '8.8.8.8'), true);
    assert.equal(isCommon('url', 'https://www.google.com/search?q=a'), true);
    assert.equal(isCommon('url', 'https://raw.githubusercontent.com/a/b'), false);
    assert.equal(isCommon('domain', 'bit.ly'), false);
    assert.equal(isCommon('domain', 'lookups-test-1.com'), false);
  });
});
