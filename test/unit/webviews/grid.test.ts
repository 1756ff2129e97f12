import assert from 'node:assert/strict';
import { gridWish } from '../../../src/webviews/common/grid/gridKeys';
import { rangeOf, toggled } from '../../../src/webviews/common/grid/selection';
import { holding } from '../../../src/webviews/record/cardPart';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const wish = (key: string, change: Partial<typeof bare> = {}, active = 5): unknown =>
  gridWish({ ...bare, ...change, key }, active, 10, 4);

describe('The keys of a grid', () => {
  it('move by row, page and to the ends, and never beyond', () => {
    assert.deepEqual(wish('ArrowDown'), { kind: 'move', to: 6, extends: false });
    assert.deepEqual(wish('PageUp', { shiftKey: true }), { kind: 'move', to: 1, extends: true });
    assert.deepEqual(wish('PageDown', {}, 8), { kind: 'move', to: 9, extends: false });
    assert.deepEqual(wish('ArrowUp', {}, 0), { kind: 'move', to: 0, extends: false });
    assert.deepEqual(wish('End'), { kind: 'move', to: 9, extends: false });
  });

  it('open, select and copy, with Ctrl and with Cmd', () => {
    assert.deepEqual(wish('Enter', { metaKey: true }), { kind: 'open', beside: true });
    assert.deepEqual(wish(' '), { kind: 'toggle' });
    assert.deepEqual(wish('a', { ctrlKey: true }), { kind: 'selectAll' });
    assert.deepEqual(wish('c', { metaKey: true }), { kind: 'copy' });
  });

  it('leave to VS Code what is not theirs, and hand on what is typed', () => {
    assert.equal(wish('p', { ctrlKey: true }), undefined);
    assert.equal(wish('ArrowLeft', { altKey: true }), undefined);
    assert.equal(wish('F1'), undefined);
    assert.deepEqual(wish('l'), { kind: 'type', text: 'l' });
    assert.equal(gridWish({ ...bare, key: 'ArrowDown' }, 0, 0, 4), undefined);
  });
});

describe('A selection', () => {
  it('takes a row in and out, and reaches both ways', () => {
    assert.deepEqual([...toggled(new Set(['a', 'b']), 'a')], ['b']);
    assert.deepEqual([...toggled(new Set(['a']), 'b')], ['a', 'b']);
    assert.deepEqual(rangeOf(4, 2), [2, 3, 4]);
  });
});

describe('The filter of a record', () => {
  const text = [
    'see ',
    {
      text: 'hxxp://Lookups[.]example',
      plain: 'http://Lookups.example',
      open: { kind: 'indicator' as const, type: 'url' as const, value: 'http://lookups.example/' },
    },
  ];

  it('finds an indicator as it is shown and as it came, in any case', () => {
    for (const wanted of ['hxxp://lookups[.]', 'HTTP://LOOKUPS.EXAMPLE', ' see hxxp', '']) {
      assert.equal(holding(wanted)('other', text), true, wanted);
    }
    assert.equal(holding('nowhere')('other', text, undefined), false);
  });
});
