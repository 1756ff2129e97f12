import assert from 'node:assert/strict';
import { importInto } from '../../../../src/service/import';
import { BothStores, type Said } from './bothStores';
import { forms } from '../import/lists/forms';
import { withPostgres } from '../team/withPostgres';

const day = 86_400_000;

withPostgres('Both stores, with lists', () => {
  const both = BothStores.use();

  it('say the same after each form of lists, and after the same list again', async function () {
    this.timeout(600_000);
    for (const [at, { lines, name = 'download' }] of forms.entries()) {
      const content = lines.join('\n');
      const options = { source: { kind: 'import', name: `${at} ${name}` } } as const;
      const bytes = new TextEncoder().encode(content);
      for (const { imports } of both.stores()) {
        await importInto(imports, { bytes, name }, { ...options, now: () => both.now });
        await importInto(imports, { bytes, name }, { ...options, now: () => both.now });
      }
      if (at % 20 === 19) await both.sayTheSame(`after ${at} forms`);
    }
    await both.sayTheSame();
  });

  it('say the same about what was added, changed, removed, and repeated', async () => {
    await both.import('bad.example\nworse.example\n198.51.100.7\nbad.example');
    both.now += day;
    await both.import('bad.example\nnew.example');
    await both.import('value,risk\nbad.example,high\nworse.example,low', { name: 'table.csv' });
    both.now += day;
    await both.import('value,risk,port\nbad.example,low,443\nbad.example,low,80\nbad.example,medium,80', {
      name: 'table.csv',
    });
    await both.import('http://bad.example/a\nhttp://bad.example/b\nhttps://bad.example:8443/c\nhttp://198.51.100.7/x', {
      name: 'urls.txt',
    });
  });

  it('say the same after a change of what a list means', async () => {
    await both.import('bad.example\nworse.example', { meaning: { risk: 'high' } });
    both.now += day;
    await both.import('bad.example', { meaning: { risk: 'low', details: { asked: true } } });
    await both.import('bad.example', {
      meaning: { details: { describes: 'knownServices', asked: true } },
      name: 'other.txt',
    });
  });

  it('say the same about rules, and what lists except from them', async () => {
    const rules = [
      '||ads.example^',
      '||track.example^',
      '@@||good.ads.example^',
      '||a.b.track.example^',
      '@@||track.example^',
    ];
    await both.import(['[Adblock Plus 2.0]', ...rules].join('\n'), { name: 'filter.txt' });
    both.now += day;
    await both.import(['[Adblock Plus 2.0]', '||ads.example^', '||track.example^'].join('\n'), { name: 'filter.txt' });
  });

  it('date the same when the clock was ahead, is set back, and is found to be right', async () => {
    const [minute, hour] = [60_000, 3_600_000];
    const again = async (step: number): Promise<Said> => {
      both.now += step;
      await both.import('bad.example\nnew.example', { name: 'again.txt' });
      return both.import('value,risk\nbad.example,high', { name: `list ${both.now}.csv` });
    };
    const start = both.now;
    await again(0);
    await again(-30 * minute);
    const { sources } = await again(-5 * hour);
    assert.ok(sources.every(({ created }) => created >= start));
    await again(400 * day);
    await again(-390 * day);
    // A clock that was behind for a week is right.
    for (let days = 0; days < 9; days++) await again(day);
    const name = `list ${both.now}.csv`;
    assert.equal((await again(0)).sources.find((source) => source.name === name)?.created, both.now);
  });
});
