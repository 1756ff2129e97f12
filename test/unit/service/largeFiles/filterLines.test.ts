import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { LineQuery } from '../../../../src/core/largeFiles/lineMatcher';
import { filterLines, type FilterInput } from '../../../../src/service/largeFiles/lines';
import { clientLog, clientLogFormats } from '../../../harness/clientLogs';
import { temporaryFolder } from '../../core/largeFiles/temporaryFolder';

describe('Lines in a new file', () => {
  const folder = temporaryFolder();
  let files = 0;

  async function filtered(
    texts: readonly (string | Buffer)[],
    query: LineQuery,
    keeps: FilterInput['keeps'] = 'matching',
  ): Promise<{ readonly bytes: Buffer; readonly lines: number }> {
    const target = join(folder(), `${++files}.log`);
    const sources = texts.map((text, at) => ({ input: { bytes: Buffer.from(text), name: 'a' }, name: `${at}.log` }));
    const { lines, failures, isCapped } = await filterLines({ sources, query, keeps, target }, () => undefined);
    assert.deepEqual({ failures, isCapped }, { failures: [], isCapped: false });
    return { bytes: readFileSync(target), lines };
  }

  it('are those that match, or all others, with the bytes that they have', async () => {
    const word = fc.constantFrom('evil', 'EVIL', 'ok', ' ', 'ü', '😀', '\n', '\r\n', '\n\n');
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 40 }), fc.boolean(), async (words, isLatin) => {
        // Its halves have NUL bytes, as in UTF-16.
        const text = (isLatin ? words.filter((each) => each !== '😀') : words).join('').replace(/[^\n]$/, '$&\n');
        const encoding = isLatin ? 'latin1' : 'utf8';
        const all = text.split('\n').slice(0, -1);
        for (const keeps of ['matching', 'others'] as const) {
          const wanted = all.filter((line) => /evil/i.test(line) === (keeps === 'matching'));
          const { bytes, lines } = await filtered([Buffer.from(text, encoding)], { values: ['evil'] }, keeps);
          assert.equal(
            bytes.toString('latin1'),
            Buffer.from(wanted.map((line) => `${line}\n`).join(''), encoding).toString('latin1'),
          );
          assert.equal(lines, wanted.length);
        }
      }),
    );
  });

  it('are as many as an indicator has in logs of every format, and can be filtered again', async () => {
    for (const format of clientLogFormats) {
      const { text, contacts } = clientLog(format, { events: 1_500, hosts: 40, clients: 20 });
      const [value, expected] = [...contacts].find(([, { lines }]) => lines > 20 && lines < 200) ?? [];
      assert.ok(value !== undefined && expected !== undefined);
      const query = { values: [value], asCounted: true };
      const first = await filtered([text], query);
      assert.equal(first.lines, expected.lines, format.name);
      const [client = '', lines = 0] = Object.entries(expected.clients)[0] ?? [];
      assert.equal((await filtered([first.bytes], { values: [client] })).lines, lines, format.name);
      assert.equal((await filtered([first.bytes], query, 'others')).lines, 0, format.name);
      const others = await filtered([text], query, 'others');
      const events = text
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('#') && !line.startsWith('time,'));
      if (!format.name.startsWith('CloudTrail'))
        assert.equal(others.lines, events.length - expected.lines, format.name);
    }
  });

  it('of several texts are in order of time, with the name of their text', async () => {
    const squid = ['1700000001.123 1 10.0.0.1 GET a', '1700000005.123 1 10.0.0.1 GET b', ''].join('\n');
    const iso = ['2023-11-14T22:13:20Z first', '2023-11-14T22:13:22Z second', ' continued', ''].join('\n');
    const { bytes, lines } = await filtered([squid, iso], { values: ['nothing'] }, 'others');
    assert.deepEqual(bytes.toString().trimEnd().split('\n'), [
      '2023-11-14T22:13:20Z\t1.log\t2023-11-14T22:13:20Z first',
      '2023-11-14T22:13:21Z\t0.log\t1700000001.123 1 10.0.0.1 GET a',
      '2023-11-14T22:13:22Z\t1.log\t2023-11-14T22:13:22Z second',
      '2023-11-14T22:13:22Z\t1.log\t continued',
      '2023-11-14T22:13:25Z\t0.log\t1700000005.123 1 10.0.0.1 GET b',
    ]);
    assert.equal(lines, 5);
  });

  it('keep the names of columns above them', async () => {
    const { bytes } = await filtered(['time,client,host\n1,10.0.0.1,a.example\n2,10.0.0.2,b.example\n'], {
      values: ['10.0.0.2'],
    });
    assert.equal(bytes.toString(), 'time,client,host\n2,10.0.0.2,b.example\n');
  });
});
