import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators/index';
import { assertFound, assertNothingFound, findRaws } from './detect/findHelpers';

describe('Finding defanged indicators', () => {
  it('finds every spelling of the dot', () => {
    for (const dot of [
      '[.]',
      '(.)',
      '{.}',
      '<.>',
      '[dot]',
      '(dot)',
      '{dot}',
      '[DOT]',
      ' [.] ',
      ' (dot) ',
      '[.',
      '.]',
      '\\.',
      '[ . ]',
      '．',
    ]) {
      assertFound([[`sent to gate${dot}bad-site${dot}com today`, ['domain gate.bad-site.com']]]);
    }
  });

  it('finds spelled-out dots between names', () => {
    assertFound([
      ['write to gate dot bad-site dot com now', ['domain gate.bad-site.com']],
      ['the dot net runtime and a dot com boom', []],
    ]);
  });

  it('finds indicators that are defanged in one place only', () => {
    assertFound([
      ['a.b.bad-site[.]com', ['domain a.b.bad-site.com']],
      ['192.0.2[.]7, 198[.]51.100.9', ['ip 192.0.2.7', 'ip 198.51.100.9']],
      ['2001[:]db8[:]:1', ['ip 2001:db8::1']],
    ]);
  });

  it('returns their exact range', () => {
    assert.deepEqual(findRaws('see "gate[.]bad-site[.]com", (192[.]0[.]2[.]7).'), [
      'gate[.]bad-site[.]com',
      '192[.]0[.]2[.]7',
    ]);
    assert.deepEqual(findRaws('bad-site[.]com [.] And more'), ['bad-site[.]com']);
  });

  it('finds URLs with every spelling of the scheme', () => {
    for (const scheme of ['hxxp', 'hXXp', 'HXXP', 'h**p', 'hxtp', 'htxp', 'htp', 'htttp', 'meow', 'http']) {
      for (const separator of ['://', '[:]//', '[://]', ':[//]', '(:)//', ':\\/\\/']) {
        assertFound([[`at ${scheme}${separator}bad-site[.]com/a`, ['url http://bad-site.com/a']]]);
      }
    }
    assertFound([
      ['hxxps[:]//bad-site[.]com', ['url https://bad-site.com']],
      ['fxp://bad-site[.]com/pub', ['url ftp://bad-site.com/pub']],
      ['hxxp[s]://bad-site[.]com', ['url https://bad-site.com']],
    ]);
  });

  it('reads a host followed by a path as a URL', () => {
    assertFound([
      ['load bad-site[.]com/x.php.', ['url http://bad-site.com/x.php']],
      ['load 192[.]0[.]2[.]7:8080/a', ['url http://192.0.2.7:8080/a']],
      ['bad-site[.]com:443', ['domain bad-site.com']],
      ['bad-site[.]com/other-site[.]net', ['domain bad-site.com', 'domain other-site.net']],
      ['the network 192[.]0[.]2[.]0/24', []],
    ]);
  });

  it('finds the domain of a defanged email address', () => {
    for (const at of ['@', '[@]', '(at)', '[at]', ' (at) '])
      assertFound([[`jo.do${at}bad-site[.]com`, ['domain bad-site.com']]]);
  });

  it('finds them in code as well', () => {
    assertFound(
      [
        ['x = 1; // beacon to c2[.]bad-site[.]name', ['domain c2.bad-site.name']],
        ['foo(bad-site[.]com)', ['domain bad-site.com']],
      ],
      'typescript',
    );
  });

  it('reads a name with invisible characters as one name', () => {
    assertFound([['at bad\u200b-site.\u200bcom now', ['domain bad-site.com']]]);
    assert.equal(findIndicators('bad\u200b-site.com')[0]?.defanged, true);
  });

  it('marks them as defanged', () => {
    const flags = (text: string) => findIndicators(text).map(({ defanged }) => defanged);
    assert.deepEqual(flags('a-site.com b-site[.]com http://a-site.com hxxp://a-site.com http[:]//a-site.com'), [
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('requires a top-level domain in the root zone', () => {
    assertNothingFound([
      'a[.]notatld',
      'x[.]y[.]z',
      'regex [.] and (.) alone',
      'array[.5]',
      'a dot (.) in a name',
      'ends in a period [.] to',
    ]);
  });
});
