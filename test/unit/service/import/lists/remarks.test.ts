import assert from 'node:assert/strict';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { readListText } from './reading';

/** Returns the text of an entry in hovers, records, and exports: its reason, its context, or its description. */
function shown({ riskFactors, contexts = [], other }: IndicatorRecord): string {
  const description = typeof other['description'] === 'string' ? other['description'] : '';
  return riskFactors[0]?.description ?? contexts[0]?.label ?? description;
}

async function entry(lines: readonly string[], name?: string): Promise<IndicatorRecord> {
  const { records } = await readListText(`${lines.join('\n')}\n`, name);
  const [record] = records.values();
  assert.ok(record !== undefined, lines.join('\n'));
  return record;
}

describe('What a list says beside the risk', () => {
  const threatFox = (malware: string): readonly string[] => [
    '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"',
    `"2026-07-04 22:19:04", "1", "198.51.100.7:443", "ip:port", "botnet_cc", "unknown", "None", "${malware}", "", "50", "False", "None", "c2", "0", "someone"`,
  ];
  const cases: Readonly<Record<string, readonly [lines: readonly string[], said: string, name?: string]>> = {
    'the confidence of ThreatFox': [threatFox('Remcos'), 'Botnet C2 server (confidence 50%)'],
    'the SBL number of Spamhaus DROP': [
      ['; Spamhaus', '198.51.100.0/24 ; SBL123456'],
      'Network hijacked or leased by criminals (SBL123456)',
    ],
    'the SBL number of Spamhaus DROP as JSON': [
      ['{"cidr":"198.51.100.0/24","sblid":"SBL123456","rir":"apnic"}'],
      'Network hijacked or leased by criminals (SBL123456)',
    ],
    'source and description of Zeek': [
      [
        '#fields\tindicator\tindicator_type\tmeta.source\tmeta.desc',
        'lookups-test-1.com\tIntel::DOMAIN\tCTI-1\tLoader',
      ],
      'Loader (CTI-1)',
    ],
    'the source of Zeek alone': [
      ['#fields\tindicator\tindicator_type\tmeta.source\tmeta.desc', 'lookups-test-1.com\tIntel::DOMAIN\tCTI-1\t-'],
      'Reported by CTI-1',
    ],
    'confidence and source of Zeek': [
      [
        '#fields\tindicator\tindicator_type\tmeta.source\tmeta.desc\tmeta.cif_confidence',
        'lookups-test-1.com\tIntel::DOMAIN\tCTI-1\tcti-1\t85',
      ],
      'cti-1 (confidence 85%)',
    ],
    'category and score of Suricata': [
      ['198.51.100.7,3,88'],
      "In category 3 of Suricata's reputation, score 88",
      'iprep.list',
    ],
    'the number of lists of IPsum': [['# IPsum', '198.51.100.7\t4'], 'On 4 lists of attackers'],
    'the category of dataplane.org': [
      ['64500  |  NET-1  |  198.51.100.7  |  2026-03-01 10:00:00  |  sshpwauth'],
      'SSH password guessing (sshpwauth)',
    ],
    'a category of dataplane.org that has no words here': [
      ['64500  |  NET-1  |  198.51.100.7  |  2026-03-01 10:00:00  |  newreport'],
      'newreport',
    ],
    'the own name of a list of FireHOL': [
      ['# list_made_up', '#', '# ipv4 hash:ip ipset', '# Category        : abuse', '198.51.100.7'],
      'list_made_up (abuse)',
    ],
  };
  for (const [name, [lines, said, file]] of Object.entries(cases)) {
    it(`is shown: ${name}`, async () => {
      assert.equal(shown(await entry(lines, file)), said);
    });
  }

  it('is a property as well: the confidence as in STIX, the SBL page, the relay of Tor', async () => {
    assert.equal((await entry(threatFox('Remcos'))).other['confidence'], 50);
    assert.match(
      String((await entry(['; Spamhaus', '198.51.100.0/24 ; SBL123456'])).other['reference']),
      /\/SBL123456$/,
    );
    const exit = await entry(['ExitNode F00D', 'ExitAddress 198.51.100.8 2026-03-12 08:10:51']);
    assert.equal(exit.other['relay'], 'F00D');
  });

  it('is a link without the credentials in it', async () => {
    const lines = [
      '#fields\tindicator\tindicator_type\tmeta.url',
      'lookups-test-1.com\tIntel::DOMAIN\thttps://a:b@x.example/1?m=c@d',
    ];
    assert.equal((await entry(lines)).other['reference'], 'https://x.example/1?m=c@d');
  });

  it('names no threat where the list only says that it is unknown', async () => {
    for (const none of ['Unknown malware', 'unknown', 'Unidentified Malware', 'Generic malware', 'n/a', '-'])
      assert.deepEqual((await entry(threatFox(none))).threats, [], none);
    const rows = await readListText(
      'indicator,malware\nlookups-test-1.com,Unknown malware\nlookups-test-2.com,Remcos\n',
    );
    assert.deepEqual(
      [...rows.records.values()].map(({ risk, threats }) => [risk, threats.map(({ name }) => name)]),
      [
        ['unknown', []],
        ['high', ['Remcos']],
      ],
    );
  });

  it('is who a crawler is, by the name of its file, unless that is about those who only claim it', async () => {
    const json = JSON.stringify({ creationTime: '2026-08-20', prefixes: [{ ipv4Prefix: '198.51.100.0/24' }] });
    for (const [name, label] of [
      ['googlebot.json', 'Googlebot'],
      ['gptbot.json', 'GPTBot'],
      ['download', 'Crawler'],
    ] as const)
      assert.deepEqual((await entry([json], name)).contexts, [{ kind: 'knownServices', category: 'crawler', label }]);
    for (const name of ['googlebot.txt', 'Bing-IPv4.txt'])
      assert.equal((await entry(['198.51.100.7'], name)).contexts?.[0]?.kind, 'knownServices');
    for (const name of ['fake-googlebot.txt', 'googlebot-abusers.txt', 'c2-ips-v4.txt'])
      assert.equal((await entry(['198.51.100.7'], name)).contexts, undefined, name);
  });
});
