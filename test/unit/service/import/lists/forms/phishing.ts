import { type Form, hash, json, tabbed } from './form';

const phish = {
  phish_id: '1',
  url: 'http://login.bad.example/?a=1',
  submission_time: '2026-05-09T22:01:43+00:00',
  phish_detail_url: 'http://www.phishtank.com/phish_detail.php?phish_id=1',
  verified: 'yes',
  verification_time: '2026-05-10T22:03:00+00:00',
  online: 'yes',
  target: 'PayPal',
  details: [{ ip_address: '198.51.100.3', cidr_block: '198.51.100.0/24', country: 'DE' }],
};
const phishSays = {
  'http://login.bad.example/?a=1': 'high: Phishing that imitates PayPal · 2026-05-09 to 2026-05-10',
};
const phishRow =
  '1,http://login.bad.example/?a=1,http://www.phishtank.com/phish_detail.php?phish_id=1,2026-05-09T22:01:43+00:00,yes,2026-05-10T22:03:00+00:00,yes,PayPal';

/** Lists of phishing and malware. */
export const ofPhishing: readonly Form[] = [
  {
    shape: 'phishtank',
    lines: ['phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target', phishRow],
    says: phishSays,
  },
  { shape: 'phishtank', lines: [phishRow], says: phishSays },
  { shape: 'phishtank-json', lines: json([phish]), says: phishSays },
  {
    shape: 'cert-pl',
    lines: [
      tabbed('PozycjaRejestru', 'AdresDomeny', 'DataWpisu', 'DataWykreslenia'),
      tabbed('1', 'bad.example', '2026-01-02T00:00:00', ''),
      tabbed('2', 'gone.example', '2025-01-02T00:00:00', '2025-02-02T00:00:00'),
    ],
    says: { 'bad.example': 'high: Phishing or fraud · 2026-01-02' },
    skipped: { deletedAttribute: 1 },
  },
  {
    shape: 'vxvault',
    lines: [
      '<pre>',
      'VX Vault last 100 Links',
      'Fri, 20 Nov 2026 10:00:00 +0000',
      '',
      'http://bad.example/x.exe',
      '<br>https://worse.example/y<br></pre>',
    ],
    says: { 'http://bad.example/x.exe': 'unknown', 'https://worse.example/y': 'unknown' },
  },
  {
    shape: 'viriback',
    lines: ['Family,URL,IP,FirstSeen', 'Pony,http://bad.example/admin.php,203.0.113.4,03-01-2026'],
    says: {
      'http://bad.example/admin.php': 'high: C2 panel · Pony · 2026-01-03',
      '203.0.113.4': 'high: C2 panel · Pony · 2026-01-03',
    },
  },
  {
    shape: 'tweetfeed',
    lines: [
      `2026-01-02 03:04:05,someone,md5,${hash(32)},#phishing,https://twitter.com/someone/status/1`,
      '2026-01-02 03:04:05,someone,domain,bad.example,#phishing #kit,https://twitter.com/someone/status/2',
    ],
    says: { 'bad.example': 'medium: Posted by researchers · 2026-01-02' },
    skipped: { fileHash: 1 },
  },
  {
    shape: 'c2intelfeeds',
    lines: ['#ip,ioc', '203.0.113.4,Possible Cobaltstrike C2 IP'],
    says: { '203.0.113.4': 'medium: Possible Cobaltstrike C2 IP' },
  },
];
