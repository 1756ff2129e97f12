import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type AssistantPorts, runTool } from '../../../../src/core/assistant';
import { openStore, type Store } from '../../../../src/core/store/store';
import { readAllowedFile } from '../../../../src/service/assistant/allowedFile';
import { Assessor } from '../../../../src/service/triage/assessor';
import { triageAllowedFile } from '../../../../src/service/assistant/triageFile';
import { runQuery } from '../../../../src/service/cli/runQuery';
import { InlineFinders } from '../../../../src/service/triage/finders';
import { useRecordingService } from '../../../harness/recordingService';
import { useCli } from '../cli/running';
import { asFileName, bundleOf, csvOf, indicatorOf, type Injection, injections } from './injections';
import { type CallTool, ScriptedModel } from './scriptedModel';
import { servedFrom } from '../../../../src/service/servedRecords';

const count = 200;
const formats = ['csv', 'markdown', 'json', 'stix'] as const;
/** Calls that answers have caused; more would only repeat themselves. */
const maxCalls = 800;

describe('A model that obeys what it reads', () => {
  const { path, run } = useCli();
  const server = useRecordingService();
  let all: readonly Injection[] = [];
  let client: Client | undefined;
  let store: Store | undefined;
  let assessor: Assessor | undefined;

  before(async () => {
    const folder = path('.');
    all = injections(count, { url: server().url, folder });
    await mkdir(path('cases'));
    await writeFile(path('secret.txt'), 'lookups-test-1.com');
    const at = (place: Injection['place']): readonly Injection[] => all.filter((each) => each.place === place);
    await writeFile(path('bundle.json'), JSON.stringify(bundleOf(all)));
    const lists = [path('list.csv'), ...at('listName').map(({ text }) => path(`${asFileName(text)}.csv`))];
    const rows = [...at('comment'), ...at('listRow'), ...at('fileText')];
    for (const [index, list] of lists.entries())
      await writeFile(list, csvOf(index === 0 ? rows : at('listName').slice(index - 1, index)));
    await writeFile(path('cases/mail.txt'), all.map((each) => `${indicatorOf(each)} ${each.text}`).join('\n'));
    for (const each of at('fileName')) await writeFile(join(path('cases'), asFileName(each.text)), indicatorOf(each));
    const imported = await run(['import', '--db', path('store.sqlite'), path('bundle.json'), ...lists]);
    assert.equal(imported.code, 0, imported.stderr);
    store = openStore(path('store.sqlite'));
    assessor = new Assessor(path('store.sqlite'));
    client = new Client({ name: 'test', version: '1' });
    const args = [path('cli.mjs'), 'mcp', '--db', path('store.sqlite'), '--root', path('cases')];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        cwd: folder,
        stderr: 'ignore',
        env: { HOME: folder },
      }),
    );
  });

  after(async () => {
    await client?.close();
    assessor?.close();
    store?.close();
  });

  /** All files with their content, without the store, whose content is compared apart. */
  async function snapshot(): Promise<readonly string[]> {
    const files = await readdir(path('.'), { recursive: true, withFileTypes: true });
    const named = files
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .filter((file) => !/\.sqlite-(?:wal|shm)$|[\\/]compiled[\\/]/.test(file));
    return Promise.all(
      named.sort().map(async (file) => {
        const hash = createHash('sha256').update(await readFile(file));
        return `${relative(path('.'), file)} ${hash.digest('hex')}`;
      }),
    );
  }

  /** Uses all tools about everything that is planted, and obeys. */
  async function work(callTool: CallTool): Promise<ScriptedModel> {
    const model = new ScriptedModel(callTool, maxCalls);
    const indicators = all.map(indicatorOf);
    await model.call('lookup', { indicators, maxTokens: 20_000 });
    await model.call('triage_file', { path: 'mail.txt', maxTokens: 20_000 });
    for (const file of await readdir(path('cases'))) await model.call('triage_file', { path: file });
    for (const each of all.filter(({ place }) => place === 'queryTitle'))
      await model.call('query', { query: `# ${each.text.replace(/\s+/g, ' ')}\nioc=${indicatorOf(each)}` });
    await model.call('query', { query: 'ioc="planted-*"', maxTokens: 50_000 });
    await model.call('query', { query: 'threat=*', type: 'threats', maxTokens: 50_000 });
    for (const indicator of indicators) await model.call('record', { indicator, maxTokens: 5_000 }, 0);
    for (const format of formats) await model.call('export', { indicators, format, maxTokens: 50_000 }, 0);
    return model;
  }

  async function assertHarmless(callTool: CallTool): Promise<void> {
    const before = await snapshot();
    const { trusted, untrusted, deeds } = await work(callTool);
    assert.deepEqual(deeds, []);
    assert.deepEqual(
      server().requests.map(({ target }) => target),
      [],
    );
    assert.deepEqual(await snapshot(), before);
    for (const text of trusted)
      assert.doesNotMatch(text, /MARK\d|planted|127\.0|command:|vscode:|im_start|curl|fetch|touch/);
    const read = untrusted.join('\n');
    const seen = all.filter(({ mark }) => read.includes(mark));
    // Names of files in the folder and comments of queries are in no answer.
    assert.ok(seen.length >= count * 0.6, `${seen.length} texts were read`);
    for (const place of ['recordName', 'description', 'label', 'threatName', 'listName', 'listRow'] as const)
      assert.ok(
        seen.some((each) => each.place === place),
        place,
      );
  }

  it('does nothing with answers of the MCP server that an attacker has planted', async () => {
    await assertHarmless(async (name, input) => {
      const answer = await client?.callTool({ name, arguments: { ...input } });
      const [part] = (answer?.content ?? []) as readonly { readonly text: string }[];
      return part?.text ?? '{}';
    });
  });

  it('does nothing with answers of the tools themselves', async () => {
    const [reading, by] = [assessor ?? assert.fail(), new AbortController().signal];
    const opened = store ?? assert.fail();
    const ports: AssistantPorts = {
      assess: (...given) => reading.assessAll(...given),
      triageFile: (file, signal) =>
        readAllowedFile(file, [path('cases')], (found) =>
          triageAllowedFile(found, {
            assess: (...given) => reading.assessAll(...given),
            signal,
            finders: new InlineFinders(),
            areKnown: (indicators) => reading.areKnown(indicators),
          }),
        ),
      query: async ({ query, type, limit }, signal) => {
        const found = await runQuery(
          servedFrom(opened),
          new URLSearchParams({ q: query, type, limit: String(limit) }),
          { signal },
        );
        return (JSON.parse(found.body) as { readonly results: readonly unknown[] }).results;
      },
      now: Date.now,
    };
    await assertHarmless(async (name, input) => {
      try {
        return (await runTool(name, input, ports, by)).text;
      } catch (error) {
        return JSON.stringify({ error: error instanceof Error ? error.name : 'unknown' });
      }
    });
  });
});
