import assert from 'node:assert/strict';
import { parseIndicator } from '../../../../src/core/indicators/detect/parseIndicator';
import { notIndicatorMessage } from '../../../../src/features/shared/indicators/unsupportedInput';

describe('Input that isn’t an indicator', () => {
  it('is rejected with the reason and what to enter', () => {
    const rejected: readonly (readonly [RegExp, ...string[]])[] = [
      [/^File hashes aren't supported\. Enter/, 'd41d8cd98f00b204e9800998ecf8427e'],
      [/^Networks aren't supported\. Enter a single IP/, '10.0.0.0/8', ' 203[.]0[.]113[.]0/24', '2001:db8::/32'],
      [/^CVEs aren't indicators\. Use “Open Record/, 'CVE-2024-3094'],
      [/^Enter a name with a public top-level domain/, 'srv-dc01', 'dc01.corp', 'http://intranet/x', 'host:8080'],
      [/^Enter a name with a public top-level domain/, 'setup.exe'],
      [/^Enter a valid domain/, 'two words', 'someone@lookups-test-1.com', '1.2.3', 'https://'],
    ];
    for (const [message, ...texts] of rejected) {
      for (const text of texts) {
        assert.equal(parseIndicator(text), undefined, text);
        assert.match(notIndicatorMessage(text), message, text);
      }
    }
  });
});
