import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  untrusted,
  untrustedLines,
  icon,
  uiLines,
  uiList,
  uiSentences,
  uiText,
  type UiText,
} from '../../../../src/features/shared/ui/text';
import { logText } from '../../../../src/features/shared/ui/output';

/** VS Code's own expressions (`linkedText.ts`, `iconLabels.ts`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const themeIcon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

/** As a notification reads it: line breaks are spaces there. */
const read = (text: UiText): string => text.replace(/\r\n|\n|\r/g, ' ');

const scrap = fc.constantFrom(
  '[',
  ']',
  '(',
  ')',
  '$',
  '[x]',
  '](',
  '(command:a)',
  '[x](command:a)',
  '$(bug)',
  '(bug)',
  '\\',
  ' ',
  '\n',
  ...['command:a', 'https://evil.example', 'file:///a', '"', '\u202e', '\u200b', '\u001b', '\t', '{0}', 'bug'],
);
const hostile = fc.array(scrap, { maxLength: 8 }).map((scraps) => scraps.join(''));

describe('Text for VS Code', () => {
  it('leaves text without syntax unchanged', () => {
    assert.equal(
      untrusted('login-update[.]example: “high” (a [b] $5) ü 漢 {0}'),
      'login-update[.]example: “high” (a [b] $5) ü 漢 {0}',
    );
  });

  it('breaks links and icons in untrusted text only', () => {
    assert.equal(untrusted('[x](command:y)'), '[x] (command:y)');
    assert.equal(untrusted('$(bug) $(sync~spin)'), '$ (bug) $ (sync~spin)');
    assert.equal(
      uiText('$(shield) [Help](https://a.example) {0}', '[x](file:///y)'),
      '$(shield) [Help](https://a.example) [x] (file:///y)',
    );
  });

  it('breaks links that untrusted text forms with the template around it', () => {
    assert.equal(uiText('{0}({1})', '[x]', 'command:y'), '[x] (command:y)');
    assert.equal(uiText('[{0}]', 'x](command:y)['), '[x] (command:y)[]');
    assert.equal(uiText('[Open]({0})', 'command:y'), '[Open] (command:y)');
    assert.equal(uiText('${0} $({1})', '(bug)', 'bug'), '$ (bug) $ (bug)');
  });

  it('accepts an icon as an argument by a valid name only', () => {
    assert.equal(uiText('{0} {1}', icon('sync~spin'), '$(bug)'), '$(sync~spin) $ (bug)');
    assert.equal(uiText('{0}', icon('bug) [x](command:y')), '$(bugxcommandy)');
  });

  it('shows invisible and bidirectional characters by name, and keeps line breaks only on request', () => {
    assert.equal(untrusted('a\u202eb\u001bc\r\nd'), 'a[U+202E]b[U+001B]c d');
    assert.equal(untrustedLines('a\u202e\r\nb'), 'a[U+202E]\nb');
  });

  it('joins texts without missing parts', () => {
    const [a, b] = [untrusted('[x]'), untrusted('(command:y)')];
    assert.equal(uiLines(a, undefined, b), '[x]\n(command:y)');
    assert.equal(uiSentences(a, untrusted(''), b), '[x] (command:y)');
    assert.equal(uiList(a, b), '[x] · (command:y)');
  });

  it('contains no link or icon, whatever is untrusted and however it is combined', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const made = [
          untrusted(a),
          untrustedLines(a),
          uiText('{0}{1}', a, b),
          uiText('{0}({1})', a, b),
          uiText('[{0}]{1}', a, b),
          uiText('[{0}]({1})', a, b),
          uiText('${0}', a),
          uiText('$({0})', a),
          uiText('“{0}”: {1}.', a, b),
          uiLines(untrusted(a), untrustedLines(b)),
          uiSentences(untrusted(a), untrusted(b)),
          uiList(untrusted(a), untrusted(b)),
          untrusted(uiText('{0}', a)),
          uiText('{0} {1}', uiSentences(untrusted(a), untrusted(b)), b),
        ];
        for (const text of made) {
          assert.doesNotMatch(read(text), link);
          assert.doesNotMatch(read(text), themeIcon);
          assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(fc.property(hostile, (text) => assert.equal(untrusted(untrusted(text)), untrusted(text))));
  });

  it('accepts literal templates only', () => {
    const name: string = 'x';
    const either = name === 'x' ? 'One {0}' : 'Other {0}';
    assert.equal(uiText(either, 1), 'One 1');
    // @ts-expect-error: a text of the program's making is an argument, not a template.
    uiText(name);
    // @ts-expect-error: neither is one that is put together.
    uiText(`Remove ${name}?`);
    // @ts-expect-error: only this module makes it.
    const other: UiText = name;
    assert.equal(other, name);
  });
});

describe('Text for the log', () => {
  it('is a single entry, whatever it contains', () => {
    assert.equal(
      logText('cut\r\n2026-01-01 00:00:00.000 [info] All is well\u001b[2K'),
      'cut\n    2026-01-01 00:00:00.000 [info] All is well[U+001B][2K',
    );
  });
});
