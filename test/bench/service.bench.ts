import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, fetch as poolFetch } from 'undici';
import { openStore } from '../../src/core/store/store';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { listen } from '../../src/service/listen';
import { formatRatio, type Bench, formatCount, throughput, type Row, withTempFolder } from './measure';
import { storeSize, valueAt, createWarmStore } from './warmStore';

const seconds = 3;
const wide = 8;

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const store = openStore(await createWarmStore(folder));
    const service = createService({ store: servedFrom(store), tier: 'business', embedded: true });
    const address = (i: number): string => `/api/indicator.php?indicator=${valueAt(i * 17)}`;
    const body = await (await service(new Request(`http://localhost${address(1)}`))).text();

    const inProcess = await throughput(seconds, wide, async (i) => {
      const answer = await service(new Request(`http://localhost${address(i)}`));
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.text();
    });

    const listening = await listen(service, { port: 0 });
    if (!('url' in listening)) throw new Error('no port');
    const bare = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(body));
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', () => resolve()));
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

    const dispatcher = new Agent({ connections: wide });
    const over = (url: string): Promise<number> =>
      throughput(seconds, wide, async (i) => {
        const answer = await poolFetch(`${url}${address(i)}`, { dispatcher });
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
        await answer.text();
      });
    const ours = await over(listening.url);
    const theirs = await over(bareUrl);
    await dispatcher.close();
    await listening.close();
    bare.close();
    store.close();
    const peer = `plain node:http with a constant response of ${body.length} bytes: ${formatCount(theirs)} per second`;
    return [
      {
        what: 'responses in process',
        figure: `${formatCount(inProcess)} per second`,
        peer,
        ratio: formatRatio(inProcess, theirs),
      },
      {
        what: 'responses over loopback',
        figure: `${formatCount(ours)} per second`,
        peer,
        ratio: formatRatio(ours, theirs),
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Local service',
  how: `\`indicator.php\` by value with ${formatCount(storeSize)} indicators, ${wide} parallel requests for ${seconds} s. Client and server share one process, also for the peer.`,
  run,
};
