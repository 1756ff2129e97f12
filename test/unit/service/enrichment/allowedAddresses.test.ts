import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '../../../../src/service/enrichment/reach/environment';

describe('An address that a scan may connect to', () => {
  const none = new BlockList();

  it('is public', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '64:ff9b::808:808']) {
      assert.equal(isPublicAddress(address, none), true, address);
    }
  });

  it('is never special-purpose, in any spelling, and never a tunnel', () => {
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.1.1',
      '192.0.2.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fd00::1',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2002:0808:0808::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '0177.0.0.1',
      'localhost',
      '',
      '8.8.8.8 ',
    ]) {
      assert.equal(isPublicAddress(address, none), false, address);
    }
  });

  it('is never in a network of this machine', () => {
    const own = new BlockList();
    own.addSubnet('8.8.8.0', 24, 'ipv4');
    own.addSubnet('2606:4700::', 64, 'ipv6');
    for (const address of ['8.8.8.8', '2606:4700::1', '64:ff9b::808:808'])
      assert.equal(isPublicAddress(address, own), false, address);
    assert.equal(isPublicAddress('8.8.9.8', own), true);
    for (const found of Object.values(networkInterfaces()).flat()) {
      if (found !== undefined) assert.equal(isPublicAddress(found.address), false, found.address);
    }
  });
});
