import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as tools from '../../src/core/indicators';
import { createHoverProviders, type HoverProviders } from '../../src/features/hover/hoverProviders';
import { registerLookUpCommands } from '../../src/features/hover/lookUpCommands';
import { useRecordingService } from '../harness/recordingService';
import { domain, known, minute, mirror, type World, world } from '../unit/core/lookups/fakes';
import { showText } from './helpers/documents';
import { hoverContent, hoverMatching } from './helpers/hovers';
import { resetSettings, set } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

const risk = /(Critical|High|Medium|Low) risk/;

/** The hovers of an engine. */
const providersOf = (here: World): HoverProviders =>
  createHoverProviders({
    annotations: { of: () => undefined },
    seenBefore: () => new Map(),
    lookups: here.lookups,
    loadIndicators: () => Promise.resolve(tools),
    now: () => here.now,
    settings: () => ({ waitMillis: 4_000, inCode: false, detectionRules: false }),
    canAsk: () => true,
    hasLocalData: () => true,
    scansOutside: () => false,
  });

describe('Hovers', () => {
  before(() => vscode.commands.executeCommand('threatLookups.loadSample'));
  after(() => vscode.commands.executeCommand('threatLookups.removeSample'));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('show the risk of a domain in a log, with the domain defanged', async () => {
    const { document } = await showText(
      '2026-03-02T07:00:08Z 192.0.2.28 GET https://login-update.example/session?id=7 200 text/html\n',
      'log',
    );
    assert.match(await hoverMatching(document, 'login-update.example', risk), /login-update\[\.\]example/);
  });

  it('show the risk of defanged names and addresses in Markdown', async () => {
    const { document } = await showText('It calls 203[.]0[.]113[.]77 and counts at cdn-metrics[.]test.\n', 'markdown');
    assert.match(await hoverMatching(document, 'cdn-metrics[.]test', risk), /cdn-metrics\[\.\]test/);
    assert.match(await hoverMatching(document, '203[.]0[.]113[.]77', risk), /203\[?\.\]?0/);
  });

  it('show the risk of names in the log of a DNS server, and where links of a mail filter lead', async () => {
    const link = 'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Flogin-update.example%2Fx&data=1';
    const { document } = await showText(`Rcv 10.20.2.7 A (12)login-update(7)example(0)\nGET ${link}\n`, 'log');
    assert.match(await hoverMatching(document, '(12)login-update', risk), /login-update\[\.\]example/);
    const text = await hoverMatching(document, 'https://nam02', /Wrapped in/);
    assert.match(text, /login-update\[\.\]example\/x[^]*Microsoft Safe Links/);
    assert.match(text, risk);
    assert.doesNotMatch(text, /Well-known/);
  });

  it('show the risk of what is in encoded parts of a mail', async () => {
    const header = 'Subject: a\nMIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding:';
    const quoted = await showText(
      `${header} quoted-printable\n\nSee login-upd=\nate.example/x and cdn-metrics=2Etest\n`,
      'plaintext',
    );
    assert.match(await hoverMatching(quoted.document, 'login-upd=', risk), /login-update\[\.\]example/);
    assert.match(await hoverMatching(quoted.document, 'ate.example', risk), /login-update\[\.\]example/);
    assert.match(await hoverMatching(quoted.document, 'cdn-metrics=2Etest', risk), /cdn-metrics\[\.\]test/);
    const base64 = Buffer.from('login-update.example').toString('base64');
    const { document } = await showText(`${header} base64\n\n${base64}\n`, 'plaintext');
    assert.match(await hoverMatching(document, base64.slice(0, 8), risk), /login-update\[\.\]example/);
  });

  it('show the risk of names in strings of code', async () => {
    const { document } = await showText(
      "export const blocked = ['parcel-tracking.example'].map((name) => name.length);\n",
      'typescript',
    );
    const text = await hoverMatching(document, 'parcel-tracking.example', risk);
    assert.match(text, /parcel-tracking\[\.\]example/);
  });
});

describe('Hovers with a service', () => {
  const service = useRecordingService(() => 'cut');
  before(async () => {
    await set('baseUrl', service().url);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(resetSettings);

  it('show the error after a lookup that fails, with a way to retry', async () => {
    await set('lookups', 'onDemand');
    const value = 'lookups-test-2.com';
    const { document } = await showText(`GET ${value}\n`, 'log');
    await hoverMatching(document, value, /Not looked up/);
    assert.deepEqual(service().requests, []);
    await vscode.commands.executeCommand('threatLookups.lookUpOnService', { type: 'domain', value });
    assert.equal(service().requestsContaining(value).length, 2);
    const text = await hoverMatching(document, value, /Can't reach/);
    assert.match(text, /Last attempt: just now\.[^]*Look up on/);
    assert.doesNotMatch(text, /Not looked up/);
  });

  it('send nothing while the ignore list of the workspace is too long', async () => {
    await set('lookups', 'onHover');
    service().replyWith(() => ({ status: 404, body: { error: 'Indicator not found.' } }));
    const value = 'lookups-test-4.com';
    const { document } = await showText(`GET ${value}\n`, 'log');
    for (const count of [1_001, 1_002]) {
      const list = Array.from({ length: count }, (_, n) => `host-${n}.lookups-test.com`);
      await set('ignore', list, 'workspace');
      await hoverMatching(document, value, /The ignore list is too long to check/);
    }
    assert.deepEqual(service().requestsContaining(value), []);
    await set('ignore', ['host-0.lookups-test.com'], 'workspace');
    await hoverMatching(document, value, /Not found on/);
    assert.equal(service().requestsContaining(value).length, 1);
  });

  it('show the rules of the detection if the setting is on, also at the end of a very long line', async () => {
    const value = 'lookups-test-6.com';
    const { document } = await showText(`${'lookups-test-5.com x '.repeat(5_000)}GET ${value}\n`, 'log');
    await hoverMatching(document, value, /lookups-test-6\[\.\]com/);
    await set('hover.detectionRules', true);
    await hoverMatching(document, value, /lookups-test-6\[\.\]com[^]*Detection/);
  });

  it("don't move the cursor if the response is late and the user has moved on", async () => {
    const value = 'lookups-test-3.com';
    const here = world({ settings: { mode: 'onDemand' } });
    const messages: string[] = [];
    const handlers = new Map<string, (...args: never[]) => unknown>();
    registerLookUpCommands({
      lookups: here.lookups,
      loadIndicators: () => Promise.resolve(tools),
      panelFocus: { current: () => undefined },
      notices: {
        inform: (text) => void messages.push(text),
        offer: (_level, text) => Promise.reject(new Error(text)),
      },
      commands: {
        register: (id, handler) => {
          handlers.set(id, handler);
          return new vscode.Disposable(() => undefined);
        },
        run: (id) => Promise.reject(new Error(`${id} ran`)),
      },
      canAsk: () => true,
      serviceHost: () => 'lookups-test-1.com',
    });
    const editor = await showText(`GET ${value}\n\n`, 'log');
    const at = { uri: editor.document.uri.toString(), line: 0, character: 4 };
    const lookUp = handlers.get('threatLookups.lookUpOnService') as (target: unknown) => Promise<void>;
    const lookup = lookUp({ type: 'domain', value, at });
    const request = await eventually(() => here.requests[0], 'the request');
    const end = new vscode.Position(2, 0);
    editor.selection = new vscode.Selection(end, end);
    await vscode.commands.executeCommand('type', { text: 'here' });
    await request.answer(undefined);
    await lookup;
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /^Looked up lookups-test-3\[\.\]com: Not found on/);
    await vscode.commands.executeCommand('type', { text: ' I am' });
    assert.equal(editor.document.lineAt(2).text, 'here I am');
  });

  it('show what is known about the host of a URL while the service is asked', async () => {
    const here = world({ reply: () => undefined, stored: [[domain, known(domain, mirror)]] });
    const { local, service: provider } = providersOf(here);
    const { document } = await showText('GET https://lookups-test-2.com/a\n', 'log');
    const { token } = new vscode.CancellationTokenSource();
    const at = new vscode.Position(0, 16);
    const shown = await local.provideHover(document, at, token);
    assert.ok(shown instanceof vscode.Hover);
    assert.match(hoverContent(shown), /Host[^]*High risk/);
    assert.doesNotMatch(hoverContent(shown), /Not known|No information/);
    assert.deepEqual(here.requests, []);
    const answer = await provider.provideHover(document, at, token);
    assert.ok(answer instanceof vscode.Hover);
    assert.match(hoverContent(answer), /This URL wasn't found on/);
    assert.doesNotMatch(hoverContent(answer), /High risk/);
  });

  it('look up again at the time that a previous hover named', async () => {
    const value = 'lookups-test-2.com';
    let isReachable = false;
    const here = world({
      settings: { mode: 'onHover' },
      reply: () => (isReachable ? undefined : { kind: 'unreachable', detail: '' }),
    });
    const { local, service: provider } = providersOf(here);
    const { document } = await showText(`GET ${value}\n`, 'log');
    const { token } = new vscode.CancellationTokenSource();
    const hover = async (): Promise<string> => {
      const texts: string[] = [];
      for (const each of [local, provider]) {
        const shown = await each.provideHover(document, new vscode.Position(0, 6), token);
        if (shown instanceof vscode.Hover) texts.push(hoverContent(shown));
      }
      return texts.join('\n');
    };
    const text = await hover();
    assert.match(text, /Can't reach/);
    assert.match(await hover(), /Next attempt in 1?\d seconds/);
    const requests = here.requests.length;
    assert.match(await hover(), /Next attempt in/);
    assert.equal(here.requests.length, requests);
    isReachable = true;
    here.now += minute;
    assert.match(await hover(), /Not found on/);
    assert.equal(here.requests.length, requests + 1);
  });
});
