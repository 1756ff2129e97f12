import assert from 'node:assert/strict';
import { type Help, helpAt, parseQueryFile } from '../../../../src/core/explore';
import { formatList, t } from '../../../../src/l10n';

const text = [
  '### Fresh',
  '# @limit 100',
  '# @format csv',
  '# a remark',
  'type=domain and not (RISK="very low" or threat=Ex*)',
  'or ioc=a.example and ++registrar=x and odd=1',
].join('\n');
const file = parseQueryFile(text);
const help = (at: string): Help | undefined => helpAt(file, text.indexOf(at));

describe('helpAt', () => {
  it('explains a field, with an example', () => {
    assert.deepEqual([help('RISK')?.word, help('RISK')?.example], ['risk', 'risk=high']);
    assert.deepEqual(help('type=')?.lines, [
      t('The type of the indicator.'),
      t('One of {0}.', formatList(['domain', 'ip', 'url'])),
    ]);
    assert.deepEqual(help('++reg')?.lines, [t('The registrar of the domain.')]);
    assert.deepEqual(help('odd')?.lines, [t('Not a documented field. Searched as a property key.')]);
    // Diagnostics cover misspelled fields.
    assert.equal(helpAt(parseQueryFile('rsk=high'), 1), undefined);
  });

  it('explains values, wildcards, and keywords', () => {
    assert.deepEqual(help('"very')?.lines, ['Very low risk.']);
    assert.deepEqual(help('Ex*')?.lines, [t('* matches any characters, including none.')]);
    assert.deepEqual(help('not (')?.lines, [
      t('The next term must not match. “not” binds tightest: it applies to the next term or parentheses only.'),
    ]);
    assert.deepEqual(help('(RISK')?.lines, [t('Parentheses group terms.')]);
  });

  it('explains directives, but not comments', () => {
    assert.equal(help('@limit')?.word, '@limit');
    assert.ok(
      help('csv')?.lines.includes(t('{0}: {1}', 'csv', t('A table with 13 columns, for spreadsheets and scripts.'))),
    );
    assert.equal(help('a remark'), undefined);
  });

  it('has nothing to add to titles, to other values, and to indicators, which have their own hover', () => {
    for (const at of ['Fresh', 'x and odd', 'a.example']) assert.equal(help(at), undefined, at);
  });
});
