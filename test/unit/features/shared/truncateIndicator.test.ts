import assert from 'node:assert/strict';
import fc from 'fast-check';
import { truncateIndicator } from '../../../../src/features/shared/text/truncateIndicator';

describe('A truncated indicator', () => {
  for (const [name, value, max, expected] of [
    ['leaves a short one as it is', 'login-update[.]example', 60, 'login-update[.]example'],
    ['keeps the end of a host, which says whose it is', `${'a'.repeat(60)}.bank[.]example`, 20, '…aaaa.bank[.]example'],
    [
      'keeps the host of a URL',
      `hxxps://login-update[.]example/${'p'.repeat(60)}`,
      48,
      `hxxps://login-update[.]example/${'p'.repeat(11)}…ppppp`,
    ],
    [
      "keeps the end of a URL's long host",
      `hxxps://${'s'.repeat(60)}.bank[.]example/x`,
      30,
      `hxxps://…ssss.bank[.]example/x`,
    ],
  ] as const) {
    it(name, () => {
      const cut = truncateIndicator(value, max);
      assert.equal(cut, expected);
    });
  }

  it('is never longer than requested', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'hxxps://', 'http[:]//', 'ftp://'),
        fc.string({ maxLength: 90 }),
        fc.string({ maxLength: 90 }),
        fc.integer({ min: 30, max: 100 }),
        (scheme, host, path, max) => assert.ok(truncateIndicator(`${scheme}${host}/${path}`, max).length <= max),
      ),
    );
  });
});
