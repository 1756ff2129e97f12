import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { TeamClient } from '../../../../src/core/api/teamClient';
import { TeamJudgments } from '../../../../src/core/team/teamJudgments';
import { type PollingWindow, pollTeam } from '../../../../src/features/shared/team/pollTeam';
import { EventEmitter } from '../../../harness/fakeVsCode';

const minute = 60_000;

describe('Polling what a team says', () => {
  const focusChanged = new EventEmitter<void>();
  const state = { focused: true };
  const window: PollingWindow = { state, onDidChangeWindowState: focusChanged.event };
  /** The number of requests to the service, and its next answer. */
  let asked = 0;
  let answer: TeamClient['changes'];
  let hasTeamKey: () => Promise<boolean>;
  let team: TeamJudgments;
  let polling: { dispose(): unknown };

  /** Lets everything happen that waits for nothing else. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const pass = async (millis: number): Promise<void> => {
    mock.timers.tick(millis);
    await settle();
  };
  const focus = async (focused: boolean): Promise<void> => {
    state.focused = focused;
    focusChanged.fire();
    await settle();
  };
  const nothingNew: TeamClient['changes'] = () =>
    Promise.resolve({ ok: true, value: { judgments: [], next: '1', more: false } });

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 22) });
    state.focused = true;
    asked = 0;
    answer = nothingNew;
    hasTeamKey = () => Promise.resolve(true);
    const client = {
      address: 'https://team.example',
      host: 'team.example',
      remote: true,
      team: {
        access: () => Promise.resolve({ ok: true, value: { person: 'Ben', mayEdit: false } } as const),
        changes: (since: string | undefined) => {
          asked++;
          return answer(since);
        },
        change: () => Promise.reject(new Error('nothing is changed')),
      },
    };
    team = new TeamJudgments({
      service: () => client,
      isOffline: () => false,
      hasTeamKey: () => hasTeamKey(),
      mayBeSent: () => true,
      now: Date.now,
      requestLog: { begin: () => assert.fail('nothing is sent about an indicator') },
      onFull: () => undefined,
      onChanged: () => undefined,
    });
    polling = pollTeam(team, window);
    await settle();
  });
  afterEach(() => {
    polling.dispose();
    mock.timers.reset();
  });

  it('asks at once, and again within each minute', async () => {
    assert.equal(asked, 1);
    for (const times of [2, 3, 4]) {
      await pass(minute);
      assert.equal(asked, times);
    }
  });

  it('asks nothing without the focus, and at once when it is back after a minute', async () => {
    await focus(false);
    await pass(10 * minute);
    assert.equal(asked, 1);
    await focus(true);
    assert.equal(asked, 2);
    await focus(false);
    await focus(true);
    assert.equal(asked, 2, 'not again within the minute');
  });

  it('goes on after a poll that failed, however it did', async () => {
    answer = () => Promise.resolve({ ok: false, error: { kind: 'connectionRefused', detail: '' } });
    await pass(minute);
    answer = () => Promise.reject(new Error('the client is broken'));
    await pass(minute);
    answer = nothingNew;
    hasTeamKey = () => Promise.reject(new Error('the keychain is locked'));
    await pass(minute);
    await team.poll();
    assert.equal(asked, 3);
    hasTeamKey = () => Promise.resolve(true);
    await pass(minute);
    assert.equal(asked, 4);
  });

  it('never asks while a poll is under way', async () => {
    let end: (() => void) | undefined;
    answer = async (since) => {
      await new Promise<void>((resolve) => (end = resolve));
      return nothingNew(since);
    };
    await pass(minute);
    for (let minutes = 0; minutes < 5; minutes++) await pass(minute);
    assert.equal(asked, 2);
    answer = nothingNew;
    end?.();
    await settle();
    await pass(minute);
    assert.equal(asked, 3);
  });

  it('ends with its disposal', async () => {
    polling.dispose();
    await pass(10 * minute);
    await focus(false);
    await focus(true);
    assert.equal(asked, 1);
  });
});
