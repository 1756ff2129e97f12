import assert from 'node:assert/strict';
import type { JudgmentOf, TeamClient } from '../../../../src/core/api/teamClient';
import { TeamJudgments } from '../../../../src/core/team/teamJudgments';

const pageSize = 1_000;

/** A team that has judged this many indicators, and then changes the first one. */
function teamWith(count: number): Pick<TeamClient, 'access' | 'changes'> {
  const judged = (number: number, version: number): JudgmentOf => ({
    indicator: { type: 'domain', value: `n${number}.example` },
    judgment: { version, at: 0, by: 'Ana', risk: 'high' },
  });
  return {
    access: () => Promise.resolve({ ok: true, value: { person: 'Ben', mayEdit: false } }),
    changes: (since = '0') => {
      const from = Number(since);
      const next = Math.min(count, from + pageSize);
      const judgments =
        from === count
          ? [judged(0, 2), judged(count, 1)]
          : Array.from({ length: next - from }, (_, number) => judged(from + number, 1));
      return Promise.resolve({ ok: true, value: { judgments, next: String(next), more: next < count } });
    },
  };
}

function judgmentsOf(team: Pick<TeamClient, 'access' | 'changes'>) {
  const full: string[] = [];
  const client = {
    address: 'https://team.example',
    host: 'team.example',
    remote: true,
    team: { ...team, change: () => Promise.reject(new Error('nothing is changed')) },
  };
  const judgments = new TeamJudgments({
    service: () => client,
    isOffline: () => false,
    hasTeamKey: () => Promise.resolve(true),
    mayBeSent: () => true,
    now: () => 0,
    requestLog: { begin: () => assert.fail('nothing is sent about an indicator') },
    onFull: (host, kept) => full.push(`${host} ${kept}`),
    onChanged: () => undefined,
  });
  const version = (number: number): number | undefined =>
    judgments.judgmentOf({ type: 'domain', value: `n${number}.example` })?.version;
  return { judgments, full, version };
}

describe('Judgments of a team in memory', () => {
  it('are all kept where there are not too many', async () => {
    const { judgments, full, version } = judgmentsOf(teamWith(2_500));
    await judgments.poll();
    assert.equal(version(2_499), 1);
    await judgments.poll();
    assert.equal(version(0), 2);
    assert.deepEqual(full, []);
  });

  it('come with what one may do, which can change at any time', async () => {
    let mayEdit = false;
    const access = () => Promise.resolve({ ok: true, value: { person: 'Ben', mayEdit } } as const);
    const { judgments } = judgmentsOf({ ...teamWith(1), access });
    assert.equal((await judgments.access())?.mayEdit, false);
    mayEdit = true;
    await judgments.poll();
    assert.equal((await judgments.access())?.mayEdit, true);
  });

  it('are limited, which is reported once, and those that are kept follow their changes', async () => {
    const { judgments, full, version } = judgmentsOf(teamWith(100_500));
    await judgments.poll();
    assert.equal(judgments.all('https://team.example').size, 100_000);
    assert.deepEqual(full, ['team.example 100000']);
    await judgments.poll();
    assert.equal(version(0), 2);
    assert.equal(version(100_500), undefined);
    assert.deepEqual(full, ['team.example 100000']);
  });
});
