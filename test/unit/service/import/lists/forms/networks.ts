import { type Form, tabbed } from './form';

/** Lists of attackers and networks. */
export const ofNetworks: readonly Form[] = [
  {
    shape: 'drop-json',
    lines: [
      '{"sblid":"SBL1","cidr":"198.51.100.0/24","rir":"ripencc"}',
      '{"asn":64500,"rir":"arin","domain":"net.example"}',
      '{"type":"metadata","timestamp":1753388594,"size":1,"records":1}',
    ],
    says: { '198.51.100.0/24': 'high: Network hijacked or leased by criminals (SBL1)' },
    skipped: { autonomousSystem: 1 },
  },
  {
    shape: 'drop',
    lines: ['; Spamhaus DROP', '203.0.113.0/24 ; SBL256894'],
    says: { '203.0.113.0/24': 'high: Network hijacked or leased by criminals (SBL256894)' },
  },
  {
    shape: 'dshield',
    lines: [
      tabbed('Start', 'End', 'Netmask', 'Attacks', 'Name', 'Country', 'email'),
      tabbed('203.0.113.0', '203.0.113.255', '24', '788', 'EXAMPLE', 'JP', 'a@bad.example'),
    ],
    says: { '203.0.113.0/24': 'medium: Scanned 788 targets · JP, EXAMPLE' },
  },
  {
    shape: 'dshield',
    lines: [
      tabbed('203.0.113.0', '203.0.113.255', '24', '788'),
      tabbed('198.51.100.0', '198.51.100.255', '24', '5', '', ''),
    ],
    says: { '203.0.113.0/24': 'medium: Scanned 788 targets', '198.51.100.0/24': 'medium: Scanned 5 targets' },
  },
  {
    shape: 'dataplane',
    lines: [
      '64500  |  EXAMPLE | MORE, US  |  198.51.100.1  |  2026-10-05 01:49:19  |  sshpwauth',
      'NA  |  NA  |  2001:db8::1  |  2026-10-01 00:00:00  |  2026-10-05 01:49:19  |  proto41',
    ],
    says: {
      '198.51.100.1': 'medium: SSH password guessing (sshpwauth) · to 2026-10-05 · AS64500, EXAMPLE | MORE, US',
      '2001:db8::1': 'low: IPv6 tunnels to sensors (proto41) · 2026-10-01 to 2026-10-05',
    },
  },
  {
    shape: 'tor-exits',
    lines: ['ExitNode F', 'Published 2026-03-11 13:07:19', 'ExitAddress 198.51.100.8 2026-03-12 08:10:51'],
    says: { '198.51.100.8': 'informational: Tor exit · to 2026-03-12' },
  },
  {
    shape: 'firehol',
    lines: [
      '#',
      '# firehol_made_up',
      '#',
      '# ipv4 hash:net ipset',
      '#',
      '# Maintainer      : FireHOL',
      '# Category        : attacks',
      '# Entries         : 3',
      '#',
      '10.0.0.0/8',
      '198.51.100.0/24',
      '203.0.113.9',
    ],
    says: {
      '198.51.100.0/24': 'unknown: firehol_made_up (attacks)',
      '203.0.113.9': 'unknown: firehol_made_up (attacks)',
    },
    skipped: { reserved: 1 },
  },
  {
    shape: 'named-informational',
    name: 'torbulkexitlist.txt',
    lines: ['198.51.100.8', '2001:db8::8'],
    says: { '198.51.100.8': 'informational: Tor exit', '2001:db8::8': 'informational: Tor exit' },
  },
  {
    shape: 'named-harmless',
    name: 'bing-ipv4.txt',
    lines: ['198.51.100.0/24', '203.0.113.0/24'],
    says: { '198.51.100.0/24': 'knownServices: Bingbot', '203.0.113.0/24': 'knownServices: Bingbot' },
  },
  {
    shape: 'ipsum',
    lines: [
      '# IPsum',
      tabbed('198.51.100.1', '5'),
      tabbed('198.51.100.2', '4'),
      tabbed('198.51.100.3', '2'),
      tabbed('172.18.0.2', '9'),
    ],
    says: {
      '198.51.100.1': 'high: On 5 lists of attackers',
      '198.51.100.2': 'medium: On 4 lists of attackers',
      '198.51.100.3': 'low: On 2 lists of attackers',
    },
    skipped: { reserved: 1 },
  },
  {
    shape: 'ipsum',
    name: 'ipsum.txt',
    lines: [tabbed('198.51.100.1', '3')],
    says: { '198.51.100.1': 'medium: On 3 lists of attackers' },
  },
];
