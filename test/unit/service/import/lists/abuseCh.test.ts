import assert from 'node:assert/strict';
import { readListText, risksOf, valuesOf } from './reading';

const day = (text: string): number => Date.parse(`${text}Z`);

describe('Lists of abuse.ch', () => {
  it('contain URLs with their status, families, and dates (URLhaus)', async () => {
    const list = await readListText(
      `# abuse.ch URLhaus\n# Last updated: 2026-02-26 12:05:20 (UTC)\n#\n` +
        `# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\r\n` +
        `"7","2026-02-26 12:05:20","http://198.51.100.7:58801/i","online","2026-02-27 01:00:00","malware_download","32-bit,elf,Mozi,iframe,Photo.scr,scr","https://urlhaus.abuse.ch/url/7/","someone"\r\n` +
        `"6","2026-02-25 12:05:20","http://files.evil.example/a","offline","","malware_download","None","https://urlhaus.abuse.ch/url/6/","someone"`,
    );
    assert.deepEqual(risksOf(list), { 'http://198.51.100.7:58801/i': 'high', 'http://files.evil.example/a': 'medium' });
    const record = list.records.get('http://198.51.100.7:58801/i');
    assert.deepEqual(
      record?.threats.map(({ name }) => name),
      ['Mozi'],
    );
    assert.deepEqual(record.timestamps, { added: day('2026-02-26T12:05:20'), seen: day('2026-02-27T01:00:00') });
    assert.equal(record.other['reference'], 'https://urlhaus.abuse.ch/url/7/');
    assert.deepEqual(list.skipped, {});
  });

  it('are read by the names of columns, in old copies with fewer of them, too', async () => {
    const list = await readListText(
      'id,dateadded,url,url_status,threat,tags,urlhaus_link,reporter\n' +
        '"1","2020-12-01 00:00:00","http://evil.example/x","online","malware_download","elf","https://urlhaus.abuse.ch/url/1/","a"\n',
    );
    assert.deepEqual(risksOf(list), { 'http://evil.example/x': 'high' });
  });

  it('rate by confidence, name malware and ports, and lower the risk of compromised hosts (ThreatFox)', async () => {
    const row = (...cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(', ');
    const list = await readListText(
      [
        '# ThreatFox IOCs',
        '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"',
        row(
          '2026-07-04 21:46:30',
          '1',
          '198.51.100.9:5555',
          'ip:port',
          'botnet_cc',
          'win.x',
          'None',
          'Remcos',
          '2026-07-05 00:00:00',
          '75',
          'False',
          'None',
          'RAT',
          '0',
          'a',
        ),
        row(
          '2026-07-04 21:46:30',
          '2',
          '2001:db8:1::5:40669',
          'ip:port',
          'botnet_cc',
          'win.x',
          'None',
          'Unknown malware',
          '',
          '50',
          'False',
          'None',
          '',
          '0',
          'a',
        ),
        row(
          '2026-07-04 21:46:30',
          '3',
          'shop.evil.example',
          'domain',
          'payload_delivery',
          'js.x',
          'None',
          'ClearFake',
          '',
          '100',
          'True',
          'None',
          '',
          '0',
          'a',
        ),
        row(
          '2026-07-04 21:46:30',
          '4',
          'aa'.repeat(32),
          'sha256_hash',
          'payload',
          'win.x',
          'None',
          'Remcos',
          '',
          '100',
          'False',
          'None',
          '',
          '0',
          'a',
        ),
      ].join('\r\n'),
    );
    assert.deepEqual(risksOf(list), {
      '198.51.100.9': 'high',
      '2001:db8:1::5': 'medium',
      'shop.evil.example': 'medium',
    });
    assert.deepEqual(list.records.get('198.51.100.9')?.attributes, { port: [['5555']] });
    assert.deepEqual(list.records.get('2001:db8:1::5')?.attributes, { port: [['40669']] });
    assert.deepEqual(list.records.get('2001:db8:1::5')?.threats, []);
    assert.match(list.records.get('shop.evil.example')?.riskFactors[0]?.description ?? '', /compromised host/);
    assert.deepEqual(list.skipped, { fileHash: ['aa'.repeat(32)] });
  });

  it('are the same as JSON', async () => {
    const threatFox = await readListText(
      JSON.stringify({
        1: [
          {
            ioc_value: '198.51.100.9:5555',
            ioc_type: 'ip:port',
            threat_type: 'botnet_cc',
            malware_printable: 'Remcos',
            confidence_level: 100,
            is_compromised: false,
            tags: null,
            first_seen_utc: '2026-07-04 21:46:30',
            last_seen_utc: null,
          },
        ],
      }),
    );
    assert.deepEqual(risksOf(threatFox), { '198.51.100.9': 'high' });
    const urlhaus = await readListText(
      JSON.stringify({
        5: [
          {
            dateadded: '2024-03-01 10:00:00 UTC',
            url: 'http://evil.example/x',
            url_status: 'offline',
            last_online: null,
            threat: 'malware_download',
            tags: ['Mozi'],
            urlhaus_link: 'https://urlhaus.abuse.ch/url/5/',
            reporter: 'a',
          },
        ],
      }),
    );
    assert.deepEqual(risksOf(urlhaus), { 'http://evil.example/x': 'medium' });
    assert.equal(urlhaus.records.get('http://evil.example/x')?.timestamps.added, day('2024-03-01T10:00:00'));
  });

  it('contain C2 servers with port, status, and network (Feodo Tracker)', async () => {
    const csv = await readListText(
      '# Feodo\n"first_seen_utc","dst_ip","dst_port","c2_status","last_online","malware"\n"2023-05-23 17:51:44","198.51.100.3","1194","online","2024-04-01","Pikabot"\n# END 1 entries\n',
    );
    assert.deepEqual(risksOf(csv), { '198.51.100.3': 'high' });
    assert.deepEqual(csv.records.get('198.51.100.3')?.threats, [
      { name: 'Pikabot', category: 'malware', risk: 'high' },
    ]);
    const json = await readListText(
      JSON.stringify([
        {
          ip_address: '198.51.100.4',
          port: 4043,
          status: 'offline',
          hostname: null,
          as_number: 64500,
          as_name: 'EXAMPLE',
          country: 'DE',
          last_online: '2022-11-15',
          malware: 'Dridex',
        },
      ]),
    );
    assert.deepEqual(risksOf(json), { '198.51.100.4': 'medium' });
    assert.deepEqual(json.records.get('198.51.100.4')?.properties, {
      geo: { countrycode: ['DE'], asn: ['AS64500'], org: ['EXAMPLE'] },
    });
  });

  it('name the malware of an address without a column of that name, and no hash is an indicator (SSLBL)', async () => {
    const old = await readListText('# SSL IPBL\n# DstIP,DstPort\n198.51.100.5,443,Dridex C&C\n');
    assert.deepEqual(
      old.records.get('198.51.100.5')?.threats.map(({ name }) => name),
      ['Dridex'],
    );
    const now = await readListText('# SSLBL\n# Firstseen,DstIP,DstPort\n2020-08-10 21:58:27,198.51.100.6,5200\n');
    assert.deepEqual(now.records.get('198.51.100.6')?.attributes, { port: [['5200']] });
    const hashes = await readListText(
      `# Listingdate,SHA1,Listingreason\n2026-01-01 00:00:00,${'a'.repeat(40)},AsyncRAT C&C\n`,
    );
    assert.deepEqual([valuesOf(hashes), Object.keys(hashes.skipped)], [[], ['certificateHash']]);
  });

  it('with file names like hosts contain no indicator (MalwareBazaar)', async () => {
    const list = await readListText(
      `# "first_seen_utc","sha256_hash","md5_hash","sha1_hash","reporter","file_name"\n"2026-02-26 13:41:09", "${'1'.repeat(64)}", "${'2'.repeat(32)}", "${'3'.repeat(40)}", "a", "invoice.com"\n`,
    );
    assert.deepEqual([valuesOf(list), Object.keys(list.skipped)], [[], ['fileHash']]);
  });
});
