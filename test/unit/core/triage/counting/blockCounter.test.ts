import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getHost } from '../../../../../src/core/indicators/identity/getHost';
import { getKind, locatedSize } from '../../../../../src/core/triage/counting/blockFound';
import { BlockCounter, noClient } from '../../../../../src/core/triage/counting/blockCounter';

const hosts = fc.constantFrom(
  ...['a.lookups-test-1.com', 'p.example', 'A.Lookups-Test-1.COM', 'a_b.lookups-test-1.com', 'lookups-test-1.com.'],
  ...[
    '192.0.2.7',
    '[2001:db8::7]',
    '[2001:db8::7%25eth0]',
    '3221225994',
    '0xC0000207',
    'host',
    'h',
    'http',
    'bücher.example',
  ],
  ...['192.0.2.7.lookups-test-1.com', '1.a2', '-.x', 'a..example', '', 'a%2eexample'],
);
const users = fc.constantFrom('', '', 'user@', 'user:80@', 'a.example@', '@');
const ports = fc.constantFrom('', '', ':', ':80', ':8080', ':x', ':80x', ':80@b.example', ':80\\');
const paths = fc.constantFrom('', '/', '/a?b=c', '?a@b.example', '#a', '\\a', '/@a.example', '/://a.example');
const urls = fc
  .tuple(fc.constantFrom('http', 'https', 'ftp', 'svn+ssh'), users, hosts, ports, paths)
  .map(([scheme, user, host, port, path]) => `${scheme}://${user}${host}${port}${path}`);

describe('Hosts of URLs that are counted', () => {
  it('are those that are read of URLs, where they are', () => {
    fc.assert(
      fc.property(urls, fc.boolean(), fc.boolean(), (value, isBytes, reserved) => {
        const counter = new BlockCounter();
        const place = { line: 0, column: 1, time: 0, event: 0, client: noClient };
        const bytes = Buffer.from(value);
        if (isBytes) counter.addBytes(bytes, [0, bytes.length], getKind('url', reserved), place, false);
        else counter.add({ type: 'url', value, raw: value, reserved }, place);
        const found = counter.take({ bytes: 0, lineEnds: 0, eventEnds: 0, tail: 0 });
        const host = getHost({ type: 'url', value });
        const names = Buffer.from(found.names).toString().split('\n').slice(0, -1);
        assert.deepEqual(names, host === undefined ? [value] : [value, host.value]);
        if (host === undefined) return;
        assert.equal(found.kinds[1], getKind(host.type, reserved));
        const column = found.located[locatedSize + 2] ?? 0;
        const isWritten = value.indexOf(host.value, value.indexOf('://')) !== -1;
        assert.equal(
          isWritten ? value.slice(column - 1, column - 1 + host.value.length) : '',
          isWritten ? host.value : '',
        );
        assert.ok(!isWritten || column > value.indexOf('://') + 3);
      }),
      { numRuns: 2_000 },
    );
  });
});
