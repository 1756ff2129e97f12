import assert from 'node:assert/strict';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useRecordingService } from '../../harness/recordingService';
import { markdownText, plainText } from '../window/text';
import { useWindow } from '../window';
import { closeEditors, runQuery } from './queries';
import { scansView, submitScan } from './scanning';

const log = Array.from({ length: 9 }, (_, at) => `lookups-test-${at + 1}.com`).join('\n');

describe('A service that refuses a lookup', () => {
  const hostile = '[Click](command:workbench.action.quit) $(flame) <img src=x> \u202eyou';
  const service = useRecordingService(() => ({
    status: 403,
    body: { error: `Your subscription ended. ${hostile}` },
  }));
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
  }));

  it('is quoted as plain text in hovers, notifications, and the status bar, and not as a rejected key', async () => {
    const document = await window.document('proxy.log', log);
    window().begin('threatLookups.changeMode');
    await window().choose(/Lookup Mode/, /^On Hover/i);
    const markdown = await window().hoverMarkdown(document, 'lookups-test-2.com', (shown) =>
      markdownText(shown).includes('(HTTP 403)'),
    );
    assert.doesNotMatch(markdown, /\]\(command:workbench|<img|\$\(flame\)|\u202e/);
    assert.match(
      markdown
        .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
        .replaceAll('&nbsp;', ' '),
      /doesn't allow this without an API key \(HTTP 403\)\. Service message: “Your subscription ended\. \[Click\] ?\(command:workbench\.action\.quit\) \$ ?\(flame\) <img src=x> you/,
    );
    await window().messages.notification(/\(HTTP 403\)\. Service message: “Your subscription ended\./);
    await window().messages.tooltip(/\(HTTP 403\)\. Service message: “Your subscription ended\./);
  });
});

describe('A rate limit', () => {
  const service = useRecordingService(() => ({
    status: 429,
    headers: { 'retry-after': '900' },
    body: { error: 'Daily limit reached.' },
  }));
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onHover' },
  }));
  after(closeEditors);

  it('is shown with the time when requests resume by scans, hovers, results, the status bar, and the menu', async () => {
    // Shortly before midnight, with the date.
    const isResumed =
      /Rate limit reached. Requests resume in 1[45] minutes \((?:\w+ \d+, \d{4}, )?\d+:\d\d\s[AP]M\)\. Service message: “Daily limit reached\.”/;
    await submitScan(window(), 'lookups-test-3.com', 'Passive Scan');
    await window().run('threatLookups.scans.focus');
    await scansView(
      window(),
      /lookups-test-3\[\.\]com\s*rate limit reached, retrying in 1[45] minutes \((?:\w+ \d+, \d{4}, )?\d+:\d\d\s[AP]M\) · “Daily limit/,
    );
    const { item } = window().views.item(viewIds.scans, /lookups-test-3/);
    const { tooltip = '' } = item;
    assert.match(
      plainText(typeof tooltip === 'string' ? tooltip : tooltip.value),
      /Service message: “Daily limit reached\.”/,
    );
    const document = await window.document('proxy.log', log);
    assert.match(await window().hover(document, 'lookups-test-4.com', /Rate limit/), isResumed);
    await window().messages.tooltip(isResumed);
    await runQuery(window, ['find.explore', 'risk=high\n'], /Nothing was sent\. Rate limit reached. Requests resume/);
    await window().panels.received(panelTypes.results, isResumed);
    window().begin('threatLookups.menu');
    const menu = await window().prompt(
      /Check Connection[^]*rate limit reached · “Daily limit reached\.”|rate limit reached · “Daily limit reached\.”[^]*Check Connection/,
    );
    menu.cancel();
  });
});
