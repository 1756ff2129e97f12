import assert from 'node:assert/strict';
import { isKnown } from '../../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../../src/core/store/reader';
import { getMarkings } from '../../../../../src/core/stix/tlp';
import { fakeTaxii, timestampOf } from '../../sync/fakeTaxii';
import { mirroring } from '../../sync/mirroring';

const definition = (n: number): string => `marking-definition--00000000-0000-4000-8000-00000000000${n}`;

describe('Markings of a mirrored indicator', () => {
  it('have the names of their definitions, even if those come later or change', async () => {
    const server = await fakeTaxii();
    const mirror = await mirroring(server);
    const reader = new StoreReader(mirror.file);
    const add = (object: object): void => {
      const added = timestampOf(server.objects.length);
      server.objects.push({ added, object: { spec_version: '2.1', created: added, modified: added, ...object } });
    };
    const names = (): readonly string[] =>
      reader
        .find('a.example')
        .filter(isKnown)
        .flatMap(({ record }) => getMarkings(record).names);
    const statement = (text: string, more: object = {}): object => ({
      type: 'marking-definition',
      id: definition(1),
      definition_type: 'statement',
      definition: { statement: text },
      ...more,
    });
    try {
      add({
        type: 'indicator',
        id: 'indicator--00000000-0000-4000-8000-000000000001',
        pattern_type: 'stix',
        pattern: "[domain-name:value = 'a.example']",
        valid_from: timestampOf(0),
        object_marking_refs: [definition(1), definition(2), 'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1'],
      });
      await mirror.sync();
      assert.deepEqual(names(), ['TLP:RED']);
      add(statement('Copyright 2025 Example'));
      add({ type: 'marking-definition', id: definition(2), definition_type: 'tlp', definition: { tlp: 'amber' } });
      await mirror.sync();
      assert.deepEqual(names(), ['TLP:RED', 'TLP:AMBER', 'Copyright 2025 Example']);
      add(statement('Copyright 2026 Example', { modified: timestampOf(90) }));
      await mirror.sync();
      assert.deepEqual(names(), ['TLP:RED', 'TLP:AMBER', 'Copyright 2026 Example']);
      assert.deepEqual(getMarkings(mirror.store.byKey('a.example') ?? { other: {} }).names, names());
    } finally {
      reader.close();
      await mirror.close();
      await server.close();
    }
  });
});
