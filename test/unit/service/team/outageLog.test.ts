import assert from 'node:assert/strict';
import { outageLog } from '../../../../src/service/team/outageLog';
import { eventually } from '../../../editor/helpers/waiting';

describe('The log of a team service', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  const refused = (): Error =>
    Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:5432'), { code: 'ECONNREFUSED' });

  it('has one line about an outage and one about its end, and each other error, with the time', async () => {
    const lines: string[] = [];
    let isThere = false;
    const onError = outageLog({
      describe: (error) => String(error),
      isReady: () => Promise.resolve(isThere),
      log: (line) => lines.push(line),
      signal: new AbortController().signal,
      now: () => noon,
      checkMillis: 1,
    });
    for (let at = 0; at < 3; at++) onError(refused());
    onError(new Error('a mistake'));
    const time = '2026-11-22T12:00:00.000Z';
    const outage = `${time} StoreError: failed: connection refused (ECONNREFUSED)`;
    const expected = [outage, `${time} Error: a mistake`];
    assert.deepEqual(lines, expected);
    isThere = true;
    const end = `${time} The database answers again.`;
    await eventually(() => lines.includes(end), 'the end of the outage');
    onError(refused());
    assert.deepEqual(lines, [...expected, end, outage]);
  });

  it('ends with the service', async () => {
    const lines: string[] = [];
    let asked = 0;
    const onError = outageLog({
      describe: String,
      isReady: () => Promise.resolve(++asked > 0),
      log: (line) => lines.push(line),
      signal: AbortSignal.abort(),
      checkMillis: 1,
    });
    onError(refused());
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([asked, lines.length], [0, 1]);
  });
});
