import assert from 'node:assert/strict';
import { parseIndicator, rejectionReason } from '../../../../src/core/indicators';

describe('rejectionReason', () => {
  it('reports a name without a public top-level domain', () => {
    for (const name of ['amazing.lab', 'amazing[.]lab', 'update.server.lan1', 'Setup.Log.']) {
      assert.equal(parseIndicator(name), undefined, name);
      assert.equal(rejectionReason(name), 'noPublicSuffix', name);
    }
  });

  it('reports a public suffix that is used as a name', () => {
    assert.equal(rejectionReason('co.uk'), 'sharedSuffix');
  });

  it('reports anything else without details', () => {
    for (const text of ['', 'not an indicator', '1.2.3.4.5', 'kettle', '..', 'a@b.lab', '�'.repeat(9)]) {
      assert.equal(rejectionReason(text), 'noIndicator', text);
    }
  });
});
