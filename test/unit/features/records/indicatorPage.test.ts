import assert from 'node:assert/strict';
import * as tools from '../../../../src/core/indicators';
import type { Lookups } from '../../../../src/core/lookups/lookups';
import type { Records } from '../../../../src/core/lookups/opened';
import type { LookupResult } from '../../../../src/core/lookups/types';
import type { PropertyHistory } from '../../../../src/core/records/history';
import type { Known, Source } from '../../../../src/core/records/knowledge';
import { emptyRecord } from '../../../../src/core/records/record';
import { linkedText } from '../../../../src/features/records/linkedText';
import { defangText } from '../../../../src/core/indicators/identity/defangText';
import { IndicatorPage } from '../../../../src/features/records/indicatorPage';
import type { ToRecordPanel } from '../../../../src/webviews/messages/record';
import { t } from '../../../../src/l10n';
import type { RecordContext } from '../../../../src/features/records/recordPage';

const now = Date.UTC(2025, 5, 1);
const address = 'https://intel.example';
const indicator = { type: 'domain', value: 'login-update.example' } as const;
const sample: Source = { kind: 'sample', name: 'sample data' };
const service: Source = { kind: 'service', name: 'intel.example', address };
const changed: PropertyHistory = {
  dns: {
    a: [
      { value: '203.0.113.7', latest: true },
      { value: '203.0.113.9', latest: false },
    ],
  },
};
const same: PropertyHistory = { dns: { a: [{ value: '203.0.113.7', latest: true }] } };

function known(source: Source): Known {
  return { kind: 'known', source, asOf: now, detail: 'full', record: emptyRecord(indicator.value, indicator.type) };
}

interface World {
  readonly known: readonly Known[];
  readonly history?: PropertyHistory;
  /** The source answers that it has none. */
  readonly hasNoHistory?: boolean;
  /** The service that is queried; only the local store if absent. */
  readonly at?: string;
  readonly hasSample?: boolean;
}

/** A page in a changeable environment, with its requests and messages. */
function pageIn(first: World) {
  let world = first;
  const requested: string[] = [];
  const posted: ToRecordPanel[] = [];
  let listener: (key: string | undefined) => void = () => undefined;
  const resultOf = (state: LookupResult['state']): LookupResult => ({
    indicator,
    known: world.known,
    notFound: [],
    state,
  });
  const lookups: Pick<Lookups, 'local' | 'lookUp' | 'onChanged' | 'wouldSend'> = {
    local: () =>
      resultOf(
        world.known.length > 0 ? { kind: 'settled' } : { kind: 'pending', host: URL.parse(world.at ?? '')?.host ?? '' },
      ),
    lookUp: (_, { reason }) => {
      requested.push(`look up, ${reason}`);
      return Promise.resolve(resultOf(world.known.length > 0 ? { kind: 'settled' } : { kind: 'noService' }));
    },
    onChanged: (reported) => {
      listener = reported;
      return () => undefined;
    },
    wouldSend: () => indicator.value,
  };
  const records: Records = {
    openIndicator: () => {
      throw new Error('the record is not asked for');
    },
    openHistory: (ref, { reason }) => {
      requested.push(`${reason} ${ref.from} historical`);
      return Promise.resolve(
        world.hasNoHistory === true
          ? { kind: 'notFound', source: service, asOf: now, serviceMessage: 'No history.' }
          : { kind: 'found', value: world.history ?? {}, source: sample, asOf: now },
      );
    },
    openThreat: () => Promise.resolve({ kind: 'canceled' }),
    openFeed: () => Promise.resolve({ kind: 'canceled' }),
    openLinks: () => {
      throw new Error('no links are asked for');
    },
    current: () => world.at ?? 'local:',
    forget: () => undefined,
  };
  const context: RecordContext = {
    now,
    canAsk: world.at !== undefined,
    offerSample: () => world.hasSample !== true,
    defang: (value) => tools.defang(value),
    defangText: (text) => defangText(text, tools),
    linkedText: (text) => linkedText(text, tools),
  };
  const page = new IndicatorPage(
    { kind: 'indicator', ...indicator },
    {
      lookups: lookups as Lookups,
      records,
      tools,
      context: () => context,
      run: () => Promise.resolve(),
      confirmWholeUrl: () => Promise.resolve(false),
      loadScreenshot: () => Promise.resolve(undefined),
      openPage: () => Promise.resolve(),
      hostOf: (from) => (from === 'local:' ? undefined : new URL(from).host),
      canAskAt: () => true,
    },
    {
      changed: () => undefined,
      post: (message) => void posted.push(message),
      copy: () => Promise.resolve(),
      goTo: () => Promise.resolve(),
    },
  );
  const become = async (next: World): Promise<void> => {
    world = next;
    listener(undefined);
    await new Promise(setImmediate);
  };
  return {
    page,
    requested,
    posted,
    become,
    labels: () => page.view().records.map(({ compare }) => compare && (compare.host ?? 'local')),
  };
}

describe('The page of an indicator', () => {
  it('offers a comparison if there are stored earlier scans, which it checks automatically', async () => {
    const { page, labels, requested } = pageIn({ known: [known(sample)], history: changed });
    assert.deepEqual(labels(), [undefined]);
    await page.open('record');
    assert.deepEqual(labels(), ['local']);
    assert.deepEqual(requested, ['look up, record', 'record local: historical']);
  });

  it('offers no comparison without earlier scans, even when the page is shown again', async () => {
    for (const history of [same, {}]) {
      const { page, labels } = pageIn({ known: [known(sample)], history });
      for (const how of ['record', 'shown'] as const) {
        await page.open(how);
        assert.deepEqual(labels(), [undefined]);
      }
    }
  });

  it('requests earlier scans from a service only on click, and not again if there are none', async () => {
    const { page, labels, requested, posted } = pageIn({ known: [known(service)], history: same, at: address });
    await page.open('shown');
    assert.deepEqual([labels(), requested], [['intel.example'], []]);
    await page.answer({ kind: 'compare', record: page.view().records[0]?.id ?? '' });
    assert.deepEqual(requested, [`click ${address} historical`]);
    const [reported] = posted;
    assert.equal(reported?.kind === 'compared' && reported.comparison?.hasPreviousScans, false);
    assert.deepEqual(labels(), [undefined]);
  });

  it("reports that a source has no earlier scans, not that it doesn't know the indicator", async () => {
    const { page, posted } = pageIn({ known: [known(service)], hasNoHistory: true, at: address });
    await page.open('shown');
    await page.answer({ kind: 'compare', record: page.view().records[0]?.id ?? '' });
    const [reported] = posted;
    assert.equal(
      reported?.kind === 'compared' && reported.error?.text,
      `${t('No previous scans by {0}.', 'intel.example')} Service message: “No history.”`,
    );
  });

  it('reports removed data like data that never existed', async () => {
    const { page, become, requested } = pageIn({ known: [known(sample)], history: {} });
    await page.open('record');
    await become({ known: [] });
    const { notices } = page.view();
    assert.deepEqual(
      notices.map(({ text, actions }) => [text, ...actions.map(({ label }) => label)]),
      [[t('No information found. No service is connected.'), 'Connect…', 'Import…', 'Load Sample Data']],
    );
    assert.equal(requested.at(-1), 'look up, record');
  });

  it("doesn't offer sample data that is already loaded", async () => {
    const { page } = pageIn({ known: [], hasSample: true });
    await page.open('record');
    assert.deepEqual(
      page.view().notices.flatMap(({ actions }) => actions.map(({ action }) => action)),
      ['connect', 'import'],
    );
  });

  it('says what lists say that it is, and exports it', () => {
    const record = {
      ...emptyRecord(indicator.value, indicator.type),
      contexts: [{ kind: 'informational', category: 'dynamicDns', label: 'ours' }] as const,
    };
    const { page } = pageIn({ known: [{ ...known({ kind: 'import', name: 'names.json' }), record }] });
    assert.equal(
      page.view().notices[0]?.text,
      'Context: Dynamic DNS · ours (names.json). Anyone can register names there.',
    );
    const [exported] = page.exported();
    assert.deepEqual(exported?.kind === 'indicator' ? exported.contexts?.map(({ source }) => source) : [], [
      'names.json',
    ]);
  });

  it('sends nothing automatically for removed data, but offers the lookup', async () => {
    const { page, become, requested } = pageIn({ known: [known(service)], at: address });
    await page.open('shown');
    await become({ known: [], at: address });
    assert.deepEqual(requested, []);
    assert.deepEqual(
      page.view().notices.map(({ text }) => text),
      [t('Not looked up yet on {0}.', 'intel.example')],
    );
  });
});
