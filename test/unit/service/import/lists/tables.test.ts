import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { importInto } from '../../../../../src/service/import';
import { refreshList } from '../../../../../src/service/import/refreshList';
import { storeFolder } from '../../../core/store/builders';
import { type ReadList, readListText, valuesOf } from './reading';

const [firstHash, secondHash] = ['a'.repeat(64), 'b'.repeat(64)];
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** The ports of a list by value. */
function portsOf({ records }: ReadList): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...records].flatMap(([value, { attributes }]) => {
      const port = attributes['port']?.[0]?.[0];
      return port === undefined ? [] : [[value, port]];
    }),
  );
}

describe('A table with a column of types', () => {
  it('is read by them, whatever the column is called', async () => {
    for (const name of ['Indicator', 'Indicator_type', 'IOC type', 'Type', 'kind of thing']) {
      const text = lines(
        `${name},Data,Note`,
        'ip,203.0.113.7,C2 server',
        'domain,lookups-test-1.com,C2',
        `sha256,${firstHash},dropper`,
      );
      const list = await readListText(text);
      assert.deepEqual(valuesOf(list), ['203.0.113.7', 'lookups-test-1.com'], name);
      assert.deepEqual(list.skipped, { fileHash: [firstHash] }, name);
    }
  });

  it('has no names of files and no reports as indicators', async () => {
    const list = await readListText(
      lines(
        'Indicator_type,Data,Note',
        'Description,https://news.lookups-test-2.com/report,see there',
        'url,https://lookups-test-1.com/a,Payload',
        `sha256,${firstHash},163070.one`,
        `sha256,${secondHash},177730.one`,
        'file_path_name,lookups-nvd.zip,archive',
        'email,sender@lookups-test-3.com,phishing',
        'certificate,00 11 22,lookups-test-4.com',
      ),
    );
    assert.deepEqual(valuesOf(list), ['https://lookups-test-1.com/a']);
    assert.deepEqual(list.skipped['fileHash'], [firstHash, secondHash]);
    assert.deepEqual(list.skipped['emailAddress'], ['sender@lookups-test-3.com']);
    assert.equal(list.skipped['otherType']?.length, 3);
  });

  it('may have few indicators among many hashes', async () => {
    const hashes = Array.from({ length: 70 }, (_, n) => String(n).padStart(64, '0'));
    const typed = [
      'Indicator_type,Data,Note',
      'domain,lookups-test-1.com,C2',
      ...hashes.map((h) => `sha256,${h},sample`),
    ];
    assert.deepEqual(valuesOf(await readListText(lines(...typed))), ['lookups-test-1.com']);
    const untyped = ['Thing,Remark', 'lookups-test-1.com,C2', ...hashes.map((hash) => `${hash},sample`)];
    assert.deepEqual(valuesOf(await readListText(lines(...untyped))), ['lookups-test-1.com']);
  });

  it('may have no header, and begin with a file', async () => {
    const list = await readListText(
      lines('filename,setup.exe,x', `md5,${'c'.repeat(32)},x`, 'url,lookups-test-1.com/a,x'),
    );
    assert.deepEqual(valuesOf(list), ['http://lookups-test-1.com/a']);
  });

  it('is read with two values in a cell, and the port', async () => {
    const list = await readListText(
      lines(
        'uuid,type,value,comment',
        '1,"ip-dst|port","203.0.113.7|443",a',
        '2,"domain|ip","lookups-test-1.com|203.0.113.8",a',
        '3,"hostname|port","www.lookups-test-2.com|8080",a',
        '4,ip-src|port,2001:db8::7|53,a',
        `5,filename|md5,x.zip|${'c'.repeat(32)},a`,
        '6,ip_port,203.0.113.9:8443,a',
      ),
    );
    assert.deepEqual(portsOf(list), {
      '203.0.113.7': '443',
      'www.lookups-test-2.com': '8080',
      '2001:db8::7': '53',
      '203.0.113.9': '8443',
    });
    assert.deepEqual(valuesOf(list).slice(1, 3), ['lookups-test-1.com', '203.0.113.8']);
    assert.equal(list.records.size, 6);
    assert.deepEqual(Object.keys(list.skipped), ['fileHash']);
  });

  it('is the same as JSON', async () => {
    const rows = [
      { type: 'filename', value: 'lookups-nvd.zip' },
      { type: 'ip-dst|port', value: '203.0.113.7|443' },
      { type: 'url', value: 'http://lookups-test-1.com/a"b' },
      { type: 'url', value: 'tcp://lookups-test-2.com:8080/' },
    ];
    const list = await readListText(JSON.stringify(rows), 'list.json');
    assert.deepEqual(valuesOf(list), ['203.0.113.7', 'http://lookups-test-1.com/a%22b', 'lookups-test-2.com']);
    assert.deepEqual(portsOf(list), { '203.0.113.7': '443', 'lookups-test-2.com': '8080' });
  });
});

describe('A cell', () => {
  it('in quotes may have several lines', async () => {
    const remark = [
      '"Name',
      'X',
      'The chain is based on an untrusted root.',
      'https://news.lookups-test-3.com/',
      '"',
    ].join('\n');
    const list = await readListText(
      lines(
        'Indicator,Type,Description',
        `D7 67 A6,Code-Signing Certificate,${remark}`,
        `E8 00 11,Code-Signing Certificate,${remark}`,
        'lookups-test-1.com,Domain,C2',
        'http://lookups-test-2.com/dpixel,URL,Beacon',
      ),
    );
    assert.deepEqual(valuesOf(list), ['lookups-test-1.com', 'http://lookups-test-2.com/dpixel']);
  });

  const urls = [
    'http://lookups-test-1.com/a"b',
    'http://lookups-test-1.com/a\\\\b',
    'http://lookups-test-1.com/<x>',
    'http://lookups-test-1.com/${x}',
    'http://lookups-test-1.com/`id`',
    'http://lookups-test-1.com/*',
    'http://lookups-test-1.com/?AS36=*',
    'http://lookups-test-1.com/a|b',
    'http://lookups-test-1.com/a?x=*&y=?',
    'http://lookups-test-1.com/(b).',
    "http://lookups-test-1.com/it's;",
    'http://user:pw@lookups-test-1.com:8080/#x!',
    "https://lookups-test-2.com'@lookups-test-1.com/x",
    'http://0xcb.0x0.0x71.0x7/x',
  ];

  it('with a URL is the one that a browser opens, in tables, JSON, and lists of lines', async () => {
    const expected = urls.map((url) => new URL(url).href).toSorted();
    const quoted = urls.map((url) => `"${url.replaceAll('"', '""')}",x`);
    const table = await readListText(lines('url,remark', ...quoted));
    assert.deepEqual(valuesOf(table).toSorted(), expected);
    const json = await readListText(JSON.stringify({ urls }), 'list.json');
    assert.deepEqual(valuesOf(json).toSorted(), expected);
    const ofLines = urls.filter((url) => !url.endsWith(';'));
    const list = await readListText(lines(...ofLines));
    assert.deepEqual(valuesOf(list).toSorted(), ofLines.map((url) => new URL(url).href).toSorted());
  });

  it('with a URL may contain spaces, or a remark after a dash', async () => {
    const list = await readListText(
      lines(
        'url,remark',
        'https://lookups-test-1.com/new folder/a (1).html,x',
        'hxxp://203.0.113.7:8888/a.dll - Loader of the implant,x',
        '"https://lookups-test-2.com/a\nhttps://lookups-test-3.com/b",x',
        '"203.0.113.8, 203.0.113.9",x',
      ),
    );
    assert.deepEqual(valuesOf(list), [
      'https://lookups-test-1.com/new%20folder/a%20(1).html',
      'http://203.0.113.7:8888/a.dll',
      'https://lookups-test-2.com/a',
      'https://lookups-test-3.com/b',
      '203.0.113.8',
      '203.0.113.9',
    ]);
  });

  it('with a URL of another scheme has its host, also in a list of lines', async () => {
    const values = [
      'wss://lookups-test-1.com/ws',
      'tcp://lookups-test-2.com:8080/',
      'file://203.0.113.7@80/Downloads/a.url',
      'ldap[:]//lookups-test-3[.]com:1389/x',
      '\\\\203.0.113.8@81\\share\\a.msi',
      'ftp://lookups-test-4.com/x',
    ];
    const expected = {
      'lookups-test-2.com': '8080',
      '203.0.113.7': '80',
      'lookups-test-3.com': '1389',
      '203.0.113.8': '81',
    };
    for (const text of [lines('value,type', ...values.map((value) => `${value},url`)), lines(...values)]) {
      const list = await readListText(text);
      assert.deepEqual(portsOf(list), expected);
      assert.deepEqual(
        valuesOf(list).filter((value) => !(value in expected)),
        ['lookups-test-1.com', 'ftp://lookups-test-4.com/x'],
      );
    }
  });

  it('with a STIX pattern or a sentence about traffic has its values', async () => {
    const list = await readListText(
      lines(
        'IOC,Valid From,Link',
        "[network-traffic:dst_ip = '203.0.113.7' AND network-traffic:dst_port = 80],2026-01-01,https://news.lookups-test-2.com/1",
        "[domain-name:value = 'lookups-test-1.com'],2026-01-01,https://news.lookups-test-2.com/2",
        'Network traffic to 203.0.113.8 on port 81,2026-01-01,https://news.lookups-test-2.com/3',
      ),
    );
    assert.deepEqual(valuesOf(list), ['203.0.113.7', 'lookups-test-1.com', '203.0.113.8']);
    assert.deepEqual(portsOf(list), { '203.0.113.7': '80', '203.0.113.8': '81' });
  });

  it('with a pattern of names names nothing', async () => {
    const patterns = [
      'lookups[0-9]{1,3}test-1\\.com',
      'lookups-\\d+\\.lookups-test-1\\.com',
      '(a|b)\\.lookups-test-1\\.com',
      'lookups*[.]lookups-test-1[.]com',
      '*lookups-test-1.com',
      '<random>[.]lookups-test-1[.]com',
      'https://{id}.lookups-test-1.com/x',
      'https://*.lookups-test-1.com/x',
    ];
    for (const text of [lines('value,type', ...patterns.map((each) => `"${each}",domain`)), lines(...patterns)]) {
      const list = await readListText(text);
      assert.deepEqual(valuesOf(list), []);
      assert.deepEqual(list.skipped, { patternRule: patterns });
    }
    assert.deepEqual(valuesOf(await readListText('*.lookups-test-1.com\n- `lookups-test-2[.]com`\n')), [
      'lookups-test-1.com',
      'lookups-test-2.com',
    ]);
  });
});

describe('A second column of indicators', () => {
  it('is taken if its name says what it contains', async () => {
    const list = await readListText(
      lines('ip,name,dns', '203.0.113.7,a,lookups-test-1.com', '203.0.113.8,b,lookups-test-2.com'),
    );
    assert.equal(list.records.size, 4);
  });

  it('is named otherwise, unless it has reports or the host of the URL', async () => {
    const list = await readListText(
      lines(
        'ioc,host,redirector,report,filename',
        'http://www.lookups-test-1.com/a,www.lookups-test-1.com,lookups-test-2.com,https://news.lookups-test-3.com/1,a.zip',
        'http://lookups-test-4.com/a,lookups-test-4.com,lookups-test-5.com,https://news.lookups-test-3.com/2,b.zip',
      ),
    );
    assert.deepEqual(valuesOf(list), ['http://www.lookups-test-1.com/a', 'http://lookups-test-4.com/a']);
    assert.deepEqual(list.skipped, { secondColumn: ['lookups-test-2.com', 'lookups-test-5.com'] });
  });

  it('is never one of links', async () => {
    const text = lines('title,link', 'About a thief,https://news.lookups-test-3.com/1');
    await assert.rejects(readListText(text), /No domains/);
  });
});

describe('An e-mail address', () => {
  it('in a report or list says nothing about its domain', async () => {
    const list = await readListText(
      lines(
        'Contact research[at]lookups-test-1[.]com or press@lookups-test-1[.]com.',
        'someone@lookups-test-2.com',
        'Write to mailto:press[@]team.lookups-test-4[.]com?subject=x',
        'The server was c2[.]lookups-test-3[.]com.',
      ),
    );
    assert.deepEqual(valuesOf(list), ['c2.lookups-test-3.com']);
    assert.equal(list.skipped['emailAddress']?.length, 4);
    const table = await readListText(lines('ioc,note', 'research[at]lookups-test-1[.]com,x', 'lookups-test-3.com,x'));
    assert.deepEqual(valuesOf(table), ['lookups-test-3.com']);
    assert.deepEqual(table.skipped, { emailAddress: ['research[at]lookups-test-1[.]com'] });
  });
});

describe('A network in a report', () => {
  it('is taken if it is defanged or alone', async () => {
    const list = await readListText(
      lines(
        'The range 203[.]0[.]113[.]0/24 is of one provider; 198.51.100.0/24 is ours.',
        '- `198[.]51[.]100[.]128/25`',
        '* 2001:db8:7::/48',
        'and 198[.]51[.]100[.]64[/]26 too',
        '198[.]51[.]100[.]32[/]27',
        'Too large: 203[.]0[.]0[.]0/4',
      ),
    );
    assert.deepEqual(valuesOf(list), [
      '203.0.113.0/24',
      '198.51.100.128/25',
      '2001:db8:7::/48',
      '198.51.100.64/26',
      '198.51.100.32/27',
    ]);
    assert.deepEqual(list.skipped, { notDefanged: ['198.51.100.0/24'], networkTooLarge: ['203[.]0[.]0[.]0/4'] });
  });
});

describe('A value that is not read', () => {
  const folder = storeFolder();

  it('makes an import incomplete, with its lines', async () => {
    const store = folder.open();
    const good = Array.from({ length: 100 }, (_, n) => `url,https://lookups-test-${n}.com/,x`);
    const text = lines(
      'type,value,note',
      ...good,
      'url,http://lookups-test-1..com/,x',
      `sha256,${firstHash},https://news.lookups-test-2.com/`,
      'domain,see lookups[.]test,x',
      'domain,,https://news.lookups-test-2.com/',
      'domain,nothing,x',
    );
    const result = await importInto(store, { text, name: 'table.csv' });
    assert.equal(result.indicators.added, 100);
    assert.equal(result.complete, false);
    assert.deepEqual(result.failure, { kind: 'unreadRows', count: 2, rows: 105, lines: [102, 104] });
    assert.equal(store.sources.list()[0]?.details.complete, false);
    const without = text
      .split('\n')
      .filter((_, at) => at !== 101 && at !== 103)
      .join('\n');
    const { complete, failure } = await importInto(store, { text: without, name: 'table.csv' });
    assert.deepEqual([complete, failure], [true, undefined]);
  });

  it('keeps no sync of a list from its end', async () => {
    const now = Date.UTC(2026, 5, 1);
    const store = folder.open(() => now);
    const list = { address: 'https://lists.example/table.csv', title: 'Table', risk: 'high' } as const;
    const sync = (...rows: readonly string[]) => {
      const files = [new TextEncoder().encode(lines('type,value', ...rows))];
      return refreshList(store, { ...list, files, state: { addresses: {} } }, () => now);
    };
    await sync('domain,lookups-test-1.com', 'domain,lookups-test-2.com');
    const done = await sync('domain,lookups-test-1.com', 'url,http://lookups-test-3..com/');
    assert.ok(done.busy === undefined);
    assert.equal(done.account.state.error, undefined);
    assert.equal(done.account.counts.stale, 1);
    assert.deepEqual(
      done.account.skipped.map(({ reason, line }) => [reason.kind, line]),
      [['unreadValue', 3]],
    );
  });

  it('is noticed in a list of lines, not in prose', async () => {
    const store = folder.open();
    const text = 'lookups-test-1.com\nhttp://lookups-test-2..com/\nAs the blog https://news.lookups-test-3.com/ says\n';
    const { failure } = await importInto(store, { text, name: 'list.txt' });
    assert.deepEqual(failure, { kind: 'unreadRows', count: 1, rows: 3, lines: [2] });
  });
});

/** Quotes a cell by RFC 4180; `always` also if it isn't necessary. */
function quoted(cell: string, delimiter: string, always: boolean): string {
  return always || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

describe('An entry that its table takes back', () => {
  const folder = storeFolder();
  const [yes, no] = ['lookups-test-1.com', 'lookups-test-2.com'];
  /** Returns the imported entries of a table that its user rates as high. */
  const imported = async (text: string, name: string) => {
    const now = Date.UTC(2026, 5, 1);
    const store = folder.open(() => now);
    store.clear(['imports']);
    const result = await importInto(
      store,
      { text, name },
      { now: () => now, source: { kind: 'import', name, risk: 'high' } },
    );
    return { result, of: (key: string) => store.byKey(key) };
  };

  it('has no risk if it is not malicious', async () => {
    for (const [column, bad, good] of [
      ['malicious', 'true', 'false'],
      ['is_malicious', '1', '0'],
      ['Malicious', 'Yes', 'No'],
      ['false_positive', 'no', 'yes'],
      ['whitelisted', 'f', 't'],
      ['status', 'active', 'false positive'],
    ] as const) {
      const text = lines(`domain,malware,${column}`, `${yes},Kettle,${bad}`, `${no},Kettle,${good}`);
      const { of } = await imported(text, `${column}.csv`);
      assert.equal(of(yes)?.risk, 'high', column);
      assert.deepEqual([of(no)?.risk, of(no)?.retired], ['none', false], column);
    }
  });

  it('is only information if it is not meant for detection, as in events of MISP', async () => {
    const text = lines(
      'uuid,event_id,category,type,value,comment,to_ids,date',
      `1,7,"Network activity","domain","${yes}","",1,20260102`,
      `2,7,"Network activity","domain","${no}","",0,20260102`,
      '3,7,"External analysis","url","https://news.lookups-test-3.com/","",0,20260102',
    );
    const { result, of } = await imported(text, 'misp.csv');
    assert.equal(of(yes)?.risk, 'high');
    assert.equal(of(no)?.risk, 'unknown');
    assert.deepEqual(
      of(no)?.contexts?.map(({ kind }) => kind),
      ['informational'],
    );
    assert.deepEqual(
      result.skipped.map(({ reason, count }) => [reason.kind, count]),
      [['report', 1]],
    );
    assert.equal(result.unrated, 1);
  });

  it('is retired if it is not active, or no longer valid', async () => {
    for (const [column, current, ended] of [
      ['active', 'yes', 'no'],
      ['Is Active', 'TRUE', 'FALSE'],
      ['revoked', 'false', 'true'],
      ['status', 'online', 'expired'],
      ['valid_until', '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
      ['Expiration', '', '2026-01-01'],
    ] as const) {
      const { of } = await imported(lines(`ioc,${column}`, `${yes},${current}`, `${no},${ended}`), `${column}.csv`);
      assert.deepEqual([of(yes)?.retired, of(no)?.retired], [false, true], column);
    }
    const { of } = await imported(lines('ioc,valid_until', `${no},2026-01-01`), 'dated.csv');
    assert.equal(of(no)?.timestamps.retired, Date.UTC(2026, 0, 1));
    const json = await imported(
      JSON.stringify([
        { ioc: yes, active: true },
        { ioc: no, active: false },
      ]),
      'list.json',
    );
    assert.deepEqual([json.of(yes)?.retired, json.of(no)?.retired], [false, true]);
  });

  it('is not confused with a domain whose registration ends', async () => {
    const text = lines('domain,registrar,expiration_date', `${yes},Some,2026-01-01`);
    assert.equal((await imported(text, 'whois.csv')).of(yes)?.retired, false);
  });
});

describe('Any table', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/);
  const domain = label.map((name) => `lookups-${name}.com`);
  const address = fc.tuple(fc.integer({ min: 1, max: 254 }), fc.constantFrom('192.0.2', '198.51.100', '203.0.113'));
  const path = fc
    .stringMatching(/^[\w.~!*'();:@&=+$,/?#[\]<>"`{}|\\^-]{0,20}$/)
    .filter((text) => !/&|\[\.\]/.test(text));
  /** A row by its type: the word, the cell, and the values in it. */
  const row = fc.oneof(
    domain.map((name) => ({ word: 'domain', cell: name.replace('.', '[.]'), values: [name] })),
    domain.map((name) => ({ word: 'hostname', cell: `www.${name}`, values: [`www.${name}`] })),
    address.map(([last, net]) => ({ word: 'ip', cell: `${net}.${last}`, values: [`${net}.${last}`] })),
    address.map(([last, net]) => ({ word: 'ip-dst|port', cell: `${net}.${last}|443`, values: [`${net}.${last}`] })),
    fc.tuple(domain, address).map(([name, [last, net]]) => ({
      word: 'domain|ip',
      cell: `${name}|${net}.${last}`,
      values: [name, `${net}.${last}`],
    })),
    fc.tuple(domain, path).map(([name, rest]) => {
      const url = `https://${name}/${rest}`;
      return { word: 'url', cell: url, values: [new URL(url).href] };
    }),
    fc.stringMatching(/^[\da-f]{64}$/).map((hash) => ({ word: 'sha256', cell: hash, values: [] })),
    label.map((name) => ({ word: 'filename', cell: `${name}.zip`, values: [] })),
    domain.map((name) => ({ word: 'email', cell: `me@${name}`, values: [] })),
  );
  const note = fc.oneof(
    label,
    label.map((name) => `${name}.one`),
    domain.map((name) => `https://news.${name}/report`),
    fc.constantFrom('a "quoted" word', 'two\nlines', 'of; many, separators|and\ttabs', ''),
  );
  const table = fc.record({
    rows: fc.array(fc.tuple(row, note), { minLength: 1, maxLength: 30 }),
    order: fc.shuffledSubarray(['type', 'value', 'note', 'id'] as const, { minLength: 4 }),
    names: fc.record({
      type: fc.constantFrom('Indicator', 'Indicator_type', 'IOC type', 'type', 'Type'),
      value: fc.constantFrom('Data', 'value', 'Value', 'Content'),
      note: fc.constantFrom('Note', 'Notes', 'Description', 'comment'),
      id: fc.constant('id'),
    }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    always: fc.boolean(),
    mark: fc.constantFrom('', '\uFEFF'),
  });

  it('says exactly what it says, whatever its form', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, order, names, delimiter, lineEnd, always, mark }) => {
        const write = (cells: readonly string[]): string =>
          cells.map((cell) => quoted(cell, delimiter, always)).join(delimiter);
        const text = [
          write(order.map((column) => names[column])),
          ...rows.map(([{ word, cell }, remark], n) => {
            const cells = { type: word, value: cell, note: remark, id: String(n) };
            return write(order.map((column) => cells[column]));
          }),
        ].join(lineEnd);
        const truth = new Set(rows.flatMap(([{ values }]) => values));
        // Without any indicator, it isn't a list of them.
        const list = truth.size === 0 ? undefined : await readListText(mark + text);
        const read = new Set(
          [...(list?.records.keys() ?? [])].map((value) => (/^https?:/.test(value) ? new URL(value).href : value)),
        );
        assert.deepEqual([...read].toSorted(), [...truth].toSorted());
        const others = Object.keys(list?.skipped ?? {});
        assert.deepEqual(
          others.filter((kind) => !['fileHash', 'emailAddress', 'otherType'].includes(kind)),
          [],
        );
      }),
      { numRuns: 300 },
    );
  });
});
