import assert from 'node:assert/strict';
import { stripTemplateComment, queryTemplateComment } from '../../../src/features/common/queryTemplate';
import { fileName } from '../../../src/features/results/fileName';

describe('The name of a file for a query', () => {
  const named = (query: string, settings: { readonly name?: string } = {}, title?: string): string =>
    fileName({ query, settings, ...(title === undefined ? {} : { title }) }, 'hunt');

  it('is the query’s own, else its title, else its words', () => {
    assert.equal(named('risk=high', { name: 'my-hunt' }, 'A title'), 'my-hunt');
    assert.equal(named('risk=high', {}, 'Fresh: domains / high?'), 'Fresh-domains-high');
    assert.equal(named('threat="Paper Lantern"'), 'threat-paper-lantern');
    assert.equal(named('type=ip AND (risk!=none or ++registrar=Ex*)'), 'type-ip-risk-not-none-registrar-ex');
  });

  it('is no longer than a few whole words', () => {
    assert.equal(named('threat="Paper Lantern" and risk=high and seen=7d'), 'threat-paper-lantern-risk-high-seen-7d');
    assert.equal(
      named('threat="Paper Lantern" and risk=critical and seen=7d'),
      'threat-paper-lantern-risk-critical-seen',
    );
    assert.equal(named(`ioc=${'a'.repeat(100)}`).length <= 40, true);
  });

  it('leads nowhere else and is never empty', () => {
    assert.equal(named('../../x=1', {}, '../..'), 'x-1');
    assert.equal(named('"" = **'), 'hunt');
  });
});

describe('The text of a scratch', () => {
  it('is saved without the lines that teach, with all other comments', () => {
    assert.equal(
      stripTemplateComment(`${queryTemplateComment.replaceAll('\n', '\r\n')}# mine\r\nrisk=high\r\n`),
      '# mine\nrisk=high\n',
    );
    assert.equal(stripTemplateComment('# New query, mine\nrisk=high'), '# New query, mine\nrisk=high\n');
  });
});
