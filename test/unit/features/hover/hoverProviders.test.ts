import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as indicators from '../../../../src/core/indicators';
import { createHoverProviders } from '../../../../src/features/hover/hoverProviders';
import { withListed } from '../../../../src/features/shared/indicators/indicatorTools';
import { occurrenceAt } from '../../../../src/features/shared/indicators/occurrenceAt';
import { domain, known, mirror, record, world, type WorldOptions } from '../../core/lookups/fakes';

/** A document with one line, and what VS Code changes in it. */
interface OneLine {
  text: string;
  version: number;
  languageId: string;
}

/** A document whose text the test changes, with the number of times it was read. */
function oneLine(text: string) {
  const state: OneLine = { text, version: 1, languageId: 'log' };
  const position = (character: number): vscode.Position => new vscode.Position(0, character);
  let reads = 0;
  const document = {
    get version() {
      return state.version;
    },
    get languageId() {
      return state.languageId;
    },
    uri: { toString: () => 'file:///access.log' },
    lineAt: () => ({ text: state.text, range: { end: position(state.text.length) } }),
    offsetAt: ({ character }: vscode.Position) => character,
    positionAt: position,
    getText: ({ start, end }: vscode.Range) => {
      reads++;
      return state.text.slice(start.character, end.character);
    },
  };
  return { document: document as unknown as vscode.TextDocument, state, position, reads: () => reads };
}

const at = 'GET '.length + 1;

describe('The indicator at a position', () => {
  it('is detected once for a version of the document, whoever asks', () => {
    const { document, state, position, reads } = oneLine(`GET ${domain.value}`);
    const valueAt = (character: number, withRules = false) =>
      occurrenceAt(document, position(character), indicators, withRules)?.occurrence.value;
    assert.equal(valueAt(at), domain.value);
    assert.equal(valueAt(at), domain.value);
    assert.equal(reads(), 1);
    state.text = 'GET lookups-test-4.com';
    state.version = 2;
    assert.equal(valueAt(at), 'lookups-test-4.com');
    assert.equal(valueAt(1), undefined);
    state.languageId = 'plaintext';
    valueAt(1);
    assert.equal(reads(), 4);
  });

  it('is where a link of a mail filter leads, with the links around it', () => {
    const link = `https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2F${domain.value}%2Fx&data=1`;
    const { document, position } = oneLine(`GET ${link} x`);
    const inner = 4 + link.indexOf('https', 8);
    for (const [character, start, end] of [
      [6, 4, 4 + link.length],
      [inner, inner, 4 + link.indexOf('&data')],
    ] as const) {
      const found = occurrenceAt(document, position(character), indicators);
      assert.equal(found?.occurrence.value, `https://${domain.value}/x`);
      assert.deepEqual([found.range.start.character, found.range.end.character], [start, end]);
      assert.deepEqual(
        found.links.map(({ value }) => value),
        [link],
      );
    }
  });

  it('has its rules also if it was detected without them, and the other way round', () => {
    const { document, position, reads } = oneLine('GET lookups-test-2[.]com');
    const rulesAt = (withRules: boolean) => occurrenceAt(document, position(at), indicators, withRules)?.rules;
    assert.deepEqual(rulesAt(false), []);
    assert.notDeepEqual(rulesAt(true), []);
    assert.notEqual(rulesAt(false), undefined);
    assert.equal(reads(), 2);
  });

  it('follows the lists of risky names in a document that stays the same', () => {
    const listed = new Set<string>();
    const tools = withListed(indicators, (name) => listed.has(name));
    const { document, position, reads } = oneLine('imports of evil-thing.sh and more');
    const found = () => occurrenceAt(document, position(12), tools)?.occurrence.value;
    assert.equal(found(), undefined);
    listed.add('evil-thing.sh');
    assert.equal(found(), 'evil-thing.sh');
    listed.clear();
    assert.equal(found(), undefined);
    assert.equal(reads(), 1);
  });
});

describe('The two hovers of a position', () => {
  function hovers(options: WorldOptions) {
    const here = world(options);
    const read: string[] = [];
    const find = here.stored.get.bind(here.stored);
    here.stored.get = (key) => {
      read.push(key);
      return find(key);
    };
    let notes = 0;
    const providers = createHoverProviders({
      annotations: {
        of: () => {
          notes++;
          return undefined;
        },
      },
      seenBefore: () => new Map(),
      lookups: here.lookups,
      loadIndicators: () => Promise.resolve(indicators),
      now: () => here.now,
      settings: () => ({ waitMillis: 4_000, inCode: false, detectionRules: false }),
      canAsk: () => true,
      hasLocalData: () => true,
      scansOutside: () => false,
    });
    const text = oneLine(`GET ${domain.value}`);
    const { token } = new vscode.CancellationTokenSource();
    const show = async (name: 'local' | 'service', character = at): Promise<string | undefined> => {
      const hover = await providers[name].provideHover(text.document, text.position(character), token);
      return hover ? (hover.contents as unknown as vscode.MarkdownString).value : undefined;
    };
    return { here, read, notes: () => notes, show };
  }

  it('read the indicator and what is known about it once', async () => {
    const { show, read, notes } = hovers({ stored: [[domain, known(domain, mirror)]] });
    const shown = await Promise.all([show('service'), show('local')]);
    assert.equal(shown[0], undefined);
    assert.match(shown[1] ?? '', /High risk/);
    assert.deepEqual([...new Set(read)], read);
    assert.ok(read.includes(domain.value));
    assert.equal(notes(), 1);
  });

  it('read again for the next hover at the same position', async () => {
    const { here, show, notes } = hovers({ stored: [[domain, known(domain, mirror)]] });
    await Promise.all([show('service'), show('local')]);
    here.stored.set(domain.value, [known(domain, mirror, { risk: 'low' })]);
    const [, shown] = await Promise.all([show('service'), show('local')]);
    assert.match(shown ?? '', /Low risk/);
    assert.equal(notes(), 2);
    // One that is alone, as after the other one at another position.
    await show('local');
    here.stored.set(domain.value, [known(domain, mirror, { risk: 'critical' })]);
    assert.match((await show('local')) ?? '', /Critical risk/);
    assert.equal(await show('service', 1), undefined);
    here.stored.set(domain.value, [known(domain, mirror, { risk: 'none' })]);
    assert.match((await show('local')) ?? '', /No risk reported/);
  });

  it("add the service's answer to what the store has", async () => {
    const { here, show } = hovers({
      settings: { mode: 'onHover' },
      reply: (indicator) => record(indicator, { risk: 'critical' }),
    });
    const [answered, local] = await Promise.all([show('service'), show('local')]);
    assert.match(answered ?? '', /Critical risk/);
    assert.equal(local, undefined);
    assert.deepEqual(here.requested(), [domain.value]);
  });
});
