import assert from 'node:assert/strict';
import { evidence, proseOrLog } from '../../../../src/features/shared/indicators/proseOrLog';

describe('A document', () => {
  it('is evidence if it is prose, a log, or data, but not code', () => {
    for (const languageId of ['plaintext', 'log', 'markdown', 'csv', 'json', 'jsonl', 'xml'])
      assert.ok(evidence(languageId), languageId);
    for (const languageId of ['typescript', 'python', 'jsonc', 'yaml']) assert.ok(!evidence(languageId), languageId);
  });

  it("isn't prose if it is data, so highlights and automatic lookups don't change", () => {
    for (const languageId of ['json', 'jsonl', 'xml']) assert.ok(!proseOrLog(languageId), languageId);
  });
});
