import assert from 'node:assert/strict';
import { findIndicatorAt } from '../../../../../src/core/indicators/detect/window';
import { incrementalFinder } from '../../../../../src/core/indicators/detect/incremental';
import { type FindOptions, findIndicators } from '../../../../../src/core/indicators';

const names = ['evil-thing.sh', 'user.name', 'com.evil-thing.app', 'trojan.agent.biz', 'relay.open'];
const listed = (name: string): boolean => names.includes(name);

function values(text: string, options: FindOptions = {}): string[] {
  return findIndicators(text, options).map(({ value }) => value);
}

describe('Finding names that are listed as risky', () => {
  it('finds them although they look like a file, a member, a package, a key, or malware', () => {
    const texts: readonly (readonly [string, string, string?])[] = [
      ['GET from evil-thing.sh today', 'evil-thing.sh'],
      ['saw User.Name twice', 'user.name'],
      ['started com.evil-thing.app', 'com.evil-thing.app'],
      ['found trojan.agent.biz in a file', 'trojan.agent.biz'],
      ['relay.open=1', 'relay.open'],
      ['{"relay.open": 1}', 'relay.open', 'json'],
      ['{"x": "evil-thing.sh"}', 'evil-thing.sh', 'json'],
      ["const x = 'evil-thing.sh';", 'evil-thing.sh', 'typescript'],
    ];
    for (const [text, value, languageId] of texts) {
      assert.deepEqual(values(text, { languageId }), [], text);
      assert.deepEqual(values(text, { languageId, listed }), [value], text);
      const [found] = findIndicators(text, { languageId, listed });
      assert.deepEqual([found?.listed, found && text.slice(found.start, found.end)], [true, found?.raw]);
    }
  });

  it('finds no others, none in calls, paths, and code, and doesn’t mark what is found anyway', () => {
    assert.deepEqual(values('ran other-thing.sh and host.name', { listed }), []);
    assert.deepEqual(values('user.name(1), /usr/lib/evil-thing.sh, $user.name', { listed }), []);
    assert.deepEqual(values('x = user.name', { listed, languageId: 'python' }), []);
    const [found] = findIndicators('query: evil-thing.sh IN A', { listed });
    assert.deepEqual([found?.value, found?.listed], ['evil-thing.sh', undefined]);
  });

  it('changes nothing else in a text', () => {
    const text = 'user.name/192.0.2.1 evil-thing.sh/x http://a-site.com/user.name b-site.net';
    assert.deepEqual(values(text, { listed: () => false }), values(text));
    const all = values(text, { listed: () => true });
    assert.deepEqual(
      all.filter((value) => !names.includes(value)),
      values(text),
    );
  });

  it('asks only about names that look like something else, and at a place about the one there', () => {
    const asked: string[] = [];
    const ask = (name: string): boolean => {
      asked.push(name);
      return listed(name);
    };
    const text = 'setup.pl evil-thing.sh a-site.com host.name';
    assert.deepEqual(values(text, { listed: ask }), ['evil-thing.sh', 'a-site.com']);
    assert.deepEqual(asked.splice(0), ['setup.pl', 'evil-thing.sh', 'host.name']);
    assert.equal(findIndicatorAt(text, 12, { listed: ask })?.value, 'evil-thing.sh');
    assert.equal(findIndicatorAt(text, 3, { listed: ask }), undefined);
    assert.equal(findIndicatorAt(text, 25, { listed: ask })?.value, 'a-site.com');
    assert.deepEqual(asked, ['evil-thing.sh', 'setup.pl']);
    assert.equal(findIndicatorAt(text, 12), undefined);
  });

  it('finds the same line by line', () => {
    const lines = ['setup.pl evil-thing.sh', 'user.name a-site.com'];
    const finder = incrementalFinder({ lineCount: 2, line: (index) => lines[index] ?? '' }, { listed });
    finder.search(0, 2);
    assert.deepEqual(
      finder.occurrences(0, 2).map(({ value }) => value),
      values(lines.join('\n'), { listed }),
    );
  });

  it('explains them', () => {
    const rules: string[] = [];
    values('ran evil-thing.sh', { listed, explain: (decision) => void rules.push(...decision.rules) });
    assert.deepEqual(rules, ['is listed as risky', 'is a file in a text (likeness)']);
  });
});
