import assert from 'node:assert/strict';
import { readListText, valuesOf } from './reading';

describe('Lists for DNS and ad blocking', () => {
  it('map names to an address of this machine, which is not listed (hosts files)', async () => {
    const list = await readListText(
      [
        '# a hosts file',
        '127.0.0.1 localhost',
        '::1 ip6-localhost ip6-loopback',
        '255.255.255.255 broadcasthost',
        'fe80::1%lo0 localhost',
        '0.0.0.0 0.0.0.0',
        '0.0.0.0 bad-one.example # why',
        '127.0.0.1\tbad-two.example bad-three.example',
        '#0.0.0.0 good.example',
        '198.51.100.1 printer.example',
      ].join('\r\n'),
    );
    assert.deepEqual(valuesOf(list), ['bad-one.example', 'bad-two.example', 'bad-three.example']);
    assert.deepEqual(list.skipped, {
      reserved: [
        '127.0.0.1 localhost',
        '::1 ip6-localhost',
        '::1 ip6-loopback',
        '255.255.255.255 broadcasthost',
        'fe80::1%lo0 localhost',
        '0.0.0.0 0.0.0.0',
      ],
      hostsEntry: ['198.51.100.1 printer.example'],
    });
  });

  it('list names, addresses, and URLs, but no exceptions, cosmetic rules, or patterns (Adblock)', async () => {
    const list = await readListText(
      [
        '[Adblock Plus 2.0]',
        '! Title: made up',
        '||bad-one.example^',
        '||bad-two.example^$third-party,important',
        '|https://bad-three.example/kit/index.php|',
        'bad-four.example',
        '||203.0.113.77^',
        '||*.bad-five.example^',
        '||wild.*^',
        '@@||good.example^',
        '||some.example^$domain=news.example',
        'page.example##.banner',
        'page.example#@#.advert',
        '/ads/banner[0-9]+/',
      ].join('\n'),
    );
    assert.deepEqual(valuesOf(list), [
      'bad-one.example',
      'bad-two.example',
      'https://bad-three.example/kit/index.php',
      'bad-four.example',
      '203.0.113.77',
      'bad-five.example',
    ]);
    assert.deepEqual(
      Object.fromEntries(Object.entries(list.skipped).map(([kind, examples]) => [kind, examples.length])),
      { patternRule: 2, exception: 1, restrictedRule: 1, cosmeticRule: 2 },
    );
  });

  it('block names, but forward others (dnsmasq, Unbound)', async () => {
    const dnsmasq = await readListText(
      'address=/bad-one.example/0.0.0.0\naddress=/bad-two.example/bad-three.example/#\nserver=/bad-four.example/\nserver=/corp.example/192.0.2.53\nlisten-address=192.0.2.1\n',
    );
    assert.deepEqual(valuesOf(dnsmasq), [
      'bad-one.example',
      'bad-two.example',
      'bad-three.example',
      'bad-four.example',
    ]);
    assert.deepEqual(Object.keys(dnsmasq.skipped), ['forwarder', 'resolverSetting']);
    const unbound = await readListText(
      'server:\nlocal-zone: "bad-one.example." always_null\nlocal-zone: "good.example." transparent\nlocal-data: "bad-two.example. A 0.0.0.0"\n',
    );
    assert.deepEqual(valuesOf(unbound), ['bad-one.example', 'bad-two.example']);
    assert.deepEqual(Object.keys(unbound.skipped), ['exception']);
  });

  it('list names and addresses of answers, with what a comment says (RPZ)', async () => {
    const list = await readListText(
      [
        '$TTL 2h',
        '$ORIGIN rpz.lists.example.',
        '@ IN SOA localhost. hostmaster.lists.example. ( 1 ; serial',
        '      1h 15m 30d 2h )',
        '  IN NS localhost.',
        'bad-one.example    300 IN CNAME .   ; Malware download (2020-10-21), see https://intel.example/1',
        '*.bad-one.example         CNAME .',
        'bad-two.example           A     192.0.2.80',
        'bad-three.example.rpz.lists.example. CNAME *.',
        'good.example              CNAME rpz-passthru.',
        '24.0.113.0.203.rpz-ip     CNAME .',
        '48.zz.8.db8.2001.rpz-ip   CNAME rpz-drop.',
        '32.1.0.0.10.rpz-client-ip CNAME .',
        'ns.evil.example.rpz-nsdname CNAME .',
      ].join('\n'),
    );
    assert.deepEqual(valuesOf(list), [
      'bad-one.example',
      'bad-two.example',
      'bad-three.example',
      '203.0.113.0/24',
      '2001:db8:8::/48',
    ]);
    assert.deepEqual(Object.keys(list.skipped), ['exception', 'otherTrigger']);
  });
});
