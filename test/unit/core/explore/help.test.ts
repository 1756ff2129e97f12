import assert from 'node:assert/strict';
import { type Help, helpAt, parseQueryFile } from '../../../../src/core/explore';
import {
  directiveStrings,
  fieldStrings,
  helpStrings,
  propertyStrings,
} from '../../../../src/core/explore/strings/reference';

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
    assert.deepEqual(help('type=')?.lines, [fieldStrings.type(), helpStrings.oneOf(['domain', 'ip', 'url'])]);
    assert.deepEqual(help('++reg')?.lines, [propertyStrings.registrar()]);
    assert.deepEqual(help('odd')?.lines, [helpStrings.propertyKey()]);
    // Diagnostics cover misspelled fields.
    assert.equal(helpAt(parseQueryFile('rsk=high'), 1, 0), undefined);
  });

  it('explains values, wildcards, and keywords', () => {
    assert.deepEqual(help('"very')?.lines, ['Very low risk.']);
    assert.deepEqual(help('Ex*')?.lines, [helpStrings.wildcard()]);
    assert.deepEqual(help('not (')?.lines, [helpStrings.not()]);
    assert.deepEqual(help('(RISK')?.lines, [helpStrings.parentheses()]);
  });

  it('explains directives, but not comments', () => {
    assert.equal(help('@limit')?.word, '@limit');
    assert.ok(help('csv')?.lines.includes(helpStrings.valueMeaning('csv', directiveStrings.csv())));
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
