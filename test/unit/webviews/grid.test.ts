import assert from 'node:assert/strict';
import { getRange, toggled } from '../../../src/webviews/common/grid/selection';
import { createFilter } from '../../../src/webviews/record/cardPart';
import { gridAction } from '../../../src/webviews/common/grid/rowActions';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const action = (key: string, change: Partial<typeof bare> = {}, active = 5): unknown =>
  gridAction({ ...bare, ...change, key }, active, 10, 4);

describe('Grid keys', () => {
  it('move by row, by page, and to the ends, but never beyond', () => {
    assert.deepEqual(action('ArrowDown'), { kind: 'move', to: 6, extends: false });
    assert.deepEqual(action('PageUp', { shiftKey: true }), { kind: 'move', to: 1, extends: true });
    assert.deepEqual(action('PageDown', {}, 8), { kind: 'move', to: 9, extends: false });
    assert.deepEqual(action('ArrowUp', {}, 0), { kind: 'move', to: 0, extends: false });
    assert.deepEqual(action('End'), { kind: 'move', to: 9, extends: false });
  });

  it('open, select, and copy, with Ctrl and with Cmd', () => {
    assert.deepEqual(action('Enter', { metaKey: true }), { kind: 'open', beside: true });
    assert.deepEqual(action(' '), { kind: 'toggle' });
    assert.deepEqual(action('a', { ctrlKey: true }), { kind: 'selectAll' });
    assert.deepEqual(action('c', { metaKey: true }), { kind: 'copy' });
  });

  it('leave other keys to VS Code, and pass typed text to the filter', () => {
    assert.equal(action('p', { ctrlKey: true }), undefined);
    assert.equal(action('ArrowLeft', { altKey: true }), undefined);
    assert.equal(action('F1'), undefined);
    assert.deepEqual(action('l'), { kind: 'type', text: 'l' });
    assert.equal(gridAction({ ...bare, key: 'ArrowDown' }, 0, 0, 4), undefined);
  });
});

describe('A selection', () => {
  it('toggles a row, and extends in both directions', () => {
    assert.deepEqual([...toggled(new Set(['a', 'b']), 'a')], ['b']);
    assert.deepEqual([...toggled(new Set(['a']), 'b')], ['a', 'b']);
    assert.deepEqual(getRange(4, 2), [2, 3, 4]);
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

  it('finds an indicator in its displayed and original spelling, in any letter case', () => {
    for (const wanted of ['hxxp://lookups[.]', 'HTTP://LOOKUPS.EXAMPLE', ' see hxxp', '']) {
      assert.equal(createFilter(wanted)('other', text), true, wanted);
    }
    assert.equal(createFilter('nowhere')('other', text, undefined), false);
  });
});
