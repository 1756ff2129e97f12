import assert from 'node:assert/strict';
import { Notices } from '../../src/features/shared/notices/notices';
import { uiText } from '../../src/features/shared/ui';
import { memory, recordingOutput } from './helpers/fakes';

describe('Notices', () => {
  it('are shown once per cause and day across windows', async () => {
    const shared = memory();
    let now = Date.UTC(2025, 2, 4);
    const shown: string[] = [];
    const windows = [1, 2].map(() => {
      const notices = new Notices(shared, recordingOutput(), () => now);
      notices.offer = (_level, sentence) => {
        shown.push(sentence);
        return Promise.resolve();
      };
      return notices;
    });
    for (const notices of windows) await notices.offerOnce('store:locked', 'warning', uiText('busy'));
    assert.deepEqual(shown, ['busy']);
    now += 86_400_000;
    for (const notices of windows) await notices.offerOnce('store:locked', 'warning', uiText('busy'));
    assert.deepEqual(shown, ['busy', 'busy']);
  });
});
