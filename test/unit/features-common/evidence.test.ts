import assert from 'node:assert/strict';
import { evidence, proseOrLog } from '../../../src/features/common/proseOrLog';

describe('A document', () => {
  it('of prose, of log lines or of data is evidence; code is not', () => {
    for (const languageId of ['plaintext', 'log', 'markdown', 'csv', 'json', 'jsonl', 'xml'])
      assert.ok(evidence(languageId), languageId);
    for (const languageId of ['typescript', 'python', 'jsonc', 'yaml']) assert.ok(!evidence(languageId), languageId);
  });

  it('of data is no prose: what is marked and sent by itself stays as it is', () => {
    for (const languageId of ['json', 'jsonl', 'xml']) assert.ok(!proseOrLog(languageId), languageId);
  });
});
