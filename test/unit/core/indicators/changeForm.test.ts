import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findIndicators, inForm, partsFilter, replaceIn } from '../../../../src/core/indicators/index';
import type { IndicatorForm } from '../../../../src/core/indicators/identity/changeForm';

function changed(text: string, form: IndicatorForm, parts = [{ start: 0, end: text.length }]): string {
  const isWithin = partsFilter(parts);
  const replacements = findIndicators(text).flatMap((occurrence) => {
    const replaced = isWithin(occurrence) ? inForm(occurrence, form) : undefined;
    return replaced === undefined ? [] : [{ start: occurrence.start, end: occurrence.end, text: replaced }];
  });
  return replaceIn(text, replacements);
}

const values = (text: string): string[] => findIndicators(text).map(({ type, value }) => `${type} ${value}`);

describe('Defanging the indicators of a text', () => {
  it('changes the hosts and schemes of indicators, and nothing else', () => {
    assert.equal(
      changed('Version 1.2.3: GET http://A-Site.com/a.b?x=c-site.net from 192.0.2.7, see notes.txt.', 'defanged'),
      'Version 1.2.3: GET hxxp://A-Site[.]com/a.b?x=c-site.net from 192[.]0[.]2[.]7, see notes.txt.',
    );
    assert.equal(changed('mail ann@a-site.com; 2001:db8::1', 'defanged'), 'mail ann@a-site[.]com; 2001[:]db8[:][:]1');
  });

  it('gives those that are defanged in other ways the same style', () => {
    assert.equal(
      changed(
        'hxxps[:]//a-site(dot)com/x and b-site[.]net, c-site(.)org, d-site[dot]com, meow://e-site{.}net:8080',
        'defanged',
      ),
      'hxxps://a-site[.]com/x and b-site[.]net, c-site[.]org, d-site[.]com, hxxp://e-site[.]net:8080',
    );
    assert.equal(
      changed('hxxp://a-site.com/x, http://b-site[.]net, c[.]c-site.net', 'defanged'),
      'hxxp://a-site[.]com/x, hxxp://b-site[.]net, c[.]c-site[.]net',
    );
  });
});

describe('Refanging the indicators of a text', () => {
  it('reverses every spelling, and changes no other brackets', () => {
    assert.equal(
      changed(
        'See [1]: hxxps[:]//a-site[.]com/x[.]php, b-site(dot)net, 192[.]0[.]2[.]7 (see [2]) and c-site.org',
        'refanged',
      ),
      'See [1]: https://a-site.com/x.php, b-site.net, 192.0.2.7 (see [2]) and c-site.org',
    );
  });
});

describe('A part of a text', () => {
  it('contains an indicator as a whole if it contains any of its characters', () => {
    const text = 'a-site.com b-site.net c-site.org';
    assert.equal(changed(text, 'defanged', [{ start: 9, end: 12 }]), 'a-site[.]com b-site[.]net c-site.org');
    assert.equal(changed(text, 'defanged', [{ start: 10, end: 11 }]), text);
    const both = [
      { start: 30, end: 31 },
      { start: 0, end: 1 },
      { start: 10, end: 11 },
    ];
    assert.equal(changed(text, 'defanged', both), 'a-site[.]com b-site.net c-site[.]org');
  });
});

describe('A text of indicators', () => {
  const part = fc.constantFrom(
    ...['a-site.com', 'b[.]c-site[.]net', '192.0.2.1', '198[.]51[.]100[.]7', '2001:db8::1', 'hxxp://d-site.org/a.b'],
    ...['http://a-site.com/x?y=b-site.net', 'hxxps[:]//d-site[.]org', 'ftp://e-site(dot)com:21/', 'word', '1.2.3', '—'],
  );
  const texts = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(' '));

  it('has the same indicators in both forms, and changing the form again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const form of ['defanged', 'refanged'] as const) {
          const once = changed(text, form);
          assert.deepEqual(values(once), values(text));
          assert.equal(changed(once, form), once);
        }
        assert.equal(changed(changed(text, 'defanged'), 'refanged'), changed(text, 'refanged'));
      }),
      { numRuns: 500 },
    );
  });
});
