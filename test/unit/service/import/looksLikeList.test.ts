import assert from 'node:assert/strict';
import { looksLikeList } from '../../../../src/service/import/looksLikeList';
import { clientLog, clientLogFormats } from '../../../harness/clientLogs';
import { triageLog } from '../../../harness/triageLog';
import { forms } from './lists/forms';

const isList = (text: string, name = 'file.txt'): boolean => looksLikeList(text, name, true);
const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `n${at}.lookups-test-1.com`);

/** Forms that logs may have as well: tables of connections or files, and rows with a time. */
const maybeLogs = [
  'sslbl-addresses',
  'sslbl-certificates',
  'malwarebazaar',
  'dataplane',
  'suricata-reputation',
  'suricata-lines',
  'team',
];

describe('A file that looks like a list', () => {
  it('has the form of a public list', () => {
    for (const { shape, name = 'list', lines, skipped } of forms)
      if (skipped?.hostsEntry !== undefined || skipped?.forwarder !== undefined)
        assert.equal(isList(`${lines.join('\n')}\n`, name), false, shape);
      else if (!maybeLogs.includes(shape))
        assert.ok(isList(`${lines.join('\n')}\n`, name), `${shape} ${lines[0] ?? ''}`);
  });

  it('is STIX, a table of indicators, or has an indicator in each line', () => {
    const object = { type: 'indicator', spec_version: '2.1', id: 'indicator--1', pattern: "[url:value = 'x']" };
    const bundle = { type: 'bundle', id: 'bundle--1', objects: [object] };
    assert.ok(isList(JSON.stringify(bundle, undefined, 2)));
    assert.ok(looksLikeList(JSON.stringify(bundle).slice(0, -20), 'a.json', false));
    assert.ok(isList('value,type,threat\nlookups-test-1.com,domain,Kit\n192.0.2.7,ip,Kit\n'));
    assert.ok(isList('indicator,risk\nlookups-test-1.com,high\nhxxp://lookups-test-2[.]com/a,low\n'));
    assert.ok(isList('host,malware,source\nlookups-test-1.com,Kit,partner\nlookups-test-2.com,Kit,partner\n'));
    assert.ok(isList(`# blocked\n${names(5).join('\n')}\n198.51.100.0/24\n`));
  });

  it('is no file of rules that lead a name to an address', () => {
    const rules: Readonly<Record<string, readonly [(name: string) => string, ...(readonly string[])]>> = {
      hosts: [
        (name) => `0.0.0.0 ${name}`,
        '192.0.2.7 lookups-test-2.com',
        '2001:db8::7 lookups-test-2.com',
        '::ffff:192.0.2.7 lookups-test-2.com',
      ],
      dnsmasq: [
        (name) => `address=/${name}/0.0.0.0`,
        'address=/lookups-test-2.com/192.0.2.7',
        'server=/lookups-test-2.com/192.0.2.7#53',
      ],
      unbound: [
        (name) => `local-zone: "${name}" always_nxdomain`,
        'local-data: "lookups-test-2.com A 192.0.2.7"',
        `local-data: 'lookups-test-2.com. 60 IN AAAA 2001:db8::7'`,
      ],
      zone: [(name) => `${name} CNAME .`, 'lookups-test-2.com A 192.0.2.7'],
    };
    for (const [what, [rule, ...redirects]] of Object.entries(rules)) {
      const lines = names(30).map(rule);
      assert.ok(isList(lines.join('\n')), what);
      for (const redirect of redirects) assert.equal(isList([...lines, redirect].join('\n')), false, redirect);
    }
    const own = ['127.0.0.1 localhost', '::1 localhost', 'fe80::1%lo0 localhost', '255.255.255.255 broadcasthost'];
    assert.ok(isList([...own, 'ff02::1 ip6-allnodes', ...names(30).map((name) => `0.0.0.0 ${name}`)].join('\n')));
  });

  it('is no log, whatever it contains', () => {
    for (const format of clientLogFormats) {
      const { text } = clientLog(format, { events: 50, hosts: 40, clients: 3, seed: 1 });
      assert.equal(isList(text), false, format.name);
      assert.equal(looksLikeList(text.slice(0, -20), 'file', false), false, format.name);
    }
    const evidence: Readonly<Record<string, string>> = {
      'a log': triageLog,
      'BIND with zones': names(3)
        .map((name) => `25-Nov-2025 10:00:00.123 client 10.0.0.7#53: query: ${name} IN SOA +E (10.0.0.1)`)
        .join('\n'),
      'dates before names': names(3)
        .map((name) => `2025-11-25 ${name}`)
        .join('\n'),
      'repeated names': [...names(3), ...names(3)].join('\n'),
      'a table of requests': `time,domain,severity\n${names(3)
        .map((name) => `10:00:01,${name},high`)
        .join('\n')}\n`,
      'a table with clients': `indicator,threat,src_ip\n${names(3)
        .map((name) => `${name},Kit,10.0.0.7`)
        .join('\n')}\n`,
      'a table with sources': `source,malware,indicator\n${names(3)
        .map((name) => `10.0.0.7,Kit,${name}`)
        .join('\n')}\n`,
      'a table with devices': `observable,severity,device\n${names(3)
        .map((name, at) => `${name},high,pc-${at}`)
        .join('\n')}\n`,
      'a table with counts': `indicator,risk,hits\n${names(3)
        .map((name) => `${name},high,12`)
        .join('\n')}\n`,
      'names without what they are': `domain,category\n${names(3)
        .map((name) => `${name},news`)
        .join('\n')}\n`,
      'a report': 'The actor used lookups-test-1[.]com and 192.0.2[.]7.\nBlock them.\n',
      'observations as STIX': JSON.stringify({
        type: 'bundle',
        id: 'bundle--1',
        objects: [{ type: 'indicator' }, { type: 'observed-data' }],
      }),
      'events in objects': JSON.stringify({
        objects: [{ type: 'malware', eventTime: '2025-11-25T10:00:00Z', src_ip: '10.0.0.7', domain: names(1)[0] }],
      }),
      'hosts of a computer': '127.0.0.1 localhost\n192.0.2.7 lookups-test-1.com\n192.0.2.8 lookups-test-2.com\n',
      'names of which one of the last is repeated': [...names(500), ...names(1)].join('\n'),
      'one name': 'lookups-test-1.com\n',
      'records of a service': JSON.stringify({ Records: [{ eventTime: '2025-11-25T10:00:00Z', host: names(1)[0] }] }),
      nothing: '',
    };
    for (const [what, text] of Object.entries(evidence)) assert.equal(isList(text), false, what);
    assert.equal(isList(names(5).join('\n'), 'dns.log.1'), false);
  });
});
