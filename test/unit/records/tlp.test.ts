import assert from 'node:assert/strict';
import { exportStix } from '../../../src/core/records/export';
import { emptyRecord, type IndicatorRecord } from '../../../src/core/records/record';
import { isStrict, markingsOf } from '../../../src/core/stix/tlp';

const strict = 'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003';
const green = 'marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da';
const marked = (refs: unknown): IndicatorRecord => ({
  ...emptyRecord('a.example', 'domain'),
  other: { object_marking_refs: refs },
});

describe('Markings of a record', () => {
  it('are told by their names in the Traffic Light Protocol', () => {
    assert.deepEqual(markingsOf(marked([green, strict])).tlp, ['TLP:GREEN', 'TLP:AMBER+STRICT']);
    assert.equal(isStrict(markingsOf(marked([green, strict]))), true);
    assert.equal(isStrict(markingsOf(marked(green))), false);
  });

  it('are nothing where they are anything but ids', () => {
    for (const refs of [undefined, 7, {}, ['x'], [null], 'marking-definition--<b>']) {
      assert.deepEqual(markingsOf(marked(refs)), { refs: [], tlp: [] });
    }
  });

  it('stay on the indicator that is handed on as STIX', () => {
    const read = JSON.parse(exportStix(marked([strict]), 0)) as { objects: { object_marking_refs?: string[] }[] };
    assert.deepEqual(read.objects.at(-1)?.object_marking_refs, [strict]);
  });
});
