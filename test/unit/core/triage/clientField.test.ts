import assert from 'node:assert/strict';
import { getEventForm, fieldsWithUse } from '../../../../src/core/triage/clients';
import { getClientField, getPattern } from '../../../../src/core/triage/clients/clientField';

describe('The field that is chosen for a file', () => {
  it('is that of the last pattern that matches', () => {
    const fields = { '**/proxy-*.log': 'user', 'dns.log': '', 'cases/**': '3', '**/cases/2/*.log': 'src' };
    const of = (path: string): string | undefined => getClientField(path, fields);
    assert.equal(of('/cases/1/Proxy-2025.log'), 'user');
    assert.equal(of('proxy-a.log'), 'user');
    assert.equal(of('/a/b/dns.log'), '');
    assert.equal(of('/a/dns.log.1'), undefined);
    assert.equal(of('/x/cases/2/proxy-1.log'), 'src');
    assert.equal(of('/x/cases/2/a/b.log'), undefined);
    assert.equal(of('cases/2/a/b.txt'), '3');
    assert.equal(getClientField('/a+b.(log)', { '/a+b.(log)': 'x' }), 'x');
  });

  it('is kept for files of the same name apart from numbers', () => {
    for (const [path, pattern, other] of [
      ['/cases/squid-2025-11-25.log', '**/squid-*.log', '/b/squid-2025-11-26.log'],
      ['/access.log.1', '**/access.log.*', '/access.log.12'],
      ['/u_ex251125.log', '**/u_ex*.log', '/u_ex251126.log'],
      ['/a/dns.log', '**/dns.log', '/b/dns.log'],
      ['/a/what?*.log', '**/what??.log', '/a/what?*.log'],
    ] as const) {
      assert.equal(getPattern(path), pattern);
      for (const each of [path, other]) assert.equal(getClientField(each, { [pattern]: 'x' }), 'x', each);
    }
  });

  it('is shown among the fields of a file, each with its first value', () => {
    const used = (text: string, field?: string): readonly string[] =>
      fieldsWithUse(text, field).flatMap(({ name, sample, isUsed }) => (isUsed ? [`${name}=${sample}`] : []));
    const csv = 'time,src_ip,user,query\n10:00,10.0.0.7,m.rossi,lookups-test-1.com\n';
    assert.deepEqual(used(csv), ['src_ip=10.0.0.7']);
    assert.deepEqual(used(csv, 'user'), ['user=m.rossi']);
    assert.deepEqual(used(csv, ''), []);
    assert.deepEqual(
      fieldsWithUse(csv).map(({ name, sample }) => `${name}=${sample}`),
      ['time=10', 'src_ip=10.0.0.7', 'user=m.rossi', 'query=lookups-test-1.com'],
    );
    const squid =
      '1763000000.123 105 10.1.0.1 TCP_MISS/200 1943 GET http://lookups-test-1.com/ m.rossi HIER_DIRECT/192.0.2.1 -\n';
    assert.deepEqual(used(squid), ['3=10.1.0.1']);
    const json = '{"actor":{"user":{"name":"m.rossi"}},"host":"lookups-test-1.com"}\n';
    assert.deepEqual(used(json), ['actor.user.name=m.rossi']);
    assert.deepEqual(getEventForm(csv, '').clients, []);
  });
});
