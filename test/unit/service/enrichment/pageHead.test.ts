import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPageHead } from '../../../../src/service/enrichment/host/pageHead';
import { decodeText } from '../../../../src/service/enrichment/host/page';

const metaOf = (html: string) => Object.fromEntries(readPageHead(html).meta);

describe('The head of a page', () => {
  it('is parsed as tolerantly as by browsers', () => {
    assert.equal(readPageHead('<TITLE >One\n two</TITLE><title>Three</title>').title, 'One two');
    assert.equal(readPageHead('<title>No end').title, 'No end');
    assert.equal(readPageHead('<!-- <title>a</title> --><title>b</title>').title, 'b');
    assert.equal(
      readPageHead('<script>"<title>a</title>"</script ><svg><title>s</title></svg><title>b</title>').title,
      'b',
    );
    assert.equal(readPageHead('a < b <title>c &lt;&#x41;&#66;&unknown;</title>').title, 'c <AB&unknown;');
    assert.equal(readPageHead('<title> </title>').title, undefined);
    assert.deepEqual(
      metaOf(
        `<meta name=a content=b><META content='it"s' NAME="C"/><meta property=og:x content="1>2"><meta charset=utf-8><meta name=e content="">`,
      ),
      { a: ['b'], C: ['it"s'], 'og:x': ['1>2'] },
    );
    assert.deepEqual(metaOf('<meta name=a content=1><meta name=a content=2>'), { a: ['1', '2'] });
  });

  it('contains the target of a refresh', () => {
    assert.equal(
      readPageHead('<meta http-equiv="REFRESH" content="5; URL = \'/a?b=1&amp;c=2\'">').refresh,
      '/a?b=1&c=2',
    );
    assert.equal(readPageHead('<meta http-equiv=refresh content=30>').refresh, undefined);
    assert.equal(readPageHead('<script><meta http-equiv=refresh content="0;url=/a"></script>').refresh, undefined);
  });

  it('is parsed in linear time', () => {
    const chunks = [
      '<',
      '<!--',
      '<title>',
      '<meta ',
      'name="',
      "a='",
      '=',
      '  ',
      '/',
      '>',
      '&#1;',
      '<script>',
      '</',
      'content',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...chunks), { maxLength: 200 }),
        (parts) => void readPageHead(parts.join('')),
      ),
    );
    for (const chunk of [...chunks, '<meta a="', '<a ', '<title', '< ', "<x y='"]) {
      readPageHead(chunk.repeat(Math.ceil((512 * 1024) / chunk.length)));
    }
  });

  it('is decoded in its own character set', () => {
    assert.equal(decodeText(Buffer.from([0xe9]), 'text/html; charset=ISO-8859-1'), 'é');
    assert.match(decodeText(Buffer.from('<meta charset="windows-1252">\xe9', 'latin1'), 'text/html'), /é$/);
    assert.equal(decodeText(Buffer.from('é'), 'text/html; charset=nonsense'), 'é');
  });
});
