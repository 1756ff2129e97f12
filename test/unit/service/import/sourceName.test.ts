import assert from 'node:assert/strict';
import { linkSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CliIo } from '../../../../src/service/cli/command';
import { importFile } from '../../../../src/service/cli/importFile';
import { storeFolder } from '../../core/store/builders';

describe('Two files of the same name', () => {
  const folder = storeFolder();
  const file = (path: string, text: string): string => {
    const full = join(dirname(dirname(folder.file())), path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  };
  const io = { signal: new AbortController().signal, err: () => undefined } as unknown as CliIo;
  const names = () =>
    folder
      .open()
      .sources.list()
      .map(({ name, indicators, details }) => [name, indicators, details.path]);

  it('are two sources, each of which is updated by its own file', async () => {
    const [one, two] = [
      file('a/list.csv', 'ioc\none.example\n'),
      file('b/list.csv', 'ioc\ntwo.example\nthree.example\n'),
    ];
    for (const path of [one, two, one, two]) await importFile(folder.open(), path, io);
    assert.deepEqual(names(), [
      ['list.csv', 1, one],
      ['b/list.csv', 2, two],
    ]);
    const three = file('c/b/list.csv', 'ioc\nfour.example\n');
    assert.equal((await importFile(folder.open(), three, io)).source, 'c/b/list.csv');
    assert.equal((await importFile(folder.open(), three, io, { name: 'mine' })).source, 'mine');
  });

  it('are one source if one was moved, or is the other', async () => {
    const one = file('a/list.csv', 'ioc\none.example\n');
    const two = join(dirname(one), '..', 'moved.csv');
    await importFile(folder.open(), one, io);
    const linked = file('c/other.csv', '');
    const same = join(dirname(linked), 'list.csv');
    linkSync(one, same);
    await importFile(folder.open(), same, io);
    renameSync(one, two);
    renameSync(same, `${same}.old`);
    const moved = file('d/list.csv', 'ioc\none.example\n');
    await importFile(folder.open(), moved, io);
    assert.deepEqual(names(), [['list.csv', 1, moved]]);
  });
});
