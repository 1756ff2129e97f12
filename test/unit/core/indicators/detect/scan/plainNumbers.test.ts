import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlainNumbers } from '../../../../../../src/core/indicators/detect/scan/plainNumbers';
import { readHostToken } from '../../../../../../src/core/indicators/detect/scan/hostToken';
import { ipv4Number } from '../../../../../../src/core/indicators/identity/addresses';

const number = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 270 }).map(String) },
  fc.constantFrom('0', '00', '007', '255', '256', '1700000000', '9'.repeat(400)),
);
const texts = fc
  .tuple(
    fc.constantFrom('', ' ', '(', 'x', '.', '=', '\\'),
    fc.array(number, { minLength: 2, maxLength: 5 }),
    fc.constantFrom('', ' ', ':80', '/24', '.', '. ', '.]', 'x', '[.]1', '-2', '\u200b'),
  )
  .map(([before, numbers, after]) => ({ start: before.length, text: `${before}${numbers.join('.')}${after}` }));

describe('Numbers with full stops between them', () => {
  it('are read like all other names', () => {
    let addresses = 0;
    fc.assert(
      fc.property(texts, ({ text, start }) => {
        const plain = new PlainNumbers();
        if (!plain.read(text, start)) return;
        const token = readHostToken(text, start);
        assert.deepEqual({ end: plain.end, numeric: true }, { end: token.end, numeric: token.numeric });
        assert.equal(plain.address, ipv4Number(text.slice(start, plain.end)) ?? -1);
        if (plain.address !== -1) addresses++;
      }),
      { numRuns: 3_000 },
    );
    assert.ok(addresses > 50, `${addresses} addresses`);
  });
});
