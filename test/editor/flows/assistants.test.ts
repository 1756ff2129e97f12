import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { useRecordingService } from '../../harness/recordingService';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { markdownText } from '../window/text';

const { token } = new vscode.CancellationTokenSource();
const unknown = ['assistant-3.lookups-test-1.com', 'assistant-4.lookups-test-1.com'];

describe('A lookup of a language model', () => {
  const service = useRecordingService(() => ({ body: { results: [] } }));
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'automatic' },
  }));
  const tool = (): vscode.LanguageModelTool<object> =>
    window().provider('registerTool threat-lookups_lookup') as vscode.LanguageModelTool<object>;

  async function question(indicators: readonly string[]): Promise<string | undefined> {
    const prepared = await tool().prepareInvocation?.({ input: { indicators } }, token);
    if (prepared?.confirmationMessages === undefined) return undefined;
    const { title, message } = prepared.confirmationMessages;
    assert.ok(message instanceof vscode.MarkdownString);
    return `${title}\n${markdownText(message.value)}`;
  }

  async function invoke(indicators: readonly string[]): Promise<string> {
    const result = await tool().invoke({ input: { indicators }, toolInvocationToken: undefined }, token);
    const [part] = result?.content ?? [];
    return part instanceof vscode.LanguageModelTextPart ? part.value : '';
  }

  it('asks what would be sent, and what would not', async () => {
    const asked = await question([...unknown, '10.1.2.3', 'printer.local']);
    assert.match(asked ?? '', /^Send 2 indicators to 127\.0\.0\.1:\d+\?/);
    assert.match(asked ?? '', /Sent to 127\.0\.0\.1:\d+: assistant-3\[\.\]lookups-test-1\[\.\]com and assistant-4/);
    assert.match(asked ?? '', /Not sent: 2 internal, reserved, or ignored/);
    assert.equal(await question(['10.1.2.3', 'printer.local']), undefined);
    assert.equal(service().requests.length, 0);
  });

  it('sends nothing once the mode forbids it, also after the question', async () => {
    for (const mode of ['onDemand', 'offline']) {
      await window().configuration.set('threatLookups.lookups', 'automatic');
      assert.match((await question(unknown)) ?? '', /Send 2/);
      await window().configuration.set('threatLookups.lookups', mode);
      assert.doesNotMatch(await invoke(unknown), /lookedUpOnService/);
      assert.equal(await question(unknown), undefined);
    }
    assert.equal(service().requests.length, 0);
    await window().configuration.set('threatLookups.lookups', 'automatic');
    // The question was about another mode.
    await invoke(unknown);
    assert.equal(service().requests.length, 0);
  });

  it('sends what the question listed, and logs it', async () => {
    assert.match((await question(unknown)) ?? '', /Send 2/);
    assert.match(await invoke(unknown), /"lookedUpOnService":2/);
    assert.match(
      service()
        .requests.map(({ query }) => query.q)
        .join(),
      /assistant-3.* or .*assistant-4/,
    );
    await window().requestLog(/assistant-3.*AI assistant|AI assistant.*assistant-3/s);
  });
});

describe('The MCP server of the extension', () => {
  const window = useWindow({});
  const provider = (): vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> | undefined =>
    window().provider('registerMcpServerDefinitionProvider') as ReturnType<typeof provider>;

  it('is offered only if the user has enabled it', async () => {
    assert.equal(window().provider('registerMcpServerDefinitionProvider'), undefined);
    await window().configuration.set('threatLookups.assistants.mcpServer', true);
    await eventually(() => provider() !== undefined, 'a provider of servers');
    assert.equal((await provider()?.provideMcpServerDefinitions(token))?.length, 1);
    await window().configuration.set('threatLookups.assistants.mcpServer', false);
    assert.deepEqual(await provider()?.provideMcpServerDefinitions(token), []);
  });

  it('serves the five tools on the local store and the open folders', async () => {
    await window().run('threatLookups.loadSample');
    await window().configuration.set('threatLookups.assistants.mcpServer', true);
    await eventually(() => provider() !== undefined, 'a provider of servers');
    const [server] = (await provider()?.provideMcpServerDefinitions(token)) ?? [];
    assert.ok(server !== undefined);
    assert.ok(existsSync(join(window.storage(), 'store.sqlite')));
    const client = new Client({ name: 'test', version: '1' });
    const env = Object.fromEntries(Object.entries(server.env).map(([name, value]) => [name, String(value)]));
    await client.connect(
      new StdioClientTransport({ command: server.command, args: server.args, env, stderr: 'inherit' }),
    );
    try {
      assert.equal((await client.listTools()).tools.length, 5);
      const call = async (name: string, input: Record<string, unknown>): Promise<string> =>
        JSON.stringify(await client.callTool({ name, arguments: input }));
      assert.match(await call('record', { indicator: 'login-update.example' }), /sources/);
      assert.match(await call('triage_file', { path: 'proxy.log' }), /total/);
      assert.match(await call('triage_file', { path: '/etc/hosts' }), /no such file/);
    } finally {
      await client.close();
    }
  });
});
