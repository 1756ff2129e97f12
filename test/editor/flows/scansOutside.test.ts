import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { strings } from '../../../src/features/scans/strings';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { newHost, oldHost, startFakeNetwork, type FakeNetwork } from '../../harness/fakeNetwork';
import { pattern } from '../../harness/text';
import { useWindow, type Windows } from '../window';
import { beginScan, scansView, submitScan } from './scanning';
import { uiText } from '../../../src/features/shared/ui/text';

const text = `lookup of ${newHost}\nlookup of ${oldHost}\n`;

function useFakeNetwork(): () => FakeNetwork {
  let network: FakeNetwork | undefined;
  before(async () => {
    network = await startFakeNetwork();
  });
  after(() => network?.stop());
  return () => {
    if (network === undefined) throw new Error('The network runs inside tests only.');
    return network;
  };
}

function useLog(window: Windows): () => TextDocument {
  let log: TextDocument | undefined;
  before(async () => {
    log = await window.document('proxy.log', text);
  });
  return () => {
    if (log === undefined) throw new Error('The document is opened before the tests.');
    return log;
  };
}

/** Settings that allow external lookups on a network. */
const externalLookups = ({ resolver }: { readonly resolver: string }) => ({
  'threatLookups.localService.enrichment': 'active',
  'threatLookups.localService.resolver': resolver,
});

describe('Scans of the local service with external lookups', () => {
  const network = useFakeNetwork();
  const window = useWindow(() => ({
    settings: externalLookups(network()),
    overlay: network().overlay,
  }));
  const log = useLog(window);

  /** The messages that the record panel, opened from the hover, receives. */
  async function record(value: string, matching: RegExp): Promise<string> {
    await window().hover(log(), value, /risk/);
    await window().clickInHover(log(), value, /^Open Record$/);
    const messages = await window().panels.received(panelTypes.record, matching);
    window().panels.closeAll();
    return messages;
  }

  it('look up names and registration without connecting to the host if they are passive', async () => {
    await window().hover(log(), newHost, /Scan…/);
    await window().clickInHover(log(), newHost, /^Scan…$/);
    await window().choose(
      /Passive Scan[^]*This machine queries WHOIS and DNS[^]*Active Scan…[^]*see your IP address/,
      'Passive Scan',
    );
    await window().messages.message(/lookups-test-1\[\.\]com: Low risk \(previously: not found\)/);
    const { queries } = network();
    for (const question of ['A', 'AAAA', 'MX', 'NS', 'TXT'])
      assert.ok(queries.dns.includes(`${question} ${newHost}`), question);
    assert.ok(queries.rdap.includes(`/domain/${newHost}`), queries.rdap.join());
    assert.equal(network().connectionCount(), 0);
    assert.deepEqual(queries.whois, []);
    assert.match(await window().hover(log(), newHost, /Low risk/), /registered/i);
    assert.match(await record(newHost, /Lookups Test Registrar/), /mail\[\.\]lookups-test-1/);
  });

  it('query WHOIS where there is no RDAP', async () => {
    await submitScan(window(), oldHost, 'Passive Scan');
    await window().messages.message(/lookups-test-5\[\.\]net: No risk reported/);
    assert.deepEqual([...network().queries.whois], [oldHost, oldHost]);
    await record(oldHost, /Old Registrar/);
  });

  it('connect to the host after confirmation if they are active', async () => {
    await submitScan(window(), newHost, 'Active Scan…');
    const asked = await window().messages.dialog(
      /Run an active scan of lookups-test-1\[\.\]com\?[^]*This machine connects to the host\. The host's owner can see your IP address\./,
    );
    assert.equal(network().connectionCount(), 0);
    asked.click('Scan');
    await window().messages.message(/lookups-test-1\[\.\]com: (?:Medium|High) risk \(previously: Low risk\)/);
    assert.ok(network().connectionCount() >= 3);
    const panel = await record(newHost, /Sign in & go on/);
    assert.match(panel, /SSH-2\.0-Lookups/);
    assert.match(panel, /self-signed/i);
  });
});

describe('A workspace that allows external lookups', () => {
  const network = useFakeNetwork();
  const window = useWindow(() => ({
    workspaceSettings: externalLookups(network()),
    overlay: network().overlay,
  }));

  it('only gets scans that score stored data, without external lookups', async () => {
    await beginScan(window(), newHost);
    await window().choose(/on the local service[^]*Nothing is sent/, 'Local Scan');
    await window().run('threatLookups.scans.focus');
    await scansView(window(), /lookups-test-1\[\.\]com\s*(?:Risk unknown|No risk reported)/);
    assert.deepEqual([...network().queries.dns], []);
    assert.equal(network().connectionCount(), 0);
  });

  it('can scan indicators of the sample data', async () => {
    await window().run('threatLookups.loadSample');
    await submitScan(window(), 'login-update[.]example', 'Local Scan');
    await scansView(window(), /login-update\[\.\]example\s*Critical risk/);
  });
});

describe('An invalid name server in the settings', () => {
  const window = useWindow({
    settings: {
      'threatLookups.localService.enrichment': 'passive',
      'threatLookups.localService.resolver': 'dns server!',
    },
  });
  const log = useLog(window);

  it('is reported at the start and before a scan, with the way to the setting', async () => {
    const message = pattern(strings.invalidResolver('dns server!', 'threatLookups.localService.resolver'));
    await window().hover(log(), newHost);
    (await window().messages.notification(message)).click(uiText('Change Setting'));
    await window().executedCommand(/^workbench\.action\.openSettings "@id:threatLookups\.localService\.resolver"$/);
    await beginScan(window(), newHost);
    await window().messages.notification(message);
    await window().run('threatLookups.scans.focus');
    await window().views.welcome(viewIds.scans, /^No scans yet/);
  });
});
