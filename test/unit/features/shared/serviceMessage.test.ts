import assert from 'node:assert/strict';
import { getCounts } from '../../../../src/core/triage/assess';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { Scan, ScanProgress } from '../../../../src/core/scans';
import type { LookupState } from '../../../../src/core/lookups/types';
import { toMarkdown } from '../../../../src/features/shared/text/safeMarkdown';
import { formatRequestError } from '../../../../src/features/shared/format/formatRequestError';
import { registerConnectionNotices } from '../../../../src/features/connection/connectionNotices';
import { menuEntries } from '../../../../src/features/connection/status/menuEntries';
import { statusText } from '../../../../src/features/connection/status/statusText';
import { hoverLines } from '../../../../src/features/hover/hoverLines';
import { openedNotice } from '../../../../src/features/records/notices';
import { endNotice } from '../../../../src/features/results/panel/endNotices';
import { pauseMessage, progressMessage, progressLabel } from '../../../../src/features/scans/scanText';
import { triageView } from '../../../../src/features/triage/panel/triageView';
import { linkedText } from '../../../../src/features/records/linkedText';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import * as indicators from '../../../../src/core/indicators';
import { context, hour, now, readableLines, result } from './builders';
import { panelView } from '../../../../src/features/records/indicatorPage';

const host = 'intel.example';
const serviceMessage = 'Your subscription ended on 2026-11-01.';
const base = { detail: 'SECRET', serviceMessage };

/** Every error that can carry a service's message. */
const errors: readonly RequestError[] = [
  { kind: 'badRequest', status: 400, ...base },
  { kind: 'badRequest', status: 403, ...base },
  { kind: 'keyRejected', hadKey: true, status: 401, ...base },
  { kind: 'keyRejected', hadKey: false, status: 401, ...base },
  { kind: 'keyRejected', hadKey: true, status: 403, ...base },
  { kind: 'keyRejected', hadKey: false, status: 403, ...base },
  { kind: 'notFound', ...base },
  { kind: 'rateLimited', retryAt: now + 40_000, ...base },
  { kind: 'serverError', status: 503, ...base },
];

const panel = {
  ...context,
  offerSample: () => true,
  defangText: (text: string) => defangText(text, indicators),
  linkedText: (text: string) => linkedText(text, indicators),
};
const stateOf = (error: RequestError): LookupState => ({ kind: 'failed', host, error });
const scanOf = (progress: ScanProgress): Scan => ({
  id: '1',
  at: now,
  changed: now,
  address: `https://${host}`,
  host,
  remote: true,
  kind: 'passive',
  store: false,
  indicator: { type: 'domain', value: 'a.example' },
  sent: { type: 'domain', value: 'a.example' },
  progress,
});
const triageOf = (error: RequestError, requests: number): string =>
  triageView(
    {
      id: '1',
      kind: 'files',
      title: 'a.log',
      name: 'file:///a.log',
      at: 0,
      table: {
        version: 0,
        rows: 0,
        counts: getCounts([]),
        open: 0,
        samples: 0,
        filled: [],
        groups: [],
      },
      version: 0,
      texts: [],
      sent: [],
      nameOf: String,
      isTruncated: false,
      lookup: { host, requested: 1, sent: 0, known: 0, notFound: 0, requests, canceled: false, error },
    },
    { now, serviceHost: host, isOffline: false },
  )
    .notices.map(({ text }) => text)
    .join('\n');
const formatOptions = { host, remote: true, now, shown: (text: string) => text };
const remote = { address: `https://${host}`, host };
const statusOf = (error: RequestError): string =>
  statusText({ remote, mode: 'onHover', urls: 'withoutQuery', budget: {}, error }, now).tooltip.join('\n');

/** The pop-up for what only the user can mend, if there is one. */
async function popUpOf(error: RequestError): Promise<{ readonly text: string; readonly labels: readonly string[] }[]> {
  const shown: { readonly text: string; readonly labels: readonly string[] }[] = [];
  const parts = {
    connection: { state: () => ({ remote, error }), onRequestError: () => ({ dispose: () => undefined }) },
    recent: { find: () => undefined },
    notices: {
      offerOnce: (_: string, __: string, text: string, ...actions: readonly { readonly label: string }[]) => {
        shown.push({ text, labels: actions.map(({ label }) => label) });
        return Promise.resolve();
      },
    },
    commands: { run: () => undefined },
  };
  const { connection, recent, notices, commands } = parts;
  const given = [connection, recent, notices, commands] as unknown as Parameters<typeof registerConnectionNotices>;
  registerConnectionNotices(...given);
  await Promise.resolve();
  return shown;
}

const locations: Readonly<Record<string, (error: RequestError) => string>> = {
  'a hover': (error) => readableLines(hoverLines(result({ state: stateOf(error) }), context)).join('\n'),
  'a record': (error) =>
    panelView(result({ state: stateOf(error) }), panel)
      .notices.map(({ text }) => text)
      .join('\n'),
  'a threat': (error) => openedNotice({ kind: 'failed', host, error }, context).text,
  'the results': (error) => endNotice({ kind: 'failed', millis: 1, error }, formatOptions)?.text ?? '',
  'the results of a query that was not sent': (error) =>
    endNotice({ kind: 'spent', span: 'pause', until: now + 40_000, error }, formatOptions)?.text ?? '',
  'a triage': (error) => triageOf(error, 1),
  'a triage that sent nothing': (error) => triageOf(error, 0),
  'the status bar': statusOf,
  'the row of a scan that failed': (error) => progressLabel(scanOf({ kind: 'failed', error }), now),
  'the row of a scan that goes on': (error) => progressLabel(scanOf({ kind: 'queued', error }), now),
  'the tooltip of a scan': (error) => progressMessage(scanOf({ kind: 'failed', error }), now),
  'the line above the scans': (error) => pauseMessage([scanOf({ kind: 'queued', error })], now),
};

describe('A message of the service', () => {
  for (const [place, words] of Object.entries(locations)) {
    it(`is shown in ${place} for every error`, () => {
      for (const error of errors) {
        const text = words(error);
        assert.ok(text.includes(`“${serviceMessage}”`), `${error.kind}: ${text}`);
        assert.doesNotMatch(text, /SECRET/);
      }
    });
  }

  it('is shown in the pop-up about a key', async () => {
    for (const status of [401, 403]) {
      const [shown] = await popUpOf({ kind: 'keyRejected', hadKey: true, status, ...base });
      assert.ok(shown?.text.includes(`“${serviceMessage}”`), shown?.text);
      assert.match(shown?.text ?? '', new RegExp(`\\(HTTP ${status}\\)`));
    }
  });

  it('is shown after a miss', () => {
    const source = { kind: 'service', name: host } as const;
    const miss = result({ notFound: [{ kind: 'notFound', source, asOf: now, serviceMessage }] });
    const inHover = readableLines(hoverLines(miss, context)).join('\n');
    const inRecord = panelView(miss, panel).notices.map(({ text }) => text);
    const ofThreat = openedNotice({ kind: 'notFound', source, asOf: now, serviceMessage }, context).text;
    for (const words of [inHover, ...inRecord, ofThreat])
      assert.match(words, /Not found on intel\.example \(checked just now\)\. Service message: “Your subscription/);
  });

  it('is shown for a scan that is waiting to be sent', () => {
    const waits = scanOf({ kind: 'waiting', retryAt: now + 40_000, serviceMessage });
    for (const words of [progressLabel(waits, now), progressMessage(waits, now), pauseMessage([waits], now)])
      assert.ok(words.includes(`“${serviceMessage}”`), words);
  });

  it('is shown in the menu of the status bar', () => {
    const facts = { hasKey: true, localServiceUrl: undefined, isMirrorSetUp: false, isStoreNewer: false };
    const check = (error?: RequestError): string | undefined =>
      menuEntries(
        { remote, mode: 'onHover', urls: 'withoutQuery', budget: {}, ...(error === undefined ? {} : { error }) },
        facts,
        now,
      )
        .flatMap(({ entries }) => entries)
        .find(({ command }) => command === 'threatLookups.checkConnection')?.description;
    for (const error of errors) assert.match(check(error) ?? '', /^[A-Za-z].* · “Your subscription ended/);
    assert.equal(check(), undefined);
  });

  it('explains in the status bar why requests are paused', () => {
    const paused = (pausedBy: RequestError): string =>
      statusText(
        { remote, mode: 'onHover', urls: 'withoutQuery', budget: { pausedUntil: now + hour, pausedBy } },
        now,
      ).tooltip.join('\n');
    const limited = paused({ kind: 'rateLimited', retryAt: now + hour, ...base });
    assert.match(limited, /Rate limit reached\. Requests resume in 1 hour \(\d+:\d\d [AP]M\)\./u);
    assert.ok(limited.includes(`“${serviceMessage}”`), limited);
    const down = paused({ kind: 'serverError', status: 503, ...base });
    assert.match(
      down,
      /intel\.example is temporarily unavailable \(HTTP 503\)\. Requests resume in 1 hour \(\d+:\d\d [AP]M\)\./i,
    );
    assert.ok(down.includes(`“${serviceMessage}”`), down);
  });

  it('is inert text', () => {
    const hostile = '[click](command:evil) $(flame) <img src=x> \u202eno\nmore';
    const error: RequestError = { kind: 'badRequest', detail: '', status: 400, serviceMessage: hostile };
    const { value, commands } = toMarkdown(hoverLines(result({ state: stateOf(error) }), context));
    assert.doesNotMatch(value, /\[click\]|<img|\$\(flame|\u202e/);
    assert.ok(!commands.some((command) => /evil/.test(command)));
    assert.ok(formatRequestError(error, host, now).whole.includes('[U+202E]no more”'));
    assert.doesNotMatch(statusOf(error), /\]\(command|\$\(flame/);
  });

  it('is truncated in a hover and complete in its tooltip', () => {
    const long = `Too long ${'a'.repeat(300)} to read.`;
    const error: RequestError = { kind: 'badRequest', detail: '', status: 400, serviceMessage: long };
    const parts = hoverLines(result({ state: stateOf(error) }), context).flat();
    const message = parts.find((part) => part.kind === 'text' && part.text.includes('Service message'));
    assert.ok(message?.kind === 'text' && message.text.length < 300 && message.title?.includes(long));
  });

  it('is omitted if it is empty', () => {
    for (const error of errors)
      assert.doesNotMatch(
        formatRequestError({ ...error, serviceMessage: ' ' } as RequestError, host, now).whole,
        /Service message|“/,
      );
  });
});

describe('A rejection', () => {
  const own = (error: RequestError) => {
    const { whole, action } = formatRequestError(error, host, now);
    return [whole, action?.label];
  };

  it('with 403 does not blame the key', () => {
    const refused = { kind: 'keyRejected', detail: '' } as const;
    assert.deepEqual(own({ ...refused, hadKey: true, status: 403 }), [
      "intel.example doesn't allow this with your API key (HTTP 403). Check your plan and permissions.",
      'Show Output',
    ]);
    assert.deepEqual(own({ ...refused, hadKey: false, status: 403 }), [
      "intel.example doesn't allow this without an API key (HTTP 403).",
      'Set API Key…',
    ]);
    assert.deepEqual(own({ ...refused, hadKey: true, status: 401 }), [
      'intel.example rejected the API key (HTTP 401).',
      'Set API Key…',
    ]);
    assert.deepEqual(own({ kind: 'badRequest', detail: '', status: 403 }), [
      'intel.example returned a web page that blocks the request (HTTP 403). A proxy or firewall may be in the way.',
      'Show Output',
    ]);
  });

  it('with 403 is shown in the status bar and for STIX', () => {
    const error: RequestError = { kind: 'keyRejected', detail: '', hadKey: true, status: 403 };
    const { text } = statusText({ remote, mode: 'onHover', urls: 'withoutQuery', budget: {}, error }, now);
    assert.equal(text, '$(warning) Lookups: not allowed');
    const refusal = { kind: 'needsAccount', hadKey: true, status: 403 } as const;
    const notice = endNotice({ kind: 'failed', millis: 1, error, refusal }, formatOptions);
    assert.match(notice?.text ?? '', /doesn't allow STIX with your API key \(HTTP 403\)\. Check your plan/);
    assert.ok(!notice?.actions.some(({ action }) => action === 'setKey'));
  });

  it('shows when requests resume, with the time of day', () => {
    const limited = (millis: number) => own({ kind: 'rateLimited', detail: '', retryAt: now + millis })[0];
    assert.equal(limited(40_000), 'Rate limit reached. Requests resume in 40 seconds.');
    assert.match(limited(5 * 60_000) ?? '', /^Rate limit reached\. Requests resume in 5 minutes \(12:05 PM\)\.$/);
    assert.match(
      limited(30 * hour) ?? '',
      /^Rate limit reached\. Requests resume in 30 hours \(Nov 21, 2026, 6:00 PM\)\.$/,
    );
  });

  it('distinguishes reserved requests from a rate limit', () => {
    assert.equal(
      own({ kind: 'rateLimited', detail: '', retryAt: now + hour, left: 9 })[0],
      'Only 9 requests are left on intel.example. They are reserved for hovers and clicks.',
    );
  });
});
