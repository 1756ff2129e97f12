import assert from 'node:assert/strict';
import fc from 'fast-check';
import { secretInAddress } from '../../../../../src/core/lists/gallery/addressSecret';
import { galleryPresets } from '../../../../../src/core/lists/gallery';

describe('A key in the address of a list', () => {
  it('is found in a parameter with such a name, and replaced by a placeholder', () => {
    assert.deepEqual(secretInAddress('https://intel.example/recent.csv?format=csv&auth-key=a%2Bb12345&x=1'), {
      address: 'https://intel.example/recent.csv?format=csv&auth-key={key}&x=1',
      secret: 'a+b12345',
      name: 'auth-key',
    });
    for (const name of ['key', 'apikey', 'API_KEY', 'token', 'access_token', 'secret', 'password'])
      assert.equal(secretInAddress(`https://intel.example/a?${name}=1234567890`)?.name, name);
  });

  it('is found as a random part of the path', () => {
    assert.deepEqual(secretInAddress('https://intel.example/data/9f86d081884c7d659a2feaa0c55ad015/valid.csv'), {
      address: 'https://intel.example/data/{key}/valid.csv',
      secret: '9f86d081884c7d659a2feaa0c55ad015',
      name: '',
    });
  });

  it("isn't found in the addresses of public lists", () => {
    for (const address of [
      ...galleryPresets.flatMap((preset) => preset.addresses),
      'https://intel.example/lists/domains-of-the-last-30-days.txt?format=plain&limit=100000',
      'https://intel.example/a?key=',
      'https://intel.example/a?key={key}',
      'https://raw.githubusercontent.com/a/b/9f86d081884c7d659a2feaa0c55ad0154e5f1b2c/list.txt',
      'not an address',
    ])
      assert.equal(secretInAddress(address), undefined, address);
  });

  it('is no longer in the address that is stored', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-f0-9]{32}$/), fc.boolean(), (secret, inPath) => {
        const found = secretInAddress(`https://intel.example/${inPath ? `${secret}/a.txt` : `a.txt?token=${secret}`}`);
        assert.ok(found === undefined || (found.secret === secret && !found.address.includes(secret)));
        assert.ok(inPath || found !== undefined);
      }),
    );
  });
});
