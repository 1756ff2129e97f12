import assert from 'node:assert/strict';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { fakeTaxiiServer, taxiiError } from '../../harness/fakeTaxiiServer';
import { useRecordingService } from '../../harness/recordingService';
import { ScanQueue } from '../../harness/scanQueue';
import { pattern } from '../../harness/text';
import { useWindow } from '../window';
import { scansView, submitScan } from './scanning';
import { sourcesView, noCredentials, signIn } from './taxii';
import { uiText, icon } from '../../../src/features/shared/ui/text';

const target = 'command:workbench.action.terminal.new';
const link = `[Sign in again](${target})`;
const root = `/[x](${target})/`;
/** The space makes the link plain text, as `ui/textSinks` shows. */
const shown = /\[Sign in again\] \(command:workbench\.action\.terminal\.new\)/;

/** Asserts that a text contains the link as plain text, and no link. */
function assertPlain(text: unknown): void {
  assert.ok(typeof text === 'string', 'Markdown can contain links');
  assert.match(text, shown);
  assert.doesNotMatch(text, /\]\(/);
}

describe('A link in untrusted text', () => {
  const queue = new ScanQueue();
  const service = useRecordingService(queue.reply);
  const server = useRecordingService(
    fakeTaxiiServer({
      title: link,
      roots: ['/taxii2/api/', root],
      collections: { [`Feed ${link}`]: ['lookups-test-1.com'], 'Below a link': ['lookups-test-4.com'] },
      refuse: ({ path }) => (path.endsWith('/objects/') ? taxiiError(403, `Expired. ${link}`) : undefined),
    }),
  );
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
  }));

  it('is text in the notification and the view of a failed scan', async () => {
    queue.pollResponse = () => ({ status: 'failed', error: `Session ended. ${link}` });
    await submitScan(window(), 'lookups-test-3.com', 'Passive Scan');
    assertPlain((await window().messages.notification(/Session ended/)).text);
    await window().run('threatLookups.scans.focus');
    await scansView(window(), /lookups-test-3\[\.\]com\s*failed/);
    assertPlain(window().views.item(viewIds.scans, /lookups-test-3/).item.tooltip);
  });

  it('is text in the names and errors of a TAXII server and its collections', async () => {
    window().begin('threatLookups.addTaxiiServer');
    await window().choose(
      pattern(uiText('Select the server that has the collections')),
      pattern(uiText('{0} Another Server…', icon('add'))),
    );
    await window().answer(
      pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')),
      server().url,
    );
    await signIn(window(), noCredentials);
    const prompt = await window().prompt(pattern(uiText('Select collections to keep on this machine')));
    assertPlain(prompt.text());
    assert.match(prompt.text(), /Below a link[^]*\/\[x\] \(command:/);
    prompt.checkAll();
    await prompt.accept();
    assertPlain((await window().messages.notification(/Feed .*Expired/)).text);
    await window().run('threatLookups.sources.focus');
    // The view shortens long titles; tooltips contain them in full.
    assert.doesNotMatch(await sourcesView(window(), /Feed .* failed/), /\]\(/);
    assertPlain(window().views.item(viewIds.sources, /^Feed /).item.tooltip);
    const { tooltip } = window().views.item(viewIds.sources, /^Below a link/).item;
    assert.ok(typeof tooltip === 'string' && tooltip.includes(`/[x] (${target})/`));
  });

  it('is text in the name of an imported file', async () => {
    const file = await window.document(`Report ${link}.txt`, 'lookups-test-2[.]com\n');
    window().begin('threatLookups.import', file.uri);
    (await window().prompt(/List Type: Report /)).cancel();
    assertPlain((await window().messages.notification(/Report /)).text);
  });
});
