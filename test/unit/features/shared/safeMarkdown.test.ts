import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandAddress, escapeMarkdown, toMarkdown } from '../../../../src/features/shared/text/safeMarkdown';
import { truncateMiddle, truncateText, visibleText } from '../../../../src/core/text/visibleText';

/** Decodes numeric entities like a browser. */
function decoded(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));
}

function wellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

describe('Untrusted text in Markdown', () => {
  it('has all Markdown, HTML, and icon syntax escaped, and reads the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeMarkdown(text);
        const bare = escaped.replace(/&#\d+;/g, '');
        assert.match(bare, /^[\p{L}\p{N}\p{M} \u00a0-\u{10ffff}]*$/u);
        assert.equal(decoded(escaped), visibleText(text).replace(/\s+/g, ' '));
      }),
    );
  });

  for (const hostile of [
    '[a](command:evil)',
    '`code`',
    '| a | b |',
    '<script>',
    '$(flame)',
    '&lt;b&gt;',
    'a\n\n# b',
    '\\*',
  ]) {
    it(`shows ${JSON.stringify(hostile)} literally`, () => {
      const escaped = escapeMarkdown(hostile);
      assert.doesNotMatch(escaped.replace(/&#\d+;/g, ''), /[[\]()`|<>$&#\\*\n]/);
    });
  }

  it('keeps short links on one line, and breaks lines between them', () => {
    const link = (label: string) =>
      ({ kind: 'link', label, title: '', command: { id: 'threatLookups.import', args: [] } }) as const;
    const { value } = toMarkdown([[link('Look Up Again'), { kind: 'gap' }, link('Copy')]]);
    assert.equal(value.replaceAll(/\(.*?\)/g, ''), '[Look&nbsp;Up&nbsp;Again]&nbsp;&nbsp; [Copy]');
    assert.match(toMarkdown([[link('a '.repeat(20))]]).value, /a a a/);
  });

  it('shows invisible characters by name', () => {
    assert.equal(visibleText('a\u202eb\u200bc\u0000d'), 'a[U+202E]b[U+200B]c[U+0000]d');
    assert.equal(visibleText('a\r\nb\tc'), 'a b c');
    assert.equal(visibleText('a\r\nb\u0007', { keepLines: true }), 'a\nb[U+0007]');
  });

  it('is truncated between characters', () => {
    assert.equal(truncateText('abcdef', 4), 'abc…');
    assert.equal(truncateText('ab\u{1f525}cd', 4), 'ab…');
    assert.equal(truncateMiddle('0123456789', 7), '01234…9');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 20 }), (text, max) => {
        assert.ok(truncateMiddle(text, max).length <= max && wellFormed(truncateMiddle(text, max)));
        assert.ok(truncateText(text, max).length <= max && wellFormed(truncateText(text, max)));
      }),
    );
  });
});

describe('Markdown of a hover', () => {
  it('trusts only the commands it uses', () => {
    const { commands, value } = toMarkdown([
      [
        { kind: 'link', label: 'A', title: 't', command: { id: 'threatLookups.connect', args: [] } },
        { kind: 'text', text: '[x](command:threatLookups.setKey)' },
      ],
    ]);
    assert.deepEqual(commands, ['threatLookups.connect']);
    assert.equal(value.match(/\]\(command:/g)?.length, 1);
  });

  it("passes complete arguments in a URI that Markdown can't end", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const address = commandAddress({ id: 'threatLookups.openRecord', args: [{ type: 'domain', value }] });
        const [head = '', json = ''] = address.split('?');
        assert.equal(head, 'command:threatLookups.openRecord');
        assert.match(json, /^[A-Za-z0-9%.-]*$/);
        assert.deepEqual(JSON.parse(decodeURIComponent(json)), [{ type: 'domain', value }]);
      }),
    );
  });

  it('passes percent signs through VS Code, which decodes the arguments of a URI twice', () => {
    const value = 'https://lookups-test-1.com/a%2Fb?next=https%3A%2F%2Flookups-test-2.com%252F&rate=100%';
    const [, json = ''] = commandAddress({ id: 'threatLookups.openRecord', args: [{ type: 'url', value }] }).split('?');
    for (const query of [json, decodeURIComponent(json)])
      assert.deepEqual(JSON.parse(decodeURIComponent(query)), [{ type: 'url', value }]);
  });

  it('only uses contributed colors', () => {
    const { value } = toMarkdown([
      [{ kind: 'text', text: 'High risk', tone: 'strong', color: 'threatLookups.risk.high' }],
    ]);
    assert.equal(value, '<span style="color:var(--vscode-threatLookups-risk-high);"><strong>High risk</strong></span>');
  });
});
