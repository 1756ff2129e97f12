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

const withFacts = (...names: readonly string[]): Context =>
  Object.fromEntries(names.map((name) => [`threatLookups.${name}`, true]));

const emptyWindow: Context = {};

describe('The command palette', () => {
  it('offers at most 30 commands in an empty window, including those that VS Code adds for views', () => {
    const focusCommands = Object.values(views)
      .flat()
      .filter(({ when }) => whenHolds(when, emptyWindow)).length;
    assert.ok(offered(emptyWindow).length + focusCommands <= 30, offered(emptyWindow).join(' '));
  });

  it('offers to add recommended lists before anything is there', () => {
    assert.ok(offered(emptyWindow).includes('addRecommendedLists'));
  });

  it('offers to import files, and text from the clipboard', () => {
    const imports = offered(emptyWindow).filter((id) => /^import/.test(id));
    assert.deepEqual(imports, ['import', 'importClipboard']);
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
      ['connect', 'startService'],
    );
  });

  it('offers commands for an indicator in an editor and in a panel', () => {
    for (const context of [
      { editorLangId: 'log' },
      { textCompareEditorActive: true },
      { activeWebviewPanelId: 'threatLookups.record' },
      { activeWebviewPanelId: 'threatLookups.triage' },
    ]) {
      const now = offered(context);
      for (const id of ['lookUpAgain', 'copyDefanged', 'setRisk', 'ignore', 'addToTriage', 'moreActions'])
        assert.ok(now.includes(id), id);
    }
    assert.ok(!offered({ activeWebviewPanelId: 'other' }).includes('copyDefanged'));
  });

  it('offers commands that fit the state', () => {
    const cases: readonly (readonly [Context, readonly string[]])[] = [
      [{ editorLangId: 'explore' }, ['runQuery', 'runAllQueries', 'runQueryLocally', 'saveQuery', 'setQueryLimit']],
      [withFacts('hasResults'), ['exportResults', 'copyResults', 'saveResults', 'saveQuery', 'cancelQuery']],
      [withFacts('hasTriage'), ['exportTriage', 'showTriage']],
      [withFacts('hasScans'), ['clearScans', 'cancelScans', 'repeatFailedScans']],
      [withFacts('hasQueryHistory'), ['showHistory', 'searchHistory', 'clearHistory']],
      [withFacts('hasRecentRecords'), ['recentRecords']],
      [withFacts('hasMirrors'), ['syncMirror', 'resyncMirror', 'showSyncReport', 'removeMirror']],
      [withFacts('hasTaxiiServers'), ['chooseCollections', 'changeTaxiiCredentials', 'removeTaxiiServer']],
      [withFacts('isSyncing'), ['pauseSync', 'cancelSync']],
      [withFacts('hasPausedSyncs'), ['resumeSync', 'cancelSync']],
      [withFacts('connected'), ['checkConnection', 'setKey', 'removeKey', 'switchService']],
      [withFacts('localServiceRuns'), ['stopService', 'copyServiceAddress', 'copyServiceKey', 'showTaxiiAccess']],
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
    assert.ok(!offered(withFacts('localServiceRuns')).includes('startService'));
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
    // Links of hovers and lines of trees run these.
    const linked = ['lookUpOnService', 'showScanResult', 'exportIndicators'].map((name) => `threatLookups.${name}`);
    assert.deepEqual(
      hidden.filter((command) => !elsewhere.has(command) && !linked.includes(command)),
      [],
    );
  });
});
