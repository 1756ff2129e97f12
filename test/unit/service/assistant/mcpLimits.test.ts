import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssistantPorts } from '../../../../src/core/assistant';
import { fileFailure } from '../../../../src/core/assistant';
import { openInFolders } from '../../../../src/service/assistant/fileInFolders';
import { maxMessageBytes, maxWaiting, serveMcp } from '../../../../src/service/assistant/mcpServer';

interface Answer {
  readonly id?: number | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
}

/** Returns the answers of the server to lines. */
async function answersTo(
  lines: Iterable<string>,
  triageFile: AssistantPorts['triageFile'],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ports: AssistantPorts = {
    assess: () => Promise.resolve([]),
    triageFile,
    query: () => Promise.resolve([]),
    now: () => 0,
  };
  async function* input(): AsyncIterable<Uint8Array> {
    const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: start })}\n`);
    yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    }
    await Promise.resolve();
  }
  await serveMcp(ports, {
    input: input(),
    write: (message) => {
      answers.push(message);
    },
    signal: new AbortController().signal,
    onError: () => 'failed',
  });
  return answers.filter(({ id }) => id !== 0);
}

const call = (id: number, path = '/a.log'): string =>
  JSON.stringify({ method: 'tools/call', params: { name: 'triage_file', arguments: { path } }, jsonrpc: '2.0', id });

describe('The MCP server', () => {
  it('runs two calls at once, and answers each, also those that are too many', async () => {
    let [running, most] = [0, 0];
    const count = maxWaiting + 40;
    const answers = await answersTo(
      Array.from({ length: count }, (_, index) => call(index + 1)),
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return { rows: [] };
      },
    );
    assert.equal(most, 2);
    assert.deepEqual(
      answers.map(({ id }) => id).sort((a, b) => Number(a) - Number(b)),
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  it('answers a message that is too long or no message, and goes on', async () => {
    const long = call(7, 'a'.repeat(maxMessageBytes));
    const first = `{"jsonrpc":"2.0","id":"eight","method":"tools/call","params":"${'a'.repeat(maxMessageBytes)}"}`;
    const answers = await answersTo([long, first, '{"id":', '{"jsonrpc":"2.0","id":9}', call(10)], () =>
      Promise.resolve({ rows: [] }),
    );
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [7, -32600],
        ['eight', -32600],
        [null, -32700],
        [9, -32600],
        [10, undefined],
      ],
    );
    assert.match(answers[0]?.error?.message ?? '', /16 MiB/);
  });

  it('answers everything that is no message as JSON-RPC says, and goes on', async () => {
    // With the samples of the specification.
    const wrong: readonly (readonly [line: string, code: number, id: number | string | null])[] = [
      ['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', -32700, null],
      ['{"jsonrpc":"2.0","id":3,"method":', -32700, 3],
      ['{"jsonrpc":"2.0","id":4,"method":"tools/list', -32700, 4],
      ['\ufeff{}', -32700, null],
      ['{"jsonrpc": "2.0", "method": 1, "params": "bar"}', -32600, null],
      ['[]', -32600, null],
      ['[1,2,3]', -32600, null],
      [`[${call(5)}]`, -32600, null],
      ['1', -32600, null],
      ['null', -32600, null],
      ['"text"', -32600, null],
      ['{}', -32600, null],
      ['{"jsonrpc":"1.0","id":6,"method":"ping"}', -32600, 6],
      ['{"id":"seven","method":"ping"}', -32600, 'seven'],
      ['{"jsonrpc":"2.0","id":8}', -32600, 8],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
      ['{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}', -32600, 9],
    ];
    // Answers to what the server didn't ask, and to its own errors.
    const answersOfOthers = [
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
      '{"id":1,"result":1}',
    ];
    const lines = [...wrong.map(([line]) => line), ...answersOfOthers, call(10)];
    const answers = await answersTo(lines, () => Promise.resolve({ rows: [] }));
    assert.deepEqual(
      answers.map(({ id, error }) => [error?.code, id]),
      [...wrong.map(([, code, id]) => [code, id]), [undefined, 10]],
    );
    for (const answer of answers) assert.equal((answer as { readonly jsonrpc?: string }).jsonrpc, '2.0');
  });
});

describe('A file that an assistant may read', () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'allowed-')));
    await mkdir(join(folder, 'open'));
    await writeFile(join(folder, 'open', 'a.log'), 'inside');
    await writeFile(join(folder, 'secret.log'), 'outside');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is the one that was checked, if a link replaces it afterwards', async function () {
    if (process.platform !== 'linux') this.skip();
    const opened = await openInFolders('a.log', [join(folder, 'open')]);
    assert.ok(opened !== undefined);
    await rm(opened.file);
    await symlink(join(folder, 'secret.log'), opened.file);
    assert.equal(await readFile(opened.path, 'utf8'), 'inside');
    await opened.close();
    assert.equal(await openInFolders('a.log', [join(folder, 'open')]), undefined);
  });

  it('is named without hidden characters and live hosts if it fails', () => {
    const failure = { kind: 'entryFailed', entry: 'a\u{e0041}\ufe01.evil-name.com.log', detail: 'x' } as never;
    const text = fileFailure(failure);
    assert.doesNotMatch(text, /[\u{e0000}-\u{e0fff}]|\p{Variation_Selector}|name\.com/u);
  });
});
