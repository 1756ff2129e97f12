import assert from 'node:assert/strict';
import { manifest } from '../../harness/manifest';
import { sourceOf } from '../../harness/source';
import { type Context, whenHolds } from '../../harness/whenClause';

const { commands, menus, keybindings, views } = manifest.contributes;
const palette = menus.commandPalette ?? [];

/** The commands that the palette offers, without the prefix of the extension. */
function offered(context: Context): string[] {
  const clauses = new Map(palette.map(({ command, when }) => [command, when]));
  return commands
    .filter(({ command }) => whenHolds(clauses.get(command), context))
    .map(({ command }) => command.replace('threatLookups.', ''));
}

/** The titles among those offered that the palette finds: each word of the text begins a word, in the same order. */
function found(text: string, context: Context): string[] {
  const pattern = new RegExp(
    text
      .split(' ')
      .map((word) => `\\b${word}`)
      .join('.*'),
    'i',
  );
  const ids = new Set(offered(context));
  return commands
    .filter(({ command }) => ids.has(command.replace('threatLookups.', '')))
    .map(({ category, title }) => `${category}: ${title}`)
    .filter((title) => pattern.test(title))
    .toSorted((one, other) => one.localeCompare(other));
}

const withFacts = (...names: readonly string[]): Context =>
  Object.fromEntries(names.map((name) => [`threatLookups.${name}`, true]));

const emptyWindow: Context = {};
/** A log is open, and nothing was imported or connected. */
const firstDay: Context = { editorLangId: 'log', editorIsOpen: true, resourceScheme: 'file' };
const setUp = withFacts('isSetUp');

/** The commands of an indicator. */
const ofIndicator = [
  'lookUpAgain',
  'openRecordBeside',
  'exportRecord',
  'setRisk',
  'retireIndicator',
  'unretireIndicator',
  'copyIndicator',
  'moreActions',
  'openIn',
  'openReference',
  'addToTriage',
  'editNote',
  'editTags',
  'ignore',
];

describe('The command palette', () => {
  it('offers at most 18 commands on the first day with a log open, and fewer in an empty window', () => {
    assert.ok(offered(firstDay).length <= 18, offered(firstDay).join(' '));
    assert.ok(offered(emptyWindow).length <= 15, offered(emptyWindow).join(' '));
  });

  it('offers one command to add sources of every kind, and to import files; before, also the recommended lists', () => {
    const adding = (context: Context): string[] => offered(context).filter((id) => /^(import|add)/.test(id));
    assert.deepEqual(adding({ ...firstDay, ...withFacts('isSetUp', 'hasMirrors') }), ['addSource', 'import']);
    assert.deepEqual(adding(firstDay), ['addSource', 'addRecommendedLists', 'import']);
  });

  it('offers what newcomers look for before anything is set up', () => {
    for (const id of ['addRecommendedLists', 'setKey', 'showSent', 'defangSelection', 'exportTriage', 'connect'])
      assert.ok(offered(firstDay).includes(id), id);
  });

  it('finds commands by what newcomers type', () => {
    const cases: readonly (readonly [Context, Readonly<Record<string, RegExp>>])[] = [
      [
        firstDay,
        {
          'lookup ip': /Look Up Indicator/,
          'lookup domain': /Look Up Indicator/,
          ioc: /Triage File/,
          csv: /Import Indicators/,
          misp: /Import Indicators/,
          feed: /Add Source/,
          'threat list': /Add Source/,
          taxii: /Add Source/,
          'api key': /Set API Key/,
          connect: /Connect to Service/,
          defang: /Defang Selection/,
          sent: /Show Request Log/,
          blocklist: /Export Triage/,
          ignore: /Edit Ignore List/,
          allowlist: /Edit Ignore List/,
          sample: /Open Sample Log/,
          'large log': /Open Large Log/,
        },
      ],
      [
        { ...firstDay, ...setUp },
        { highlight: /Toggle Indicator Highlighting/, query: /New Query/, 'clear cache': /Clear Local Store/ },
      ],
      [withFacts('hasMirrors'), { sync: /Sync All/ }],
    ];
    for (const [context, searches] of cases) {
      for (const [text, title] of Object.entries(searches)) {
        const first = found(text, context).slice(0, 5);
        assert.ok(
          first.some((each) => title.test(each)),
          `${text}: ${first.join(', ')}`,
        );
      }
    }
  });

  it('offers one command to clear data', () => {
    const all = Object.fromEntries(
      palette.flatMap(({ when = '' }) => when.match(/threatLookups\.\w+/g) ?? []).map((key) => [key, true]),
    );
    const clearing = offered({ ...all, activeWebviewPanelId: 'threatLookups.requestLog' }).filter((id) =>
      /^(clear|forget)/.test(id),
    );
    assert.deepEqual(clearing, ['clearLocalData']);
  });

  it('offers to search a log, which is asked for', () => {
    for (const id of ['findInLog', 'openLargeLog', 'triage']) assert.ok(offered(emptyWindow).includes(id), id);
  });

  it('offers one command to look something up and one to connect', () => {
    const now = offered(emptyWindow);
    assert.deepEqual(
      now.filter((id) => /^lookUp/.test(id)),
      ['lookUp'],
    );
    assert.deepEqual(
      now.filter((id) => /connect|service/i.test(id)),
      ['connect'],
    );
  });

  it('offers commands of an indicator where the cursor is on one, and in panels', () => {
    for (const context of [
      { ...firstDay, ...withFacts('onIndicator') },
      { activeWebviewPanelId: 'threatLookups.record' },
      { activeWebviewPanelId: 'threatLookups.triage' },
    ]) {
      const now = offered(context);
      for (const id of ofIndicator) assert.ok(now.includes(id), id);
    }
    for (const context of [firstDay, { ...firstDay, ...setUp }, { activeWebviewPanelId: 'other' }]) {
      const now = offered(context);
      assert.deepEqual(
        ofIndicator.filter((id) => now.includes(id)),
        [],
      );
    }
  });

  it('offers in every editor the commands that ask for an indicator', () => {
    for (const id of ['lookUp', 'openRecord', 'copyDefanged']) assert.ok(offered(firstDay).includes(id), id);
  });

  it('offers commands that fit the state', () => {
    const cases: readonly (readonly [Context, readonly string[]])[] = [
      [
        { editorLangId: 'explore' },
        ['runQuery', 'runAllQueries', 'runQueryLocally', 'saveQuery', 'runQueryWithOptions'],
      ],
      [withFacts('hasResults'), ['exportResults', 'copyResultsAs', 'saveResults', 'saveQuery', 'cancelQuery']],
      [withFacts('hasTriage'), ['showTriage']],
      [withFacts('hasScans'), ['cancelScans', 'repeatFailedScans']],
      [withFacts('hasQueryHistory'), ['searchHistory']],
      [withFacts('hasRecentRecords'), ['recentRecords']],
      [withFacts('hasMirrors'), ['syncAll', 'fullSync', 'showSyncReport', 'removeSource', 'changeCredentials']],
      [withFacts('hasTaxiiServers'), ['chooseCollections', 'changeCredentials', 'removeSource']],
      [withFacts('isSyncing'), ['pauseSync', 'cancelSync']],
      [withFacts('hasPausedSyncs'), ['resumeSync', 'cancelSync']],
      [withFacts('connected'), ['checkConnection', 'removeKey', 'switchService']],
      [withFacts('localServiceRuns'), ['stopService', 'showServiceInfo']],
      [
        setUp,
        ['newQuery', 'scan', 'menu', 'changeMode', 'startService', 'showLocalData', 'clearLocalData', 'editIgnoreList'],
      ],
      [{ ...setUp, ...firstDay }, ['nextRisky', 'toggleHighlighting', 'showRiskyLines', 'hideMatchingLines']],
      [{ editorIsOpen: true }, ['defangSelection']],
      [{ editorHasSelection: true }, ['refangSelection']],
      [withFacts('hasSampleData'), ['removeSample']],
      [withFacts('isStoreNewer'), ['updateExtension']],
      [{ resourceScheme: 'threat-lookups-log' }, ['nextLogSection', 'goToLogLine', 'goToLogTime']],
      [withFacts('isSearchingLog'), ['cancelLogSearch']],
    ];
    const before = offered(emptyWindow);
    for (const [context, added] of cases) {
      const now = offered(context);
      for (const id of added) assert.ok(now.includes(id) && !before.includes(id), id);
    }
    assert.ok(!offered(withFacts('hasSampleData')).includes('loadSample'));
    assert.ok(!offered(withFacts('isSetUp', 'localServiceRuns')).includes('startService'));
  });

  it('reads only context keys that the extension sets', () => {
    const clauses = [...Object.values(menus).flat(), ...keybindings].map(({ when }) => when ?? '').join(' ');
    const ids = new Set([
      ...commands.map(({ command }) => command),
      ...Object.values(views)
        .flat()
        .map(({ id }) => id),
    ]);
    const panels = new Set(
      ['record', 'results', 'triage', 'requestLog', 'localData', 'importReport', 'syncReport'].map(
        (name) => `threatLookups.${name}`,
      ),
    );
    const read = new Set(clauses.match(/threatLookups\.[\w.]+/g)?.filter((key) => !ids.has(key) && !panels.has(key)));
    const source = sourceOf('features');
    for (const key of read) {
      const name = key.replace('threatLookups.', '');
      const isSet = source.includes(`'${name}'`) || source.includes(`'${key}'`) || /^record\./.test(name);
      assert.ok(isSet, key);
    }
  });
});

describe('A menu of the manifest', () => {
  it('reads only webview context keys and panels that exist', () => {
    const clauses = (menus['webview/context'] ?? []).map(({ when }) => when ?? '').join(' && ');
    const keys = new Set(clauses.replace(/(?:==|!=) *(?:'[^']*'|\w+)|threatLookups\.connected/g, '').match(/\w+/g));
    const [webviews, features] = [sourceOf('webviews'), sourceOf('features')];
    assert.ok(keys.delete('webviewId'));
    for (const key of keys) assert.match(webviews, new RegExp(`\\b${key}\\b`), key);
    for (const [, id = ''] of clauses.matchAll(/webviewId [=!]= '([^']*)'/g))
      assert.ok(features.includes(`'${id}'`), id);
    for (const [, section = ''] of clauses.matchAll(/webviewSection [=!]= (\w+)/g))
      assert.ok(webviews.includes(`webviewSection: '${section}'`), section);
  });

  it('of a row offers what is about the row, and a lookup only with a service', () => {
    const clauseOf = (name: string): string =>
      (menus['webview/context'] ?? []).find(({ command }) => command === `threatLookups.${name}`)?.when ?? '';
    const row = { webviewSection: 'indicator', webviewId: 'threatLookups.triage' };
    assert.equal(whenHolds(clauseOf('exportTriage'), row), false);
    assert.equal(whenHolds(clauseOf('exportTriage'), { webviewId: row.webviewId }), true);
    assert.equal(whenHolds(clauseOf('lookUpAgain'), row), false);
    assert.equal(whenHolds(clauseOf('lookUpAgain'), { ...row, 'threatLookups.connected': true }), true);
  });

  it('of an editor has nine entries, and isn’t in every text field', () => {
    assert.equal(menus['threatLookups.editor']?.length, 9);
    const submenu = menus['editor/context']?.find(({ submenu: id }) => id === 'threatLookups.editor');
    assert.ok(whenHolds(submenu?.when, { editorTextFocus: true, resourceScheme: 'file' }));
    assert.ok(!whenHolds(submenu?.when, { editorTextFocus: true, resourceScheme: 'comment' }));
  });

  it('contains only existing commands, and every command is in a menu or in the palette', () => {
    const known = new Set(commands.map(({ command }) => command));
    const named = Object.values(menus)
      .flat()
      .flatMap(({ command }) => (command === undefined ? [] : [command]));
    for (const command of [...named, ...keybindings.map(({ command }) => command)])
      assert.ok(known.has(command), command);
    const hidden = palette.filter(({ when }) => when === 'false').map(({ command }) => command ?? '');
    const elsewhere = new Set(
      Object.entries(menus)
        .filter(([menu]) => menu !== 'commandPalette')
        .flatMap(([, entries]) => entries.map(({ command }) => command)),
    );
    // Links of hovers, CodeLenses, and rows of trees run these.
    const linked = ['lookUpOnService', 'showScanResult', 'exportIndicators', 'setQueryLimit', 'setQueryFormat'].map(
      (name) => `threatLookups.${name}`,
    );
    assert.deepEqual(
      hidden.filter((command) => !elsewhere.has(command) && !linked.includes(command)),
      [],
    );
  });
});
