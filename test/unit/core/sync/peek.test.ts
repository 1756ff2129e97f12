import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { peekNext, readPaging } from '../../../../src/core/sync/peek';

const of = (text: string) => peekNext(new TextEncoder().encode(text));

describe('peekNext', () => {
  it('reads the cursor before or after the objects', () => {
    const objects = '[{"id":"a","more":false,"next":"no"}]';
    assert.equal(of(`{"more":true,"next":"n1","objects":${objects}}`), 'n1');
    assert.equal(of(`{ "objects" : ${objects} , "next": 12, "more": true }\n`), '12');
    assert.equal(of(`{"more":true,"objects":${objects},"next":"n2"}`), 'n2');
    assert.equal(of(`{"objects":${objects}}`), undefined);
    assert.equal(of(`{"more":false,"next":"n3","objects":${objects}}`), undefined);
  });

  it('leaves other forms and truncated pages to the parser', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      '{"more":true,"next":"n","objects":[{"id":"a"}',
      '{"x":{"objects":[]},"objects":[]}',
      '{"more":true,"next":"a\\u0062","objects":[]}',
      '{"more":true,"next":"n","objects":null}',
      '{"more":true,"next":"n","objects":[{}],"x":{}}',
    ])
      assert.equal(of(text), undefined, text);
  });

  it('always agrees with the parsed page', () => {
    const member = fc.oneof(
      fc.tuple(fc.constant('more'), fc.oneof(fc.boolean(), fc.constant('true'), fc.constant(null))),
      fc.tuple(fc.constant('next'), fc.oneof(fc.string({ maxLength: 6 }), fc.nat(), fc.constant(null))),
      fc.tuple(
        fc.constantFrom('id', 'x'),
        fc.oneof(fc.string({ maxLength: 4 }), fc.constant([]), fc.constant({ next: 'x' })),
      ),
    );
    const body = fc
      .tuple(
        fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 3 }),
        fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
      )
      .chain(([properties, objects]) =>
        fc.shuffledSubarray([...properties, ['objects', objects] as const], { minLength: properties.length + 1 }),
      )
      .map((properties) => Object.fromEntries<unknown>(properties));
    fc.assert(
      fc.property(body, (page) => {
        const next = of(JSON.stringify(page));
        if (next !== undefined) assert.deepEqual({ more: true, next }, readPaging(page));
      }),
      { numRuns: 2_000 },
    );
  });
});
