import assert from 'node:assert/strict';
import { readListText, risksOf, valuesOf } from './reading';

describe('Lists of attackers and networks', () => {
  it('contain networks with their reference (Spamhaus DROP as text and as JSON lines)', async () => {
    const text = await readListText(
      '; Spamhaus DROP\n; Last-Modified: Wed, 12 Nov 2025 00:12:10 GMT\n203.0.113.0/24 ; SBL256894\n',
    );
    assert.deepEqual(risksOf(text), { '203.0.113.0/24': 'high' });
    assert.equal(
      text.records.get('203.0.113.0/24')?.other['reference'],
      'https://check.spamhaus.org/sbl/query/SBL256894',
    );
    const lines = await readListText(
      '{"cidr":"198.51.100.0/24","sblid":"SBL1","rir":"ripencc"}\n{"asn":64500,"rir":"arin","domain":"net.example"}\n{"type":"metadata","timestamp":1753388594,"size":1,"records":1}\n',
    );
    assert.deepEqual(risksOf(lines), { '198.51.100.0/24': 'high' });
    assert.deepEqual(lines.skipped, { autonomousSystem: ['AS64500'] });
  });

  it('may contain the delimiter in a name (dataplane.org)', async () => {
    const list = await readListText(
      '# sshpwauth\n64500  |  EXAMPLE, US  |  198.51.100.1  |  2016-12-05 01:49:19  |  sshpwauth\nNA  |  A | B, US  |  198.51.100.2  |  2016-12-05 01:49:19  |  sshclient\n64500  |  EXAMPLE  |  2001:db8::1  |  2016-12-01 00:00:00  |  2016-12-05 01:49:19  |  proto41\n',
    );
    assert.deepEqual(risksOf(list), { '198.51.100.1': 'medium', '198.51.100.2': 'low', '2001:db8::1': 'low' });
    assert.deepEqual(list.records.get('198.51.100.2')?.properties, { geo: { org: ['A | B, US'] } });
    assert.deepEqual(list.records.get('2001:db8::1')?.timestamps, {
      added: Date.UTC(2016, 11, 1),
      seen: Date.UTC(2016, 11, 5, 1, 49, 19),
    });
  });

  it('give ranges as networks, with the number of targets (DShield)', async () => {
    const list = await readListText(
      '# DShield.org\nStart\tEnd\tNetmask\tAttacks\tName\tCountry\temail\n203.0.113.0\t203.0.113.255\t24\t788\tEXAMPLE\tJP\ta@b.example\n198.51.100.0\t198.51.100.255\t24\t585\t\t\t\n',
    );
    assert.deepEqual(valuesOf(list), ['203.0.113.0/24', '198.51.100.0/24']);
    assert.equal(list.records.get('203.0.113.0/24')?.riskFactors[0]?.description, 'Scanned 788 targets');
  });

  it('rate an address by the number of lists that contain it (IPsum)', async () => {
    const list = await readListText(
      '# IPsum Threat Intelligence Feed\n# IP\tnumber of (black)lists\n198.51.100.1\t10\n198.51.100.2\t3\n198.51.100.3\t1\n',
    );
    assert.deepEqual(risksOf(list), { '198.51.100.1': 'high', '198.51.100.2': 'medium', '198.51.100.3': 'low' });
  });

  it('claim no risk for Tor exits, but the time of their test', async () => {
    const list = await readListText(
      'ExitNode FE39F0\nPublished 2024-03-11 13:07:19\nLastStatus 2024-03-12 08:00:00\nExitAddress 198.51.100.8 2024-03-12 08:10:51\n',
    );
    assert.deepEqual(risksOf(list), { '198.51.100.8': 'unknown' });
    assert.equal(list.records.get('198.51.100.8')?.timestamps.seen, Date.UTC(2024, 2, 12, 8, 10, 51));
  });

  it('never contain private addresses', async () => {
    const list = await readListText('198.51.100.1\n172.18.0.2\n10.0.0.0/8\n224.0.0.0/3\n203.0.113.9\n');
    assert.deepEqual(valuesOf(list), ['198.51.100.1', '203.0.113.9']);
    assert.deepEqual(list.skipped, { reserved: ['172.18.0.2', '10.0.0.0/8'], networkTooLarge: ['224.0.0.0/3'] });
    const known = await readListText('# IPsum Threat Intelligence Feed\n198.51.100.1\t10\n172.18.0.2\t9\n');
    assert.deepEqual([valuesOf(known), known.skipped], [['198.51.100.1'], { reserved: ['172.18.0.2'] }]);
  });
});
