import assert from 'node:assert/strict';
import { stripTemplateComment, queryTemplateComment } from '../../../../src/features/shared/commands/queryTemplate';
import { fileName } from '../../../../src/features/results/files/fileName';

describe('fileName', () => {
  const named = (query: string, settings: { readonly name?: string } = {}, title?: string): string =>
    fileName({ query, settings, ...(title === undefined ? {} : { title }) }, 'query');

  it("uses the query's name, its title, or its words", () => {
    assert.equal(named('risk=high', { name: 'my-query' }, 'A title'), 'my-query');
    assert.equal(named('risk=high', {}, 'Fresh: domains / high?'), 'Fresh-domains-high');
    assert.equal(named('threat="Paper Lantern"'), 'threat-paper-lantern');
    assert.equal(named('type=ip AND (risk!=none or ++registrar=Ex*)'), 'type-ip-risk-not-none-registrar-ex');
  });

  it('is limited to a few whole words', () => {
    assert.equal(named('threat="Paper Lantern" and risk=high and seen=7d'), 'threat-paper-lantern-risk-high-seen-7d');
    assert.equal(
      named('threat="Paper Lantern" and risk=critical and seen=7d'),
      'threat-paper-lantern-risk-critical-seen',
    );
    assert.equal(named(`ioc=${'a'.repeat(100)}`).length <= 40, true);
  });

  it('contains no path and is never empty', () => {
    assert.equal(named('../../x=1', {}, '../..'), 'x-1');
    assert.equal(named('"" = **'), 'query');
  });
});

describe('stripTemplateComment', () => {
  it('removes only the template comment', () => {
    assert.equal(
      stripTemplateComment(`${queryTemplateComment.replaceAll('\n', '\r\n')}# mine\r\nrisk=high\r\n`),
      '# mine\nrisk=high\n',
    );
    assert.equal(stripTemplateComment('# New query, mine\nrisk=high'), '# New query, mine\nrisk=high\n');
  });
});
