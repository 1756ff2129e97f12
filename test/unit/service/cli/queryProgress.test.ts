import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { runQuery } from '../../../../src/service/cli/runQuery';
import { useStore } from '../openedStore';
import { servedFrom } from '../../../../src/service/servedRecords';

describe('A query of the command line that takes long', () => {
  const store = useStore();
  afterEach(() => mock.timers.reset());

  it('says every five seconds that it is searching, and nothing after its end', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const said: string[] = [];
    const slow = {
      ...servedFrom(store()),
      search: () => {
        mock.timers.tick(10_000);
        return Promise.resolve([]);
      },
    };
    const io = { signal: new AbortController().signal, err: (text: string) => void said.push(text) };
    await runQuery(slow, new URLSearchParams({ q: 'risk=high' }), io);
    mock.timers.tick(60_000);
    assert.deepEqual(said, ['Searching for 5 seconds. Ctrl+C cancels.', 'Searching for 10 seconds. Ctrl+C cancels.']);
  });
});
