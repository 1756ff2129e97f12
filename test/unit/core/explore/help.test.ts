import assert from 'node:assert/strict';
import { type Help, helpAt, parseQueryFile } from '../../../../src/core/explore';
import { helpStrings } from '../../../../src/core/explore/strings/reference';
import { t } from '../../../../src/l10n';

const text = [
  '### Fresh',
  '# @limit 100',
  '# @format csv',
  '# a remark',
  'type=domain and not (RISK="very low" or threat=Ex*)',
  'or ioc=a.example and ++registrar=x and odd=1',
].join('\n');
const file = parseQueryFile(text);
const help = (at: string): Help | undefined => helpAt(file, text.indexOf(at), Date.UTC(2025, 4, 20));

describe('helpAt', () => {
  it('explains a field, with an example', () => {
    assert.deepEqual([help('RISK')?.word, help('RISK')?.example], ['risk', 'risk=high']);
    assert.deepEqual(help('type=')?.lines, [
      t('The type of the indicator.'),
      helpStrings.oneOf(['domain', 'ip', 'url']),
    ]);
    assert.deepEqual(help('++reg')?.lines, [t('The registrar of the domain.')]);
    assert.deepEqual(help('odd')?.lines, [t('A property key; not a documented field.')]);
    // Diagnostics cover misspelled fields.
    assert.equal(helpAt(parseQueryFile('rsk=high'), 1, 0), undefined);
  });

  it('explains values, wildcards, and keywords', () => {
    assert.deepEqual(help('"very')?.lines, ['Very low risk.']);
    assert.deepEqual(help('Ex*')?.lines, [t('* matches any characters, including none.')]);
    assert.deepEqual(help('not (')?.lines, [
      t('What follows must not match. “not” binds tightest: it applies to the next term or parentheses only.'),
    ]);
    assert.deepEqual(help('(RISK')?.lines, [t('Parentheses group terms.')]);
  });

  it('explains directives, but not comments', () => {
    assert.equal(help('@limit')?.word, '@limit');
    assert.ok(
      help('csv')?.lines.includes(
        helpStrings.valueMeaning('csv', t('A table with 13 columns, for spreadsheets and scripts.')),
      ),
    );
    assert.equal(help('a remark'), undefined);
  });

  it('describes the query, but leaves indicators to their hover', () => {
    const description = help('Fresh')?.query ?? '';
    assert.match(description, /^All indicators .*\. /);
    assert.ok(description.endsWith(`${helpStrings.limit(100)} ${helpStrings.asFormat('CSV')}`), description);
    assert.equal(help('type=')?.query, description);
    assert.equal(help('a.example'), undefined);
  });
});
