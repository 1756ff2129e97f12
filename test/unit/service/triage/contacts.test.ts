import assert from 'node:assert/strict';
import { clientLog, clientLogFormats, type Contact } from '../../../harness/clientLogs';
import { readText, type ReadTextOptions } from '../../../../src/service/triage';

/** Who talked to what, when, and how often, by indicator, as a triage counts it. */
async function contactsIn(text: string, options: ReadTextOptions): Promise<ReadonlyMap<string, Contact>> {
  const read = await readText({ text, name: 'a.log' }, options);
  assert.ok(read.kind === 'read' && read.failure === undefined);
  return new Map(
    Array.from(read.found, ({ value, count, clients, timeline }) => [
      value,
      {
        lines: count,
        first: timeline?.from ?? 0,
        last: timeline?.to ?? 0,
        clients: Object.fromEntries((clients?.top ?? []).map(({ name, lines }) => [name, lines])),
      },
    ]),
  );
}

describe('Who talked to what, when, and how often', () => {
  for (const format of clientLogFormats)
    it(`is counted in a log of ${format.name}`, async () => {
      for (const blockBytes of [4_096, 65_536, undefined]) {
        const { text, contacts } = clientLog(format, { events: 3_000, hosts: 200, clients: 40 });
        const counted = await contactsIn(text, { blockBytes });
        for (const [value, expected] of contacts)
          assert.deepEqual(counted.get(value), expected, `${value} ${blockBytes}`);
      }
    });

  it('is the same where lines end with carriage returns alone', async () => {
    for (const format of clientLogFormats) {
      const { text, contacts } = clientLog(format, { events: 300, hosts: 20, clients: 10 });
      const counted = await contactsIn(text.replaceAll(/\r?\n/g, '\r'), {});
      for (const [value, expected] of contacts)
        assert.deepEqual(counted.get(value), expected, `${format.name} ${value}`);
    }
  });
});
