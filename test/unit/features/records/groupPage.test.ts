import assert from 'node:assert/strict';
import * as tools from '../../../../src/core/indicators';
import type {
  FetchedLink,
  FetchedLinks,
  Opened,
  OpenedThreat,
  OpenOptions,
  Records,
} from '../../../../src/core/lookups/opened';
import type { LinkSummary } from '../../../../src/core/records/linked';
import type { ThreatSubject } from '../../../../src/core/records/subject';
import type { ThreatRecord } from '../../../../src/core/records/threat';
import { linkedText } from '../../../../src/features/records/linkedText';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { GroupPage } from '../../../../src/features/records/groupPage';
import type { ToRecordPanel } from '../../../../src/webviews/messages/record';
import { linksStatus } from '../../../../src/webviews/record/cards/linkedCards';
import { sourceLabel } from '../../../../src/webviews/record/shown';
import { t } from '../../../../src/l10n';
import { shownRecords } from './shownRecords';
import type { RecordContext } from '../../../../src/features/records/recordPage';

const service = 'https://intel.example';
const now = Date.UTC(2025, 5, 1);

const kit: ThreatRecord = {
  tid: 3,
  name: 'Example Kit',
  category: 'apt',
  risk: 'high',
  retired: false,
  description: 'See a.example',
  otherNames: ['EK'],
  references: [],
  news: [],
  ttps: [],
  timestamps: { updated: now - 86_400_000 },
  other: { odd: 1 },
};
const summary: LinkSummary = {
  risk: { total: 40_000, levels: { high: 30_000, low: 9_000 }, retired: 1_000 },
  breakdowns: { port: [{ value: '443', name: 'HTTPS', counts: { total: 12, levels: {} } }] },
  properties: {},
  feeds: [{ fid: 9, name: 'Phish List', organization: 'Example Org', counts: { total: 5, levels: {} } }],
  threats: [],
  other: {},
};
const link = (index: number): FetchedLink => ({
  value: `h${index}.lookups-test-1.com`,
  type: 'domain',
  risk: 'high',
  retired: false,
  relation: '',
  properties: { geo: { country: ['Netherlands'] } },
  attributes: {},
  other: {},
});

/** Requests, and a page over a source that returns `answer`. */
function page(
  subject: ThreatSubject,
  answer: (from: string, options: OpenOptions) => Opened<OpenedThreat> | Promise<Opened<OpenedThreat>>,
) {
  const requested: string[] = [];
  const posted: ToRecordPanel[] = [];
  const explored: string[] = [];
  const watching = new Set<() => void>();
  const links: FetchedLink[] = [];
  const fetched = (): FetchedLinks => ({
    links,
    pages: links.length / 100,
    unreadable: 0,
    more: links.length < 300 ? 'yes' : 'no',
  });
  const records: Records = {
    openThreat: (ref, options) => {
      requested.push(`${options.reason} ${ref.from} ${ref.tid ?? ''} ${ref.name ?? ''}`);
      return Promise.resolve(answer(ref.from, options));
    },
    openLinks: () => ({
      fetched,
      next: (options) => {
        requested.push(`${options.reason} links`);
        for (let index = 0; index < 100; index++) links.push(link(links.length));
        return Promise.resolve({ kind: 'found', value: fetched(), source: { kind: 'service', name: 'x' }, asOf: now });
      },
    }),
    openFeed: () => Promise.resolve({ kind: 'canceled' }),
    openIndicator: () => Promise.resolve({ kind: 'canceled' }),
    openHistory: () => Promise.resolve({ kind: 'canceled' }),
    current: () => service,
    forget: () => undefined,
  };
  const context: RecordContext = {
    now,
    canAsk: true,
    offerSample: () => true,
    defang: (value) => tools.defang(value),
    defangText: (text) => defangText(text, tools),
    linkedText: (text) => linkedText(text, tools),
  };
  const group = new GroupPage(
    subject,
    {
      records,
      context: () => context,
      lookups: { onChanged: () => () => undefined },
      run: () => Promise.resolve(),
      sourcesOf: () => Promise.resolve([{ source: { kind: 'mirror', name: 'Team feed' }, asOf: now - 7_200_000 }]),
      explore: (query) => Promise.resolve(void explored.push(query)),
      hostOf: (from) => (from === 'local:' ? undefined : new URL(from).host),
    },
    {
      changed: () => {
        for (const look of watching) look();
      },
      post: (message) => void posted.push(message),
      copy: () => Promise.resolve(),
      goTo: () => Promise.resolve(),
    },
  );
  /** Until the page has posted a matching message to its panel. */
  const changed = (fits: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (fits()) resolve();
      };
      watching.add(look);
      look();
    });
  return { group, requested, posted, explored, changed };
}

const found = (value: OpenedThreat): Opened<OpenedThreat> => ({
  kind: 'found',
  value,
  asOf: now,
  source: { kind: 'service', name: 'intel.example', address: service },
});
const byName: ThreatSubject = { kind: 'threat', source: service, tid: 3, name: 'Example Kit' };
const nowhere: Opened<OpenedThreat> = { kind: 'notFound', source: { kind: 'import', name: 'x' }, asOf: now };

describe('The page of a threat', () => {
  it('shows whether an unknown threat was looked up by ID or name', async () => {
    const status = async (subject: ThreatSubject): Promise<readonly string[]> => {
      const { group } = page(subject, () => nowhere);
      await group.open('record');
      return group.view().notices.map(({ text }) => text);
    };
    assert.deepEqual(await status({ kind: 'threat', source: 'local:', tid: 99_999 }), [
      t('No threat with the ID {0} is in the local store.', String(99_999)),
    ]);
    assert.deepEqual(await status({ kind: 'threat', source: 'local:', name: 'Nobody' }), [
      t('No threat with this name is in the local store.'),
    ]);
  });

  it('names the mirror that contains it, with the time of its sync, and not the service that serves it', async () => {
    const here = { kind: 'service', name: 'local service' } as const;
    const { group } = page({ kind: 'threat', source: 'local:', tid: 3 }, () => ({
      ...found({ threat: kit, summary }),
      source: here,
    }));
    await group.open('record');
    const [record] = group.view().records;
    assert.equal(record && sourceLabel(record), '“Team feed”');
    assert.equal(record?.asOf, now - 2 * 3_600_000);
  });

  it('says when its domains were imported, or updated by a service', async () => {
    const labelsFrom = async (source: string): Promise<readonly string[] | undefined> => {
      const linked = { ...summary, updatedLastDomain: now - 3_600_000 };
      const { group } = page({ ...byName, source }, (from) =>
        from === source ? found({ threat: kit, summary: linked }) : nowhere,
      );
      await group.open('record');
      return shownRecords(group.view())[0]?.timestamps.map(({ label }) => label);
    };
    assert.deepEqual(await labelsFrom('local:'), [t('Links updated'), 'Updated']);
    assert.deepEqual(await labelsFrom(service), [t('Links updated'), 'Updated']);
  });

  it('shows the statements of the source', async () => {
    const { group } = page(byName, (from) => (from === service ? found({ threat: kit, summary }) : nowhere));
    await group.open('record');
    const view = group.view();
    const [record] = shownRecords(view);
    assert.deepEqual(record?.facts, ['Advanced persistent threat', '40,000 indicators']);
    assert.deepEqual(record.cards.get('Feeds'), ['Phish List\tExample Org\t5']);
    assert.deepEqual(record.cards.get('Description'), ['See a[.]example']);
    assert.deepEqual(record.cards.get(t('Other properties')), ['odd\t1']);
    assert.deepEqual(record.cards.get(t('Indicators by risk')), [
      'All\t40,000 (High risk: 30,000, Low risk: 9,000, and Retired: 1,000)\tHigh risk\tLow risk\tRetired',
    ]);
    assert.deepEqual(record.cards.get('Ports'), ['443 · HTTPS\t12']);
  });

  it('sends nothing automatically if it is only to be shown, and shows what a click sends', async () => {
    const { group, requested } = page(byName, () => nowhere);
    await group.open('shown');
    assert.deepEqual(requested, ['record local:  Example Kit'], 'a number of the service means nothing here');
    const [notice] = group.view().notices;
    assert.equal(
      notice?.text,
      t(
        'Not looked up yet. Looking it up sends {0} to {1}.',
        t('the threat name “{0}”', 'Example Kit'),
        'intel.example',
      ),
    );
    assert.deepEqual(notice.actions, [{ label: t('Look Up on {0}', 'intel.example'), action: 'lookUp' }]);
    await group.act('lookUp');
    assert.equal(requested[1], `click ${service} 3 Example Kit`);
  });

  it('shows which service is queried and since when, can be canceled, and offers to retry', async () => {
    const before = Date.now();
    let signal: AbortSignal | undefined;
    const untilCanceled = (options: OpenOptions): Promise<Opened<OpenedThreat>> =>
      new Promise((resolve) => {
        signal = options.signal;
        signal?.addEventListener('abort', () => resolve({ kind: 'canceled' }));
      });
    const { group, changed } = page(byName, (from, options) => (from === service ? untilCanceled(options) : nowhere));
    const opening = group.open('record');
    await changed(() => group.view().loading !== undefined);
    const { loading, notices, buttons } = group.view();
    assert.equal(loading?.message, t('Waiting for {0}…', 'intel.example'));
    assert.ok(loading.since >= before);
    assert.deepEqual([notices, buttons.some(({ action }) => action === 'lookUp')], [[], false]);
    await group.act('cancel');
    await opening;
    assert.equal(signal?.aborted, true);
    const after = group.view();
    assert.equal(after.loading, undefined);
    assert.deepEqual(
      after.notices.map(({ text, actions }) => [text, actions]),
      [[t('Canceled.'), [{ label: t('Try Again'), action: 'lookUp' }]]],
    );
  });

  it('explains missing counts in their place', async () => {
    const error = { kind: 'serverError', detail: '', status: 500 } as const;
    const { group } = page(byName, (from) => (from === service ? found({ threat: kit, summary: error }) : nowhere));
    await group.open('record');
    const { notices, records } = group.view();
    assert.deepEqual(notices, []);
    assert.match(records[0]?.summaryError?.text ?? '', /server error \(HTTP 500\)/);
  });

  it('keeps its content and reports the error if another lookup fails', async () => {
    let isWell = true;
    const { group } = page(byName, (from) =>
      from !== service
        ? nowhere
        : isWell
          ? found({ threat: kit, summary })
          : { kind: 'failed', host: 'intel.example', error: { kind: 'serverError', detail: '', status: 500 } },
    );
    await group.open('record');
    isWell = false;
    await group.act('lookUp');
    const { records, notices } = group.view();
    assert.equal(records.length, 1);
    assert.match(notices[0]?.text ?? '', /server error \(HTTP 500\)/);
  });

  it('loads one page of links at a time, shows progress, and returns loaded pages without a request', async () => {
    const { group, requested, posted } = page(byName, (from) =>
      from === service ? found({ threat: kit, summary }) : nowhere,
    );
    await group.open('record');
    const record = group.view().records[0]?.id ?? '';
    const before = requested.length;
    for (const number of [0, 1, 0, 2]) await group.answer({ kind: 'links', record, page: number });
    assert.equal(requested.length - before, 3);
    const reported = posted.map((message) =>
      message.kind === 'links' ? [message.page, message.rows.length, linksStatus(message.loaded), message.next] : [],
    );
    assert.deepEqual(reported, [
      [0, 100, t('{0} of {1} loaded.', 100, 40_000), 1],
      [1, 100, t('{0} of {1} loaded.', 200, 40_000), 2],
      [0, 100, t('{0} of {1} loaded.', 200, 40_000), 1],
      [2, 100, 'All 300 links loaded.', undefined],
    ]);
  });

  it('keeps links after another lookup, reports that they are older, and reloads them on request', async () => {
    let asOf = now;
    const { group, requested, posted } = page(byName, (from) =>
      from === service ? { ...found({ threat: kit, summary }), asOf } : nowhere,
    );
    await group.open('record');
    const ask = (number: number, reload?: boolean): Promise<void> => {
      const record = group.view().records[0]?.id ?? '';
      return group.answer({ kind: 'links', record, page: number, ...(reload ? { reload } : {}) });
    };
    const areEarlier = (): boolean | undefined => group.view().records[0]?.links?.areEarlier;
    await ask(0);
    const before = group.view().records[0]?.id;
    assert.equal(areEarlier(), false);
    asOf += 1000;
    await group.act('lookUp');
    assert.notEqual(group.view().records[0]?.id, before);
    assert.equal(areEarlier(), true);
    const requests = requested.length;
    await ask(0);
    assert.equal(requested.length, requests, 'what is here is not asked for again');
    await ask(0, true);
    assert.equal(requested.at(-1), 'click links');
    assert.equal(areEarlier(), false);
    assert.equal(posted.at(-1)?.kind, 'links');
  });

  it('opens a query for exactly its indicators', async () => {
    const name = 'Kit "A" or risk=none';
    const { group, explored } = page({ kind: 'threat', source: '', name }, () => nowhere);
    await group.open('record');
    await group.act('explore');
    assert.deepEqual(explored, ['threat="Kit \\"A\\" or risk=none"']);
  });

  it('completes the ID and the name after it is opened by one of them', async () => {
    const { group } = page({ kind: 'threat', source: '', tid: 3 }, (from) =>
      from === service ? found({ threat: kit, summary: undefined }) : nowhere,
    );
    assert.equal(group.title, 'Threat 3');
    await group.open('record');
    assert.equal(group.title, 'Example Kit');
    assert.deepEqual(group.subject, { kind: 'threat', source: service, tid: 3, name: 'Example Kit' });
  });
});
