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
} from '../../../../src/core/explore';
import { fileText } from './fileTexts';

/** The completion context at `|` in the text. */
function at(marked: string): CompletionContext | undefined {
  return completionContextAt(parseQueryFile(marked.replace('|', '')), marked.indexOf('|'));
}

/** The text after accepting the completion with this label at `|`. */
function accepted(marked: string, label: string): string {
  const context = at(marked) ?? assert.fail(`nothing is offered in ${marked}`);
  const found = completionsAt(context).find((each) => each.label === label) ?? assert.fail(`${label} is not offered`);
  const text = marked.replace('|', '');
  return text.slice(0, context.range.start) + found.insert + text.slice(context.range.end);
}

describe('Query completion', () => {
  const contexts: readonly (readonly [marked: string, kind: CompletionContext['kind'] | undefined])[] = [
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
  for (const [marked, kind] of contexts)
    it(`offers ${kind ?? 'nothing'} in ${JSON.stringify(marked)}`, () => assert.equal(at(marked)?.kind, kind));

  it('quotes inserted values as needed', () => {
    assert.equal(accepted('ri|', 'risk'), 'risk=');
    assert.equal(accepted('type=ip and na|', 'name server'), 'type=ip and "name server"=');
    assert.equal(accepted('risk=ver|', 'very low'), 'risk="very low"');
    assert.equal(accepted('risk="ver|"', 'very low'), 'risk="very low"');
    assert.equal(accepted('risk="ver|', 'high'), 'risk="high"');
    assert.equal(accepted('port=|', '8443'), 'port=8443');
    assert.equal(accepted('risk=high o|', 'or'), 'risk=high or ');
    assert.equal(accepted('#@for|', '@format'), '#@format ');
    assert.equal(accepted('# @format |json', 'stix'), '# @format stix');
  });

  it('offers each example query in an empty query, before the fields until something is typed', () => {
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

  it('asks the store for names after threat and feed', () => {
    assert.deepEqual(
      ['threat=|', 'Feed!="a|', 'risk=|', '|'].map((marked) => nameKindAt(at(marked) ?? assert.fail())),
      ['threat', 'feed', undefined, undefined],
    );
    assert.equal(nameCompletion('Say "hi"', '', { isQuoted: false }).insert, '"Say \\"hi\\""');
    assert.equal(nameCompletion('plain', '', { isQuoted: true }).insert, '"plain"');
  });

  it('sorts names alphabetically, those that start with the typed text first', () => {
    const names = ['Salt Anchor', 'paper Mill', 'Anchor Kit', 'Paper Lantern'].map((name) => ({ name }));
    const offered = (typed: string): readonly string[] => sortByPrefix(names, typed).map(({ name }) => name);
    assert.deepEqual(offered(''), ['Anchor Kit', 'Paper Lantern', 'paper Mill', 'Salt Anchor']);
    assert.deepEqual(offered('PA'), ['Paper Lantern', 'paper Mill', 'Anchor Kit', 'Salt Anchor']);
    assert.deepEqual(offered('anchor')[0], 'Anchor Kit');
  });

  it('omits values that are already typed', () => {
    const isWrittenAt = (marked: string, label: string): boolean => {
      const context = at(marked) ?? assert.fail();
      const found = completionsAt(context).find((each) => each.label === label) ?? assert.fail(label);
      return isAlreadyTyped(found, context, marked.replace('|', ''));
    };
    assert.equal(isWrittenAt('type=url|', 'url'), true);
    assert.equal(isWrittenAt('type=URL|', 'url'), true);
    assert.equal(isWrittenAt('risk="very low|"', 'very low'), true);
    assert.equal(isWrittenAt('type=ur|', 'url'), false);
    assert.equal(isWrittenAt('risk=very|', 'very low'), false);
  });

  it('offers only valid values', () => {
    for (const marked of ['type=|', 'risk=|', 'retired=|', 'port=|', 'seen=|', 'protocol=|', 'technology=|'])
      for (const { label } of completionsAt(at(marked) ?? assert.fail()))
        assert.deepEqual(
          diagnoseFile(parseQueryFile(accepted(marked, label)), Date.UTC(2025, 4, 20)),
          [],
          `${marked} ${label}`,
        );
  });

  it('finds a range in any file that contains the cursor', () => {
    fc.assert(
      fc.property(fileText, fc.nat(), (text, number) => {
        const offset = number % (text.length + 1);
        const context = completionContextAt(parseQueryFile(text), offset);
        if (context === undefined) return;
        assert.ok(0 <= context.range.start && context.range.start <= offset && offset <= context.range.end);
        assert.ok(context.range.end <= text.length);
        completionsAt(context);
      }),
      { numRuns: 2000 },
    );
  });
});
