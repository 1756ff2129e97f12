import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CommandId } from '../../src/features/shared/ids/commands';
import { Contributions } from '../../src/features/shared/commands/contributions';

/** A name of the map's kind that the running extension has not taken. */
const id = 'threatLookups.testOfContributions' as CommandId;

describe('A command of a feature', () => {
  let contributions: Contributions;
  let errors: string[];
  beforeEach(() => {
    errors = [];
    contributions = new Contributions({
      onCommandError: (command, error) => errors.push(`${command}: ${String(error)}`),
      onStartError: (error) => errors.push(String(error)),
    });
  });
  afterEach(() => contributions.dispose());

  it('loads the feature when it is first run, and passes arguments and result', async () => {
    let started = 0;
    contributions.feature({ commands: [id] }, () => {
      started++;
      return Promise.resolve(contributions.command(id, (...args: readonly unknown[]) => ['ran', ...args]));
    });
    assert.equal(started, 0);
    assert.deepEqual(await vscode.commands.executeCommand(id, 1, 'two'), ['ran', 1, 'two']);
    assert.deepEqual(await vscode.commands.executeCommand(id), ['ran']);
    assert.equal(started, 1);
    assert.deepEqual(errors, []);
  });

  it('reports a feature that can’t be started or lacks the handler, and tries again', async () => {
    let failures = 1;
    contributions.feature({ commands: [id] }, () =>
      failures-- > 0
        ? Promise.reject(new Error('no such chunk'))
        : Promise.resolve(new vscode.Disposable(() => undefined)),
    );
    await vscode.commands.executeCommand(id);
    await vscode.commands.executeCommand(id);
    assert.deepEqual(errors, [`${id}: Error: no such chunk`, `${id}: Error: The command ${id} has no handler.`]);
  });
});
