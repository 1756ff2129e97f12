import { type Form, json } from './form';

/** Lists of who is behind a name or address. */
export const ofClouds: readonly Form[] = [
  {
    shape: 'aws',
    lines: json({
      prefixes: ['AMAZON', 'S3', 'EC2'].map((service) => ({
        ip_prefix: '203.0.113.0/24',
        region: 'eu-west-1',
        service,
      })),
      ipv6_prefixes: [{ ipv6_prefix: '2001:db8::/48', region: 'us-east-1', service: 'AMAZON' }],
    }),
    says: {
      '203.0.113.0/24': 'knownServices: AWS eu-west-1 · S3, EC2',
      '2001:db8::/48': 'knownServices: AWS us-east-1',
    },
    duplicates: 2,
  },
  {
    shape: 'google',
    lines: json({ prefixes: [{ ipv4Prefix: '203.0.113.0/24', service: 'Google Cloud', scope: 'x1' }] }),
    says: { '203.0.113.0/24': 'knownServices: Google Cloud x1' },
  },
  {
    shape: 'google',
    lines: json({ creationTime: 'x', prefixes: [{ ipv6Prefix: '2001:db8::/48' }] }),
    says: { '2001:db8::/48': 'knownServices: Crawler' },
  },
  {
    shape: 'google',
    lines: json({ syncToken: '1', prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] }),
    says: { '203.0.113.0/24': 'knownServices: Google' },
  },
  {
    shape: 'azure',
    lines: json({
      cloud: 'Public',
      values: [
        {
          name: 'Storage.X',
          properties: { region: 'westeurope', systemService: 'Storage', addressPrefixes: ['203.0.113.0/24'] },
        },
      ],
    }),
    says: { '203.0.113.0/24': 'knownServices: Azure westeurope · Storage' },
  },
  {
    shape: 'github',
    lines: json({
      hooks: ['203.0.113.0/24'],
      web: [],
      git: [],
      ssh_keys: ['ssh-ed25519 AAAA'],
      ssh_key_fingerprints: { RSA: 'a.example' },
      domains: { website: ['*.site.example'], packages: { full: ['pkg.example'] } },
    }),
    says: {
      '203.0.113.0/24': 'knownServices: GitHub · hooks',
      'site.example': 'knownServices: GitHub',
      'pkg.example': 'knownServices: GitHub',
    },
  },
  {
    shape: 'fastly',
    lines: json({ addresses: ['203.0.113.0/24'], ipv6_addresses: ['2001:db8::/48'] }),
    says: { '203.0.113.0/24': 'knownServices: Fastly', '2001:db8::/48': 'knownServices: Fastly' },
  },
  {
    shape: 'oracle',
    lines: json({ regions: [{ region: 'x-1', cidrs: [{ cidr: '203.0.113.0/24', tags: ['OCI', 'OSN'] }] }] }),
    says: { '203.0.113.0/24': 'knownServices: Oracle Cloud x-1 · OCI, OSN' },
  },
  {
    shape: 'zscaler',
    lines: json({ hubPrefixes: ['203.0.113.0/24'] }),
    says: { '203.0.113.0/24': 'knownServices: Zscaler' },
  },
  {
    shape: 'warninglist',
    lines: json({
      name: 'List of known sinkholes',
      description: 'd',
      version: 1,
      list: ['203.0.113.53', 'sink.example', 'not a name'],
    }),
    says: { '203.0.113.53': 'informational: sinkholes', 'sink.example': 'informational: sinkholes' },
    skipped: { noIndicator: 1 },
  },
  {
    shape: 'ranked-names',
    name: 'tranco_top-1m.csv',
    lines: ['1,popular.example', '2,second.example'],
    says: { 'popular.example': 'knownServices: Popular, rank 1', 'second.example': 'knownServices: Popular, rank 2' },
  },
  {
    shape: 'majestic',
    lines: ['GlobalRank,TldRank,Domain,TLD', '7,1,popular.example,example'],
    says: { 'popular.example': 'knownServices: Popular, rank 7' },
  },
  {
    shape: 'crux',
    lines: ['origin,rank', 'https://popular.example,1000'],
    says: { 'popular.example': 'knownServices: Popular, among the first 1000' },
  },
];
