import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Notices } from '../../src/features/shared/notices/notices';
import { uiText } from '../../src/features/shared/ui';
import { useWindow } from './window';
import { memory, recordingOutput } from './helpers/fakes';

describe('A message in the status bar', () => {
  const window = useWindow();
  const setting = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('editor').update('accessibilitySupport', value, true);
  after(() => setting(undefined));

  it('is a notification as well where VS Code is set up for a screen reader', async () => {
    await window().run('threatLookups.removeSample');
    await window().messages.message(/No sample data is loaded/);
    assert.deepEqual(window().messages.notifications(), []);
    await setting('on');
    await window().run('threatLookups.removeSample');
    await window().messages.notification(/No sample data is loaded/);
  });
});

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
