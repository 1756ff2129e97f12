import assert from 'node:assert/strict';
import { loggedListUrl, loggedUrl } from '../../../../src/features/shared/text/loggedUrl';

describe('A request in the output channel', () => {
  it('contains nothing clickable', () => {
    assert.equal(
      loggedUrl('https://intel.example/p/api/indicator.php?indicator=login-update.example&historical=1'),
      'intel.example/p/api/indicator.php, indicator=login-update[.]example, historical=1',
    );
    assert.equal(
      loggedUrl('https://intel.example/api/indicator.php?indicator=http%3A%2F%2Fbad.example%2Fa'),
      'intel.example/api/indicator.php, indicator=hxxp://bad[.]example/a',
    );
  });

  it('is one line, whatever was requested', () => {
    const logged = loggedUrl('https://intel.example/api/explore.php?q=a%0A2025-01-01%20forged%E2%80%AE');
    assert.doesNotMatch(logged, /[\n\u202e]/);
    assert.match(logged, /forged/);
  });

  it('contains no key of a list', () => {
    const secret = 'SUPERSECRETTOKEN42';
    assert.equal(loggedListUrl(`http://127.0.0.1:8130/secret.txt?token=${secret}&x=1`), '127.0.0.1:8130/secret.txt?…');
    assert.equal(
      loggedListUrl('https://intel.example/data/9f86d081884c7d659a2feaa0c55ad015/valid.csv'),
      'intel.example/data/…/valid.csv',
    );
    assert.equal(loggedListUrl('https://intel.example/lists/team.txt'), 'intel.example/lists/team.txt');
  });
});
