import { type Form, hash, json } from './form';

const urlhausRow =
  '"7","2026-02-26 12:05:20","http://198.51.100.7:58801/i?a=1,2","online","2026-02-27 01:00:00","malware_download","32-bit,elf,Mozi","https://urlhaus.abuse.ch/url/7/","x"';
const threatFoxRows = [
  '"2026-07-04 21:46:30", "1", "198.51.100.9:5555", "ip:port", "botnet_cc", "win.remcos", "None", "Remcos", "2026-07-05 00:00:00", "75", "False", "None", "RAT", "0", "a"',
  '"2026-07-03 21:46:30", "2", "198.51.100.9:6666", "ip:port", "botnet_cc", "win.remcos", "None", "Remcos", "", "50", "False", "None", "RAT", "0", "a"',
  '"2026-07-04 21:46:30", "3", "2001:db8:1::5:40669", "ip:port", "botnet_cc", "win.x", "None", "Unknown malware", "", "50", "False", "None", "", "0", "a"',
  '"2026-07-04 21:46:30", "4", "shop.bad.example", "domain", "payload_delivery", "js.x", "None", "ClearFake", "", "100", "True", "None", "", "0", "a"',
  `"2026-07-04 21:46:30", "5", "${hash(64)}", "sha256_hash", "payload", "win.x", "None", "Remcos", "", "100", "False", "None", "", "0", "a"`,
  '"2026-07-04 21:46:30", "6", "someone@bad.example", "email", "payload", "win.x", "None", "Remcos", "", "100", "False", "None", "", "0", "a"',
];
const threatFoxSays = {
  '198.51.100.9': 'high: Botnet C2 server (confidence 75%) · Remcos · port 5555, 6666 · 2026-07-03 to 2026-07-05',
  '2001:db8:1::5': 'medium: Botnet C2 server (confidence 50%) · port 40669 · 2026-07-04',
  'shop.bad.example': 'medium: Delivers malware, on a compromised host (confidence 100%) · ClearFake · 2026-07-04',
};
const threatFoxObject = {
  ioc_type: 'ip:port',
  threat_type: 'botnet_cc',
  malware_printable: 'Remcos',
  confidence_level: 49,
  is_compromised: 1,
  tags: 'a,b',
  reference: null,
};
const malwareBazaarRow = `"2026-02-26 13:41:09", "${hash(64)}", "${hash(32)}", "${hash(40)}", "a", "invoice.com", "exe", "application/x", "Remcos"`;
/** Lists of abuse.ch. */
export const ofAbuseCh: readonly Form[] = [
  {
    shape: 'urlhaus',
    lines: [
      '# URLhaus',
      '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter,later',
      `${urlhausRow},"?"`,
    ],
    says: { 'http://198.51.100.7:58801/i?a=1,2': 'high: Distributes malware · Mozi · 2026-02-26 to 2026-02-27' },
  },
  {
    shape: 'urlhaus',
    lines: [urlhausRow],
    says: { 'http://198.51.100.7:58801/i?a=1,2': 'high: Distributes malware · Mozi · 2026-02-26 to 2026-02-27' },
  },
  {
    shape: 'urlhaus',
    lines: [urlhausRow.replace('"2026-02-27 01:00:00",', '')],
    says: { 'http://198.51.100.7:58801/i?a=1,2': 'high: Distributes malware · Mozi · 2026-02-26' },
  },
  {
    shape: 'urlhaus-json',
    lines: json({
      5: [
        {
          dateadded: '2026-03-01 10:00:00 UTC',
          url: 'http://bad.example/x',
          url_status: 'offline',
          last_online: null,
          threat: 'malware_download',
          tags: ['elf', 'Mozi'],
          urlhaus_link: 'https://urlhaus.abuse.ch/url/5/',
        },
      ],
    }),
    says: { 'http://bad.example/x': 'medium: Distributed malware · Mozi · 2026-03-01' },
  },
  {
    shape: 'threatfox',
    lines: [
      '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"',
      ...threatFoxRows,
    ],
    says: threatFoxSays,
    skipped: { fileHash: 1, otherType: 1 },
    duplicates: 1,
  },
  {
    shape: 'threatfox',
    lines: threatFoxRows,
    says: threatFoxSays,
    skipped: { fileHash: 1, otherType: 1 },
    duplicates: 1,
  },
  {
    shape: 'threatfox-json',
    lines: json({ 1: [{ ...threatFoxObject, ioc_value: '198.51.100.9:55', first_seen_utc: '2026-07-04 21:46:30' }] }),
    says: {
      '198.51.100.9':
        'very low: Botnet C2 server, on a compromised host (confidence 49%) · Remcos · port 55 · 2026-07-04',
    },
  },
  {
    shape: 'threatfox-json',
    lines: json({
      query_status: 'ok',
      data: [{ ...threatFoxObject, ioc: '198.51.100.9:55', first_seen: '2026-07-04 21:46:30 UTC', tags: ['a'] }],
    }),
    says: {
      '198.51.100.9':
        'very low: Botnet C2 server, on a compromised host (confidence 49%) · Remcos · port 55 · 2026-07-04',
    },
  },
  {
    shape: 'feodo',
    lines: [
      '"first_seen_utc","dst_ip","dst_port","c2_status","last_online","malware"',
      '"2026-05-23 17:51:44","198.51.100.3","1194","online","2026-06-01","Pikabot"',
      '"2026-05-23 17:51:44","198.51.100.4","443","offline","2026-06-01","Emotet"',
      '# END 2 entries',
    ],
    says: {
      '198.51.100.3': 'high: Botnet C2 server · Pikabot · port 1194 · 2026-05-23 to 2026-06-01',
      '198.51.100.4': 'medium: Botnet C2 server, offline · Emotet · port 443 · 2026-05-23 to 2026-06-01',
    },
  },
  {
    shape: 'feodo',
    lines: ['"2026-05-23 17:51:44","198.51.100.3","1194","online","2026-06-01","Pikabot"'],
    says: { '198.51.100.3': 'high: Botnet C2 server · Pikabot · port 1194 · 2026-05-23 to 2026-06-01' },
  },
  {
    shape: 'feodo',
    lines: ['# Firstseen,DstIP,DstPort,LastOnline,Malware', '2026-01-01 00:00:00,198.51.100.4,443,2026-02-01,Emotet'],
    says: { '198.51.100.4': 'medium: Botnet C2 server · Emotet · port 443 · 2026-01-01 to 2026-02-01' },
  },
  {
    shape: 'feodo-json',
    lines: json([
      {
        ip_address: '198.51.100.4',
        port: 4043,
        status: 'online',
        hostname: null,
        as_number: 64500,
        as_name: 'EXAMPLE',
        country: 'DE',
        last_online: '2026-11-15',
        malware: 'Dridex',
      },
    ]),
    says: { '198.51.100.4': 'high: Botnet C2 server · Dridex · port 4043 · to 2026-11-15 · DE, AS64500, EXAMPLE' },
  },
  {
    shape: 'sslbl-addresses',
    lines: [
      '# Firstseen,DstIP,DstPort',
      '2026-08-10 21:58:27,198.51.100.6,5200',
      '2026-08-09 21:58:27,198.51.100.6,5201',
      '2026-08-09 21:58:27,10.0.0.6,5201',
    ],
    says: { '198.51.100.6': 'high: Botnet C2 server · port 5200, 5201 · 2026-08-09' },
    skipped: { reserved: 1 },
    duplicates: 1,
  },
  {
    shape: 'sslbl-certificates',
    lines: ['# Listingdate,SHA1,Listingreason', `2026-01-01 00:00:00,${hash(40)},AsyncRAT C&C`],
    says: {},
    skipped: { certificateHash: 1 },
  },
  {
    shape: 'malwarebazaar',
    lines: ['# "first_seen_utc","sha256_hash","md5_hash","sha1_hash","reporter","file_name"', malwareBazaarRow],
    says: {},
    skipped: { fileHash: 1 },
  },
  { shape: 'malwarebazaar', lines: [malwareBazaarRow], says: {}, skipped: { fileHash: 1 } },
];
