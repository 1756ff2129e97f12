import assert from 'node:assert/strict';
import { bundleTranslate, interleave, plural, setLocale, t } from '../../../src/l10n';

const scans = { one: '{0} scan of {1}', other: '{0} scans of {1}' };

describe('Messages', () => {
  afterEach(() => setLocale({ language: 'en' }));

  it('are English without a bundle', () => {
    assert.equal(t('Remove {0}?', 'x'), 'Remove x?');
    assert.equal(plural(1, scans, 'x'), '1 scan of x');
    assert.equal(plural(0, scans, 'x'), '0 scans of x');
  });

  it('come from the bundle, with placeholders in its order', () => {
    setLocale({ language: 'de', translate: bundleTranslate({ '{0} of {1}': 'Von {1}: {0}', empty: '', odd: 5 }) });
    assert.equal(t('{0} of {1}', 1204, 'x'), 'Von x: 1.204');
    assert.deepEqual([t('empty'), t('odd')], ['empty', 'odd']);
  });

  it('use the plural category of the language', () => {
    const bundle = { '{0} scans of {1}/one': '{0} skan {1}', '{0} scans of {1}/few': '{0} skany {1}' };
    setLocale({
      language: 'pl',
      translate: bundleTranslate({ ...bundle, '{0} scans of {1}/other': '{0} skanów {1}' }),
    });
    assert.deepEqual(
      [1, 3, 5].map((count) => plural(count, scans, 'x')),
      ['1 skan x', '3 skany x', '5 skanów x'],
    );
  });

  it('fall back to the English forms of a count', () => {
    setLocale({ language: 'de', translate: bundleTranslate({}) });
    assert.equal(plural(1, scans, 'x'), '1 scan of x');
  });

  it("don't replace placeholders inside an argument", () => {
    assert.equal(t('{0} {1}', '{1}', 'x'), '{1} x');
    assert.equal(t('{0} {7}', 'x'), 'x {7}');
  });

  it('can contain arguments other than text', () => {
    assert.deepEqual(interleave('Ignored by {0}.', { icon: 'x' }), ['Ignored by ', { icon: 'x' }, '.']);
  });
});
