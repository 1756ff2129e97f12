import assert from 'node:assert/strict';
import { unnaturalWording, unnaturalWordingIn } from '../../../scripts/lib/wording.mjs';

const words = (text: string): readonly string[] => unnaturalWording(text).map(({ found }) => found.trim());

const unnatural: readonly (readonly [string, readonly string[]])[] = [
  ['Reads the list anew.', ['anew']],
  ['The hover tells of the risk, and what was sent.', ['tells', 'what was sent']],
  ['The marker stands where the text lies.', ['stands', 'lies']],
  ['The store holds two blanks.', ['holds', 'blanks']],
  ['This is no URL, and that is none, too.', ['is no', 'is none', ', too']],
  ['It wants a key by itself, for good.', ['wants', 'by itself', 'for good']],
  ['Cancelled at the begin, for so many rows.', ['Cancelled', 'the begin', 'so many']],
  ['Of a list, names below it are left out.', ['Of a', 'names below', 'left out']],
  ['It is in the view **Sources**, else the made-up ones.', ['the view **', ', else the', 'made-up']],
  ['The worst block list is read meanwhile.', ['worst', 'block list', 'meanwhile']],
  ['The colours of the behaviour were normalised.', ['colours', 'behaviour', 'normalised']],
];

const natural = [
  'There is no URL, and there are none in the list.',
  'It is no longer needed, and stands for a standalone panel.',
  'Leave it blank, or open about:blank after a blank line.',
  'Otherwise, enterprises revise and raise the color of the analysis.',
  'Press Hold, then tolerate the threshold of too many rows.',
];

describe('Wording check', () => {
  for (const [text, expected] of unnatural) {
    it(`finds unnatural wording: ${text}`, () => {
      assert.deepEqual(words(text), expected);
    });
  }

  for (const text of natural) {
    it(`accepts natural wording: ${text}`, () => {
      assert.deepEqual(words(text), []);
    });
  }

  it('reads comments, strings, and markup, but not code', () => {
    const source = [
      'const anew = told.holds; // It holds on',
      "const key = 'anew';",
      "const text = 'Reads it anew';",
      'const markup = <b>It was told</b>;',
      'const query = `${anew} wants ${text}`;',
      'const whole = `Holds a name`;',
      '// Calls `tells` to see what it holds.',
      'call();',
    ].join('\n');
    assert.deepEqual(
      unnaturalWordingIn('a.tsx', source).map(({ line, found }) => [line, found]),
      [
        [1, 'holds'],
        [3, 'anew'],
        [4, 'told'],
        [5, 'wants'],
        [6, 'Holds'],
        [7, 'holds'],
      ],
    );
  });

  it('finds wording across line breaks of a comment', () => {
    const source = '/**\n * The list is\n * none.\n */\n// It goes\n// along.\n';
    assert.deepEqual(
      unnaturalWordingIn('a.ts', source).map(({ line }) => line),
      [2, 5],
    );
  });

  it('ignores code in documents', () => {
    assert.deepEqual(unnaturalWordingIn('a.md', 'Use `anew`.\n\n```\nanew\n```\n'), []);
  });
});
