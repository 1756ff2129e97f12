import assert from 'node:assert/strict';
import { readListText, risksOf, valuesOf } from './reading';

describe('Lists of detection tools', () => {
  it('have a type for each value, and URLs without a scheme (Zeek)', async () => {
    const list = await readListText(
      [
        '#separator \\x09',
        '#fields\tindicator\tindicator_type\tmeta.source\tmeta.desc\tmeta.url\tmeta.do_notice\tmeta.cif_confidence',
        '203.0.113.9\tIntel::ADDR\tmy-feed\tRedLine C2\thttps://intel.example/9\tT\t85',
        '198.51.100.0/24\tIntel::SUBNET\tmy-feed\tscanner range\t-\tF\t40',
        'bad.example/kit/login.php\tIntel::URL\tmy-feed\t-\t-\tF\t-',
        'worse.example\tIntel::DOMAIN\tmy-feed\t-\t-\tF\t-',
        'phisher@bad.example\tIntel::EMAIL\tmy-feed\t-\t-\tF\t-',
        'setup.example.exe\tIntel::FILE_NAME\tmy-feed\t-\t-\tF\t-',
      ].join('\n'),
    );
    assert.deepEqual(risksOf(list), {
      '203.0.113.9': 'high',
      '198.51.100.0/24': 'low',
      'http://bad.example/kit/login.php': 'unknown',
      'worse.example': 'unknown',
    });
    assert.equal(list.records.get('203.0.113.9')?.other['reference'], 'https://intel.example/9');
    assert.deepEqual(list.skipped, { otherType: ['phisher@bad.example', 'setup.example.exe'] });
  });

  it('claim nothing by a number without its meaning, and decode values only if all are encoded (Suricata)', async () => {
    const reputation = await readListText(
      '203.0.113.5,1,101\n198.51.100.0/24,6,88\n2001:db8:bad::/48,1,20\n',
      'iprep.list',
    );
    assert.deepEqual(risksOf(reputation), {
      '203.0.113.5': 'unknown',
      '198.51.100.0/24': 'unknown',
      '2001:db8:bad::/48': 'unknown',
    });
    const encoded = await readListText(`${btoa('bad.example')}\n${btoa('worse.example')}\n`);
    assert.deepEqual(valuesOf(encoded), ['bad.example', 'worse.example']);
    const scored = await readListText(`${btoa('bad.example')},17\n`);
    assert.deepEqual(scored.records.get('bad.example')?.other, {
      description: 'Score 17 in a Suricata dataset',
      score: '17',
    });
    const lines = await readListText('{"host":"bad.example","context":"test"}\n{"host":"worse.example","year":2005}\n');
    assert.deepEqual(valuesOf(lines), ['bad.example', 'worse.example']);
    assert.deepEqual(valuesOf(await readListText('[{"ip":"203.0.113.6","test":"success"}]')), ['203.0.113.6']);
  });

  it('rate only what is for detection, and skip links (MISP)', async () => {
    const attribute = (type: string, value: string, more: object = {}): object => ({
      type,
      value,
      to_ids: true,
      category: 'Network activity',
      timestamp: '1722272240',
      ...more,
    });
    const event = {
      info: 'Stealers in July',
      date: '2024-07-29',
      threat_level_id: '2',
      Tag: [{ name: 'tlp:clear' }, { name: 'misp-galaxy:malpedia="RedLine Stealer"' }],
      Attribute: [
        attribute('domain', 'bad.example'),
        attribute('ip-dst|port', '203.0.113.7|8443'),
        attribute('domain|ip', 'two.example|203.0.113.8'),
        attribute('hostname', 'context.example', { to_ids: false }),
        attribute('link', 'https://blog.example/report', { category: 'External analysis', to_ids: false }),
        attribute('md5', 'd41d8cd98f00b204e9800998ecf8427e'),
        attribute('domain', 'gone.example', { deleted: true }),
      ],
      Object: [{ Attribute: [attribute('url', 'http://bad.example/x')] }],
    };
    for (const text of [{ Event: event }, { response: [{ Event: event }] }]) {
      const list = await readListText(JSON.stringify(text));
      assert.deepEqual(risksOf(list), {
        'bad.example': 'medium',
        '203.0.113.7': 'medium',
        'two.example': 'medium',
        '203.0.113.8': 'medium',
        'context.example': 'unknown',
        'http://bad.example/x': 'medium',
      });
      assert.deepEqual(list.records.get('203.0.113.7')?.attributes, { port: [['8443']] });
      assert.deepEqual(list.records.get('bad.example')?.threats, [
        { name: 'RedLine Stealer', category: 'malware', risk: 'medium' },
      ]);
      assert.deepEqual(Object.keys(list.skipped).sort(), ['deletedAttribute', 'fileHash', 'report']);
    }
  });
});

describe('Lists of phishing', () => {
  it('name the imitated brand (PhishTank)', async () => {
    const list = await readListText(
      'phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target\n' +
        '1,http://login.bad.example/?a=1&amp;b=2,http://www.phishtank.com/phish_detail.php?phish_id=1,2020-05-09T22:01:43+00:00,yes,2020-05-09T22:03:00+00:00,yes,PayPal\n',
    );
    assert.deepEqual(risksOf(list), { 'http://login.bad.example/?a=1&b=2': 'high' });
    const record = list.records.get('http://login.bad.example/?a=1&b=2');
    assert.equal(record?.riskFactors[0]?.description, 'Phishing that imitates PayPal');
    assert.equal(record.timestamps.added, Date.UTC(2020, 4, 9, 22, 1, 43));
  });

  it('have European dates, and an address beside the URL (ViriBack)', async () => {
    const list = await readListText(
      'Family,URL,IP,FirstSeen\nPony,http://bad.example/admin.php,203.0.113.4,03-01-2026',
    );
    assert.deepEqual(risksOf(list), { 'http://bad.example/admin.php': 'high', '203.0.113.4': 'high' });
    assert.equal(list.records.get('203.0.113.4')?.timestamps.added, Date.UTC(2026, 0, 3));
  });

  it('contain what was posted (TweetFeed)', async () => {
    const list = await readListText(
      `date,user,type,value,tags,tweet\n2026-01-02 03:04:05,someone,domain,bad.example,#phishing,https://x.example/1\n2026-01-02 03:04:05,someone,md5,${'a'.repeat(32)},,https://x.example/2\n`,
    );
    assert.deepEqual(risksOf(list), { 'bad.example': 'medium' });
    assert.deepEqual(Object.keys(list.skipped), ['fileHash']);
  });
});

describe('Lists of who is behind a name or address', () => {
  it('claim no risk, and say what it is (clouds)', async () => {
    const listed = async (value: object): Promise<object> => {
      const { records } = await readListText(JSON.stringify(value));
      return Object.fromEntries(
        [...records].map(([key, { risk, contexts }]) => [key, `${risk}: ${contexts?.[0]?.label ?? ''}`]),
      );
    };
    assert.deepEqual(
      await listed({
        prefixes: [
          { ip_prefix: '203.0.113.0/24', region: 'eu-west-1', service: 'AMAZON' },
          { ip_prefix: '203.0.113.0/24', region: 'eu-west-1', service: 'EC2' },
        ],
        ipv6_prefixes: [{ ipv6_prefix: '2001:db8::/48', region: 'us-east-1', service: 'S3' }],
      }),
      { '203.0.113.0/24': 'unknown: AWS eu-west-1 · EC2', '2001:db8::/48': 'unknown: AWS us-east-1 · S3' },
    );
    assert.deepEqual(
      await listed({ prefixes: [{ ipv4Prefix: '203.0.113.0/24', service: 'Google Cloud', scope: 'europe-west3' }] }),
      { '203.0.113.0/24': 'unknown: Google Cloud europe-west3' },
    );
    assert.deepEqual(
      await listed({
        cloud: 'Public',
        values: [
          {
            name: 'Storage.X',
            properties: { region: 'westeurope', systemService: 'Storage', addressPrefixes: ['203.0.113.0/24'] },
          },
        ],
      }),
      { '203.0.113.0/24': 'unknown: Azure westeurope · Storage' },
    );
    assert.deepEqual(
      await listed({
        hooks: ['203.0.113.0/24'],
        web: [],
        git: [],
        ssh_keys: ['ssh-ed25519 AAAA'],
        ssh_key_fingerprints: {},
      }),
      { '203.0.113.0/24': 'unknown: GitHub · hooks' },
    );
    assert.deepEqual(await listed({ addresses: ['203.0.113.0/24'], ipv6_addresses: [] }), {
      '203.0.113.0/24': 'unknown: Fastly',
    });
    assert.deepEqual(
      await listed({ regions: [{ region: 'us-ashburn-1', cidrs: [{ cidr: '203.0.113.0/24', tags: ['OCI'] }] }] }),
      {
        '203.0.113.0/24': 'unknown: Oracle Cloud us-ashburn-1 · OCI',
      },
    );
    assert.deepEqual(await listed({ cloudName: 'x', hubPrefixes: ['203.0.113.0/24'] }), {
      '203.0.113.0/24': 'unknown: Zscaler',
    });
  });

  it('leave out patterns (MISP warning lists)', async () => {
    const list = {
      name: 'Public DNS',
      description: 'd',
      version: 1,
      matching_attributes: [],
      list: ['203.0.113.53', '.resolver.example'],
    };
    assert.deepEqual(valuesOf(await readListText(JSON.stringify({ ...list, type: 'hostname' }))), [
      '203.0.113.53',
      'resolver.example',
    ]);
    const patterns = await readListText(JSON.stringify({ ...list, type: 'regex', list: ['^a.*'] }));
    assert.deepEqual([valuesOf(patterns), Object.keys(patterns.skipped)], [[], ['patternRule']]);
    const parts = await readListText(JSON.stringify({ ...list, type: 'substring', list: ['blog.', 'whole.example'] }));
    assert.deepEqual([valuesOf(parts), Object.keys(parts.skipped)], [['whole.example'], ['patternRule']]);
  });

  it('say what their entries are (MISP warning lists)', async () => {
    const contextOf = async (name: string): Promise<string> => {
      const list = { name, description: '', version: 1, type: 'cidr', list: ['203.0.113.53'] };
      const { records } = await readListText(JSON.stringify(list));
      const [context] = records.get('203.0.113.53')?.contexts ?? [];
      return `${context?.kind}, ${context?.category}: ${context?.label}`;
    };
    assert.equal(await contextOf('List of known sinkholes'), 'informational, sinkhole: sinkholes');
    assert.equal(
      await contextOf('Example IP Ranges Used for Scanning'),
      'informational, scanner: Example IP Ranges Used for Scanning',
    );
    assert.equal(
      await contextOf('List of known IPv4 public DNS resolvers'),
      'knownServices, resolver: IPv4 public DNS resolvers',
    );
    assert.equal(
      await contextOf('List of known dynamic DNS domains'),
      'informational, dynamicDns: dynamic DNS domains',
    );
    assert.equal(
      await contextOf('Top 500 domains from Example'),
      'knownServices, popular: Top 500 domains from Example',
    );
    assert.equal(await contextOf('Our own things'), 'knownServices, other: Our own things');
  });

  it('are recognized by their names where other tables look alike', async () => {
    const numbered = await readListText('1,bad.example\n2,worse.example\n', 'incident.csv');
    assert.equal(numbered.records.get('bad.example')?.contexts?.[0]?.label, undefined);
    const ports = await readListText('203.0.113.5,22,101\n203.0.113.6,22,7\n', 'firewall.csv');
    assert.equal(ports.records.get('203.0.113.5')?.contexts?.[0]?.label, undefined);
  });

  it('say whether it is a cloud, a CDN, a crawler, or a Tor exit', async () => {
    const categoryOf = async (text: string): Promise<string | undefined> =>
      (await readListText(text)).records.get('203.0.113.0/24')?.contexts?.[0]?.category;
    const aws = (service: string) =>
      JSON.stringify({ prefixes: [{ ip_prefix: '203.0.113.0/24', region: 'x', service }] });
    assert.equal(await categoryOf(aws('EC2')), 'cloud');
    assert.equal(await categoryOf(aws('CLOUDFRONT')), 'cdn');
    assert.equal(await categoryOf(JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] })), 'crawler');
    assert.equal(await categoryOf(JSON.stringify({ addresses: ['203.0.113.0/24'], ipv6_addresses: [] })), 'cdn');
    const tor = await readListText('ExitNode 0A\nExitAddress 203.0.113.5 2026-11-01 00:00:00\n');
    assert.equal(tor.records.get('203.0.113.5')?.contexts?.[0]?.category, 'tor');
  });

  it('say how popular a name is', async () => {
    const ranked = '1,popular.example\r\n2,second.example\r\n';
    const majestic = 'GlobalRank,TldRank,Domain,TLD\n1,1,popular.example,example\n';
    for (const [text, name] of [
      [ranked, 'tranco_top-1m.csv'],
      [majestic, 'majestic_million.csv'],
    ] as const) {
      const { records } = await readListText(text, name);
      assert.equal(records.get('popular.example')?.contexts?.[0]?.label, 'Popular, rank 1');
    }
    const { records } = await readListText('origin,rank\nhttps://popular.example,1000\n');
    assert.equal(records.get('popular.example')?.contexts?.[0]?.label, 'Popular, among the first 1000');
  });
});

describe('Lists of locations', () => {
  const places = async (text: string): Promise<object> => {
    const { locations } = await readListText(text);
    return Object.fromEntries(
      Array.from(locations, ([range, { country, asn, organization, city }]) => [
        range,
        [country, asn, organization, city].filter((part) => part !== undefined).join(' · '),
      ]),
    );
  };

  it('keep ranges that are no network as they are', async () => {
    assert.deepEqual(
      await places(
        '203.0.113.2\t203.0.113.7\t64500\tDE\tEXAMPLE - Example Inc.\n203.0.113.8\t203.0.113.9\t0\tNone\tNot routed\n',
      ),
      {
        '203.0.113.2-203.0.113.7': 'DE · AS64500 · EXAMPLE - Example Inc.',
      },
    );
  });

  it('have a country, or a network with its organization, for addresses or numbers', async () => {
    assert.deepEqual(
      await places('203.0.113.0,203.0.113.255,AU\n2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,JP\n'),
      {
        '203.0.113.0-203.0.113.255': 'AU',
        '2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff': 'JP',
      },
    );
    assert.deepEqual(await places('203.0.113.0,203.0.113.255,64500,"Example, Inc."\n'), {
      '203.0.113.0-203.0.113.255': 'AS64500 · Example, Inc.',
    });
    assert.deepEqual(await places('3405803776,3405804031,AU\n'), { '203.0.113.0-203.0.113.255': 'AU' });
  });

  it('count addresses (registries), and name cities (geofeeds)', async () => {
    const text =
      '2|afrinic|20240105|3|00000000|20240105|00000\nafrinic|*|ipv4|*|1|summary\nafrinic|ZA|asn|64500|1|19910301|allocated|A\nafrinic|ZA|ipv4|203.0.113.0|256|19910301|allocated|A\nafrinic|EG|ipv6|2001:db8::|32|20070920|assigned|B\nafrinic||ipv4|198.51.100.0|256||available|\n';
    assert.deepEqual(await places(text), {
      '203.0.113.0-203.0.113.255': 'ZA',
      '2001:db8::/32': 'EG',
    });
    assert.deepEqual(Object.keys((await readListText(text)).skipped), ['autonomousSystem', 'noKnowledge']);
    // An IPv6 address with three dots where an IPv4 address belongs.
    const mixed = text.replace('203.0.113.0|256', '::3.0.3.0|256');
    assert.deepEqual(await places(mixed), { '2001:db8::/32': 'EG' });
    assert.deepEqual(await places('203.0.113.0/24,NL,NL-NH,Amsterdam,1098 XH\n'), {
      '203.0.113.0/24': 'NL · Amsterdam',
    });
  });
});
