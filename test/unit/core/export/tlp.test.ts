import assert from 'node:assert/strict';
import { exportCsv, exportJson, exportStix } from '../../../../src/core/export/records';
import { otherLabel } from '../../../../src/core/records/labels/propertyLabels';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { csvChunks, resultsJson } from '../../../../src/core/results';
import { isStrict, markingName, getMarkings, strictExport } from '../../../../src/core/stix/tlp';
import { otherRows } from '../../../../src/features/records/sentRecord';

const strict = 'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003';
const green = 'marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da';
const own = 'marking-definition--11111111-1111-4111-8111-111111111111';
const marked = (refs: unknown, markings?: unknown): IndicatorRecord => ({
  ...emptyRecord('a.example', 'domain'),
  other: { object_marking_refs: refs, ...(markings === undefined ? {} : { markings }) },
});

describe('Markings of a record', () => {
  it('have their names in the Traffic Light Protocol', () => {
    assert.deepEqual(getMarkings(marked([green, strict])).tlp, ['TLP:GREEN', 'TLP:AMBER+STRICT']);
    assert.equal(isStrict(getMarkings(marked([green, strict]))), true);
    assert.equal(isStrict(getMarkings(marked(green))), false);
  });

  it('have the names of their definitions, those of the protocol first', () => {
    const { tlp, names } = getMarkings(marked([own, green], ['Copyright 2026 Example', 'tlp: amber + strict']));
    assert.deepEqual(tlp, ['TLP:GREEN', 'TLP:AMBER+STRICT']);
    assert.deepEqual(names, ['TLP:GREEN', 'TLP:AMBER+STRICT', 'Copyright 2026 Example']);
  });

  it("are empty if they aren't IDs", () => {
    for (const refs of [undefined, 7, {}, ['x'], [null], 'marking-definition--<b>']) {
      assert.deepEqual(getMarkings(marked(refs)), { refs: [], tlp: [], names: [] });
    }
  });

  it('have names from definitions in every form', () => {
    const definition = (more: object) => markingName({ type: 'marking-definition', id: own, ...more });
    for (const [more, name] of [
      [{ definition_type: 'tlp', definition: { tlp: 'amber' } }, 'TLP:AMBER'],
      [{ definition_type: 'tlp', definition: { tlp: 'red' }, name: 'TLP:RED' }, 'TLP:RED'],
      [
        {
          extensions: {
            'extension-definition--60a3c5c5': { extension_type: 'property-extension', tlp_2_0: 'amber+strict' },
          },
        },
        'TLP:AMBER+STRICT',
      ],
      [
        { definition_type: 'statement', definition: { statement: ' Copyright 2026 Example ' } },
        'Copyright 2026 Example',
      ],
      [{ name: 'Internal' }, 'Internal'],
      [{}, undefined],
    ] as const) {
      assert.equal(definition(more), name);
    }
    assert.equal(markingName({ type: 'identity', name: 'x' }), undefined);
  });

  it('are kept in exports of the indicator as STIX, JSON, and CSV, alone and in results', () => {
    const record = marked([strict, own], ['Only for members, please']);
    const read = JSON.parse(exportStix(record, 0)) as { objects: { object_marking_refs?: string[] }[] };
    assert.deepEqual(read.objects.at(-1)?.object_marking_refs, [strict, own]);
    const source = { kind: 'mirror', name: 'Team feed' } as const;
    const json = exportJson({ kind: 'indicator', record, source, asOf: 0 });
    for (const text of [strict, own, 'Only for members']) assert.ok(json.includes(text), text);
    const [head, row] = exportCsv(record, () => undefined).split('\n');
    assert.match(head ?? '', /,dns_ptr,markings$/);
    assert.match(row ?? '', /,"TLP:AMBER\+STRICT; Only for members, please"$/);
    const header = { generated: 0, query: 'ioc=*', limit: 1, address: 'local store' };
    const csv = [...csvChunks(header, [emptyRecord('b.example', 'domain'), record], () => undefined)].join('');
    assert.match(csv, /^b\.example,.*,$/m);
    assert.match(csv, /^a\.example,.*please"$/m);
    assert.ok(resultsJson(header, { type: 'indicators', rows: [record], unreadable: 0 }).includes(strict));
  });

  it('add no column if there are none', () => {
    assert.match(
      exportCsv(emptyRecord('a.example', 'domain'), () => undefined),
      /,dns_ptr\n/,
    );
  });

  it('are listed in a record by name, once', () => {
    const rows = otherRows(marked([strict, own], ['Only for members'])).other;
    assert.deepEqual(rows, [
      { group: '', key: 'object_marking_refs', values: [['TLP:AMBER+STRICT'], ['Only for members']] },
    ]);
    assert.equal(otherLabel('object_marking_refs'), 'Markings');
    assert.deepEqual(otherRows(marked([own])).other[0]?.values, [[own]]);
  });

  it('require confirmation of an export if one of many is strict', () => {
    const plain = { object_marking_refs: [green] };
    assert.equal(strictExport([plain, {}]), undefined);
    assert.deepEqual(strictExport([plain, { object_marking_refs: [strict] }, { markings: ['TLP:RED'] }]), {
      count: 2,
      tlp: ['TLP:AMBER+STRICT', 'TLP:RED'],
    });
  });
});
