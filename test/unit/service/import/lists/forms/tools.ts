import { type Form, json, tabbed } from './form';

/** Lists of detection tools. */
export const ofTools: readonly Form[] = [
  {
    shape: 'zeek',
    lines: [
      tabbed('#fields', 'indicator', 'indicator_type', 'meta.desc', 'meta.cif_confidence'),
      tabbed('203.0.113.9', 'Intel::ADDR', 'RedLine C2', '85'),
      tabbed('bad.example/kit.php', 'Intel::URL', 'Kit', '-'),
      tabbed('setup.com', 'Intel::FILE_NAME', '-', '-'),
    ],
    says: { '203.0.113.9': 'high: RedLine C2 (confidence 85%)', 'http://bad.example/kit.php': 'unknown: Kit' },
    skipped: { otherType: 1 },
  },
  {
    shape: 'zeek',
    lines: [tabbed('203.0.113.9', 'Intel::ADDR', 'source'), tabbed('setup.com', 'Intel::FILE_NAME', 'source')],
    says: { '203.0.113.9': 'unknown' },
    skipped: { otherType: 1 },
  },
  {
    shape: 'team',
    lines: [
      'indicator,verdict,note,tags,author,date',
      'portal.bad.example,allow,Our scanner,"red team;eu",kim,2026-01-02',
      '*.cdn.example,allow,,,,',
      'bad.example,high,Phishing kit,,kim,2026-01-03',
      'worse.example,block,,,,',
      '203.0.113.9,,Seen in March,,,',
    ],
    says: {
      'portal.bad.example': 'knownServices: Our scanner (red team, eu) · to 2026-01-02',
      'cdn.example': 'knownServices: Allowed',
      'bad.example': 'high: Phishing kit · to 2026-01-03',
      'worse.example': 'unknown',
      '203.0.113.9': 'informational: Seen in March',
    },
  },
  {
    shape: 'suricata-reputation',
    name: 'iprep.list',
    lines: ['#8.8.8.8,10,100', '203.0.113.5,1,101', '198.51.100.0/24,6,88'],
    says: {
      '203.0.113.5': "informational: In category 1 of Suricata's reputation, score 101",
      '198.51.100.0/24': "informational: In category 6 of Suricata's reputation, score 88",
    },
  },
  {
    shape: 'suricata-lines',
    lines: ['{"host":"bad.example","year":2005}', '{"host":"worse.example"}'],
    says: { 'bad.example': 'unknown: year: 2005', 'worse.example': 'unknown' },
  },
  {
    shape: 'suricata-json',
    lines: json([{ ip: '203.0.113.6', context: 3 }, { ip: '10.16.1.11' }]),
    says: { '203.0.113.6': 'unknown: context: 3' },
    skipped: { reserved: 1 },
  },
  {
    shape: 'suricata-strings',
    lines: [btoa('bad.example'), `${btoa('http://bad.example/x')},17`],
    says: { 'bad.example': 'unknown', 'http://bad.example/x': 'unknown: Score 17 in a Suricata dataset' },
  },
  {
    shape: 'misp',
    lines: json({
      Event: {
        info: 'Stealers',
        date: '2026-07-29',
        threat_level_id: '3',
        Tag: [{ name: 'misp-galaxy:malpedia="RedLine"' }],
        Attribute: [
          { type: 'domain|ip', value: 'bad.example|203.0.113.8', to_ids: 1, timestamp: '1785283200' },
          { type: 'ip-dst|port', value: '203.0.113.7|8443', to_ids: '1', timestamp: '1785283200' },
          { type: 'hostname', value: 'context.example', to_ids: false, timestamp: '1785283200' },
          { type: 'domain', value: 'gone.example', to_ids: true, deleted: '1' },
          { type: 'link', value: 'https://blog.example/report', to_ids: false },
        ],
        Object: [{ deleted: true, Attribute: [{ type: 'domain', value: 'old.example', to_ids: true }] }],
      },
    }),
    says: {
      'bad.example': 'low: Stealers · RedLine · 2026-07-29 to 2026-07-29',
      '203.0.113.8': 'low: Stealers · RedLine · 2026-07-29 to 2026-07-29',
      '203.0.113.7': 'low: Stealers · RedLine · port 8443 · 2026-07-29 to 2026-07-29',
      'context.example': 'informational: Stealers · RedLine · 2026-07-29 to 2026-07-29',
    },
    skipped: { deletedAttribute: 2, report: 1 },
  },
];
