import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { StoreError } from '../../src/core/store/protocol/storeError';
import type { CommandId } from '../../src/features/shared/ids/commands';
import { Notices } from '../../src/features/shared/notices/notices';
import { Contributions } from '../../src/features/shared/commands/contributions';
import { createCommands, reportErrors } from '../../src/features/shared/commands/registerCommand';
import { memory, recordingOutput } from './helpers/fakes';

/** A name of the map's kind that the running extension has not taken. */
const name = 'threatLookups.testOfErrors' as CommandId;

async function outcomeOf(error: Error): Promise<{ readonly shown: string; readonly logged: string }> {
  const output = recordingOutput();
  const notices = new Notices(memory(), output);
  let shown = '';
  notices.offer = (_level, sentence) => {
    shown = sentence;
    return Promise.resolve();
  };
  const contributions = new Contributions(reportErrors(notices, output));
  const commands = createCommands(contributions);
  contributions.feature({ commands: [name] }, () =>
    Promise.resolve(commands.register(name, () => Promise.reject(error))),
  );
  try {
    await vscode.commands.executeCommand(name);
  } finally {
    contributions.dispose();
  }
  return { shown, logged: output.lines.join('\n') };
}

describe('A command that fails', () => {
  it('shows one sentence and writes the details to the output channel', async () => {
    const { shown, logged } = await outcomeOf(new Error('no such thing', { cause: new Error('deep inside') }));
    assert.equal(shown, 'Something went wrong: no such thing');
    assert.match(logged, /deep inside/);
  });

  it('explains a store error without technical details', async () => {
    const { shown, logged } = await outcomeOf(new StoreError({ kind: 'diskFull', detail: 'SQLITE_FULL' }));
    assert.match(shown, /The disk is full/);
    assert.doesNotMatch(shown, /SQLITE/);
    assert.match(logged, /SQLITE_FULL/);
  });
});
