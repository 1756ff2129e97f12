import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlockEntry, blockFile, type BlockForm } from '../../../../src/core/export/blocking';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { Capture } from './capture';

const entry = (type: Indicator['type'], value: string): BlockEntry => ({ indicator: { type, value }, risk: 'high' });

const write = (form: BlockForm, entries: readonly BlockEntry[]): string =>
  blockFile(form, entries, { created: Date.UTC(2026, 4, 1), lowest: 'high', comments: () => [] }).text;

const config = `%YAML 1.1
---
vars:
  address-groups: { HOME_NET: "[10.0.0.0/8]", EXTERNAL_NET: any }
outputs:
  - fast: { enabled: yes, filename: fast.log }
app-layer:
  protocols:
    http: { enabled: yes }
    tls: { enabled: yes }
    dns: { udp: { enabled: yes } }
`;

const isInstalled = spawnSync('suricata', ['-V']).status === 0;

describe('Suricata, with traffic that is replayed', function () {
  let folder = '';

  before(function () {
    // Only where Suricata is installed; elsewhere, rules are only compared with the grammar that its documentation has.
    if (!isInstalled) this.skip();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'suricata-'));
  });
  afterEach(() => {
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  /** The alerts that rules cause. */
  function alerts(
    rules: string,
    capture: Capture,
    files: Readonly<Record<string, string>> = {},
  ): readonly { readonly sid: string; readonly message: string }[] {
    const given = { 'suricata.yaml': config, 'test.rules': rules, 'test.pcap': capture.bytes(), ...files };
    rmSync(join(folder, 'fast.log'), { force: true });
    for (const [name, content] of Object.entries(given)) writeFileSync(join(folder, name), content);
    const options = [
      '-c',
      'suricata.yaml',
      '-S',
      'test.rules',
      '-r',
      'test.pcap',
      '-l',
      '.',
      '-k',
      'none',
      '--runmode',
      'single',
    ];
    const { status, stdout, stderr } = spawnSync('suricata', [...options, '--data-dir', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /^E: /m);
    const log = readFileSync(join(folder, 'fast.log'), 'utf8');
    return [...log.matchAll(/\[1:(\d+):1\] (Threat Lookups .*?) \[\*\*\]/g)].map(([, sid = '', message = '']) => ({
      sid,
      message,
    }));
  }

  it('finds each URL once, in a request to its server and in one to a proxy', () => {
    const paths = [
      '',
      '?x=1',
      '/',
      '/pfad/ü',
      '/emoji😀',
      '/{cu}',
      '/../up/./x',
      '/a%20b',
      '/a%2fb',
      '/a//b',
      '/a\\b',
      '/a%5cb',
      ...[
        '/a\'b"c|d;e:f',
        '/%2e%2e/q',
        '/%c3%bc%',
        '/Index.PHP?A=B',
        '/a+b',
        '/%252e',
        '/a%u0041',
        '/x?u=http://b/../c',
      ],
      '/a/;p=1',
      '/x?y=%c3%bc%20%26',
      '/a|b^c~d`e',
      '/$&=(,)!@',
      `/${'=&'.repeat(700)}`,
      '/x?%',
      ':8080/port',
    ];
    const capture = new Capture();
    const requests = paths.map((path, at) => {
      const written = `http://u${at}.lookups-test-1.com${path}`;
      const url = new URL(written);
      const request = (target: string): void => capture.http(`GET ${target} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
      request(`${url.pathname}${url.search}`);
      request(url.href);
      request('/other');
      return { written, rules: write('suricata', [entry('url', written)]) };
    });
    const [address, addressed] = [
      '[2a02:4780:1::8]:8080',
      write('suricata', [entry('url', 'http://[2a02:4780:1::8]:8080/x')]),
    ];
    for (const target of ['/x', `http://${address}/x`])
      capture.http(`GET ${target} HTTP/1.1\r\nHost: ${address}\r\n\r\n`);
    requests.push({ written: address, rules: addressed });
    const found = alerts(requests.map(({ rules }) => rules).join(''), capture);
    for (const { written, rules } of requests)
      assert.equal(found.filter(({ sid }) => rules.includes(`sid:${sid};`)).length, 2, written);
    assert.equal(found.length, requests.length * 2);
  });

  it('loads awkward values, and finds those that follow', () => {
    const long = `http://lookups-test-1.com/${'=&'.repeat(1_500)}`;
    const rules = write('suricata', [
      entry('url', long),
      entry('url', `http://lookups-test-1.com/${'ü|'.repeat(1_900)}`),
      entry('url', 'http://lookups-test-1.com/";sid:1;) alert'.replaceAll(' ', '')),
      entry('ip', '::ffff:45.83.12.9'),
      entry('domain', '-a_b.lookups-test-2.com'),
      entry('domain', 'lookups-test-3.com'),
    ]);
    const capture = new Capture();
    capture.dns('WWW.LookUps-Test-3.com');
    capture.dns('my-lookups-test-3.com');
    capture.http('GET / HTTP/1.1\r\nHost: a\r\n\r\n', '45.83.12.9');
    const messages = alerts(rules, capture).map(({ message }) => message);
    assert.deepEqual(messages.sort(), [
      'Threat Lookups high risk address',
      'Threat Lookups high risk domain lookups-test-3.com',
    ]);
  });

  it('finds names of a dataset in any letter case, and an address once in a connection', () => {
    const entries = [entry('domain', 'lookups-test-1.com'), entry('ip', '45.83.12.9')];
    const capture = new Capture();
    capture.dns('LOOKUPS-test-1.COM');
    capture.dns('lookups-test-2.com');
    capture.download('45.83.12.9', 500);
    const found = alerts(write('suricata-datasets', entries), capture, {
      'threat-lookups-domains.lst': write('suricata-domains', entries),
      'threat-lookups-addresses.lst': write('suricata-addresses', entries),
    });
    assert.deepEqual(found.map(({ message }) => message).sort(), [
      'Threat Lookups address in dataset',
      'Threat Lookups domain in dataset',
    ]);
  });
});
