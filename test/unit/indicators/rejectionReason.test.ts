import assert from 'node:assert/strict';
import { parseIndicator, rejectionReason } from '../../../src/core/indicators';

describe('the reason why a value is no indicator', () => {
  it('names the ending where a name has none that is public', () => {
    for (const name of ['amazing.lab', 'amazing[.]lab', 'update.server.lan1', 'Setup.Log.']) {
      assert.equal(parseIndicator(name), undefined, name);
      assert.equal(rejectionReason(name), 'Name without a public ending, such as .com', name);
    }
  });

  it('names an ending that is given as if it were a name', () => {
    assert.equal(rejectionReason('co.uk'), 'Ending that many names share, such as co.uk');
  });

  it('says no more than that of anything else', () => {
    for (const text of ['', 'not an indicator', '1.2.3.4.5', 'kettle', '..', 'a@b.lab', '�'.repeat(9)]) {
      assert.equal(rejectionReason(text), 'No domain, address or URL', text);
    }
  });
});
