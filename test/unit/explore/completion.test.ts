import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  completionsAt,
  diagnoseFile,
  sortByPrefix,
  isAlreadyTyped,
  nameCompletion,
  nameKindAt,
  parseQueryFile,
  type CompletionContext,
  completionContextAt,
} from '../../../src/core/explore';
import { fileText } from './fileTexts';

/** The place of `|` in the text. */
function at(marked: string): CompletionContext | undefined {
  return completionContextAt(parseQueryFile(marked.replace('|', '')), marked.indexOf('|'));
}

/** The text after the completion with this label was taken at `|`. */
function taken(marked: string, label: string): string {
  const place = at(marked) ?? assert.fail(`nothing is offered in ${marked}`);
  const found = completionsAt(place).find((each) => each.label === label) ?? assert.fail(`${label} is not offered`);
  const text = marked.replace('|', '');
  return text.slice(0, place.range.start) + found.insert + text.slice(place.range.end);
}

describe('what can be typed at a place', () => {
  const places: readonly (readonly [marked: string, kind: CompletionContext['kind'] | undefined])[] = [
    ['|', 'term'],
    ['ri|', 'term'],
    ['risk=high and |', 'term'],
    ['(|', 'term'],
    ['not |', 'term'],
    ['risk=high an|', 'keyword'],
    ['risk=high |', 'keyword'],
    ['(risk=high) |', 'keyword'],
    ['threat="Kit"|', 'keyword'],
    ['risk |', 'operator'],
    ['risk=|', 'value'],
    ['risk= |', 'value'],
    ['risk=hi|gh', 'value'],
    ['threat="Ex|', 'value'],
    ['risk=high\n###\n|', 'term'],
    ['# @|', 'directive'],
    ['# |', 'directive'],
    ['# @li|mit 5', 'directive'],
    ['# @type |', 'directiveValue'],
    ['# @type thr|', 'directiveValue'],
    ['# @other |', undefined],
    ['# a remark|', undefined],
    ['### Title|', undefined],
    ['"ri|', undefined],
  ];
  for (const [marked, kind] of places)
    it(`is ${kind ?? 'nothing'} in ${JSON.stringify(marked)}`, () => assert.equal(at(marked)?.kind, kind));

  it('is written as a query needs it', () => {
    assert.equal(taken('ri|', 'risk'), 'risk=');
    assert.equal(taken('type=ip and na|', 'name server'), 'type=ip and "name server"=');
    assert.equal(taken('risk=ver|', 'very low'), 'risk="very low"');
    assert.equal(taken('risk="ver|"', 'very low'), 'risk="very low"');
    assert.equal(taken('risk="ver|', 'high'), 'risk="high"');
    assert.equal(taken('port=|', '8443'), 'port=8443');
    assert.equal(taken('risk=high o|', 'or'), 'risk=high or ');
    assert.equal(taken('#@for|', '@format'), '#@format ');
    assert.equal(taken('# @format |json', 'stix'), '# @format stix');
  });

  it('is a ready hunt where the query is empty, each once, before the fields until something is typed', () => {
    const offered = (marked: string): readonly string[] =>
      completionsAt(at(marked) ?? assert.fail()).map(({ kind }) => kind);
    const labels = completionsAt(at('# New query\n|') ?? assert.fail()).flatMap(({ kind, label }) =>
      kind === 'example' ? [label] : [],
    );
    assert.equal(new Set(labels).size, labels.length);
    assert.ok(labels.length >= 10);
    assert.equal(offered('|')[0], 'example');
    assert.equal(offered('ris|')[0], 'field');
    assert.ok(!offered('risk=high and |').includes('example'));
  });

  it('is a name of the store behind threat and feed', () => {
    assert.deepEqual(
      ['threat=|', 'Feed!="a|', 'risk=|', '|'].map((marked) => nameKindAt(at(marked) ?? assert.fail())),
      ['threat', 'feed', undefined, undefined],
    );
    assert.equal(nameCompletion('Say "hi"', '', { isQuoted: false }).insert, '"Say \\"hi\\""');
    assert.equal(nameCompletion('plain', '', { isQuoted: true }).insert, '"plain"');
  });

  it('is a name by the alphabet, what begins as typed before the rest', () => {
    const names = ['Salt Anchor', 'paper Mill', 'Anchor Kit', 'Paper Lantern'].map((name) => ({ name }));
    const offered = (typed: string): readonly string[] => sortByPrefix(names, typed).map(({ name }) => name);
    assert.deepEqual(offered(''), ['Anchor Kit', 'Paper Lantern', 'paper Mill', 'Salt Anchor']);
    assert.deepEqual(offered('PA'), ['Paper Lantern', 'paper Mill', 'Anchor Kit', 'Salt Anchor']);
    assert.deepEqual(offered('anchor')[0], 'Anchor Kit');
  });

  it('is not what is written there already', () => {
    const isWrittenAt = (marked: string, label: string): boolean => {
      const place = at(marked) ?? assert.fail();
      const found = completionsAt(place).find((each) => each.label === label) ?? assert.fail(label);
      return isAlreadyTyped(found, place, marked.replace('|', ''));
    };
    assert.equal(isWrittenAt('type=url|', 'url'), true);
    assert.equal(isWrittenAt('type=URL|', 'url'), true);
    assert.equal(isWrittenAt('risk="very low|"', 'very low'), true);
    assert.equal(isWrittenAt('type=ur|', 'url'), false);
    assert.equal(isWrittenAt('risk=very|', 'very low'), false);
  });

  it('leaves no fault behind where a value was offered', () => {
    for (const marked of ['type=|', 'risk=|', 'retired=|', 'port=|', 'seen=|', 'protocol=|', 'technology=|'])
      for (const { label } of completionsAt(at(marked) ?? assert.fail()))
        assert.deepEqual(
          diagnoseFile(parseQueryFile(taken(marked, label)), Date.UTC(2025, 4, 20)),
          [],
          `${marked} ${label}`,
        );
  });

  it('is found in any file, within it, round the cursor', () => {
    fc.assert(
      fc.property(fileText, fc.nat(), (text, number) => {
        const offset = number % (text.length + 1);
        const place = completionContextAt(parseQueryFile(text), offset);
        if (place === undefined) return;
        assert.ok(0 <= place.range.start && place.range.start <= offset && offset <= place.range.end);
        assert.ok(place.range.end <= text.length);
        completionsAt(place);
      }),
      { numRuns: 2000 },
    );
  });
});
