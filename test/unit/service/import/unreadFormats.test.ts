import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../../src/core/store/store';
import { importInto } from '../../../../src/service/import';
import { InputReading } from '../../../../src/service/import/readings';
import { zipOf } from '../../../harness/zipFile';

const host = 'login-page.lookups-test-1.com';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Each names a host that must not come in, as what it isn't. */
const files: Readonly<Record<string, readonly [format: string, kind: string, bytes: Buffer]>> = {
  'STIX 1': [
    'STIX 1',
    'convert',
    latin1(
      `<?xml version="1.0"?>\n<!-- ${host} -->\n<stix:STIX_Package xmlns:stix="http://stix.lookups-test-2.com/stix-1">\n<DomainNameObj:Value>${host}</DomainNameObj:Value>\n</stix:STIX_Package>`,
    ),
  ],
  'STIX 1 in UTF-16': [
    'STIX 1',
    'convert',
    Buffer.from(`\uFEFF<STIX_Package id="a">\n${host}\n</STIX_Package>`, 'utf16le'),
  ],
  OpenIOC: ['OpenIOC', 'convert', latin1(`<?xml version='1.0'?>\n<ioc id="a">\n<Content>${host}</Content>\n</ioc>`)],
  'MAEC 4': ['MAEC', 'convert', latin1(`<maecBundle:MAEC_Bundle id="a">\n${host}\n</maecBundle:MAEC_Bundle>`)],
  'MAEC 5': [
    'MAEC',
    'convert',
    latin1(JSON.stringify({ type: 'package', schema_version: '5.0', maec_objects: [{ name: host }] })),
  ],
  'another XML': [
    'XML',
    'triage',
    latin1(`<?xml version="1.0"?>\n<rss><channel>\n<link>${host}</link></channel></rss>`),
  ],
  PDF: ['PDF', 'export', latin1(`%PDF-1.7\n%\xE2\xE3\n(see\n${host}\n)`)],
  EVTX: ['EVTX (Windows Event Log)', 'export', latin1(`ElfFile\0\0\0\0\0\n${host}\n`)],
  SQLite: ['SQLite', 'export', latin1(`SQLite format 3\0\x10\0\n${host}\n`)],
  PCAP: ['PCAP', 'export', latin1(`\xD4\xC3\xB2\xA1\x02\0\x04\0\n${host}\n`)],
  PCAPNG: ['PCAP', 'export', latin1(`\x0A\x0D\x0D\x0A\x1C\0\0\0\x4D\x3C\x2B\x1A\n${host}\n`)],
  'a document of Word': [
    'Microsoft Office',
    'export',
    zipOf([
      { name: '[Content_Types].xml', content: '<?xml version="1.0"?><Types/>' },
      { name: 'word/document.xml', content: `<w:document>\n${host}\n</w:document>` },
    ]),
  ],
  'a spreadsheet': [
    'Microsoft Office',
    'export',
    zipOf([
      { name: '_rels/.rels', content: '<Relationships/>' },
      { name: 'xl/sharedStrings.xml', content: `<sst>\n${host}\n</sst>` },
    ]),
  ],
  'an old document of Word': ['Microsoft Office', 'export', latin1(`\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\n${host}\n`)],
  YARA: [
    'YARA',
    'triage',
    latin1(
      `// by a team\n/* more */\nimport "pe"\nrule Sample : tag {\n strings:\n $a = "${host}"\n condition: $a\n}\n`,
    ),
  ],
  Sigma: [
    'Sigma',
    'triage',
    latin1(
      `# a rule\ntitle: Sample\nid: 1\nlogsource:\n  category: dns\ndetection:\n  selection:\n    query:\n      - ${host}\n  condition: selection\n`,
    ),
  ],
  Suricata: [
    'Snort and Suricata rules',
    'triage',
    latin1(`# rules\nalert dns $HOME_NET any -> any 53 (msg:"a, b"; dns.query; content:"${host}"; sid:1;)\n`),
  ],
};

describe('An import of a file in a format that is not read', () => {
  let folder = '';
  let store: Store;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'unread-'));
    store = openStore(join(folder, 'store.db'));
  });
  after(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [what, [name, kind, bytes]] of Object.entries(files)) {
    it(`names the format, and takes nothing: ${what}`, async () => {
      const { complete, failure, indicators } = await importInto(store, { bytes, name: what });
      assert.deepEqual(
        { complete, failure, added: indicators.added },
        { complete: false, failure: { kind: 'unreadFormat', format: { name, kind } }, added: 0 },
      );
      assert.deepEqual(
        store.sources
          .list()
          .map((source) => source.name)
          .filter((source) => source === what),
        [],
      );
      const reading = new InputReading({ bytes, name: what }, { now: 0 });
      await reading.open();
      assert.equal(reading.table(), undefined);
    });
  }

  it('says that other bytes are binary', async () => {
    const bytes = Buffer.concat([Buffer.from([1, 2, 3, 0, 0xff, 0xfe, 0, 1]), latin1(`\n${host}\n`)]);
    const { complete, failure } = await importInto(store, { bytes, name: 'bytes' });
    assert.deepEqual([complete, failure], [false, { kind: 'binary' }]);
  });

  it('leaves such a file out of an archive with lists', async () => {
    const [, , rule] = files['YARA'] ?? [];
    const bytes = zipOf([
      { name: 'list.txt', content: 'taken.lookups-test-1.com\n' },
      { name: 'rule.yar', content: rule?.toString() ?? '' },
    ]);
    const { indicators, skipped } = await importInto(store, { bytes, name: 'archive.zip' });
    assert.equal(indicators.added, 1);
    assert.deepEqual(
      skipped.map(({ reason }) => reason.kind),
      ['archiveMember'],
    );
  });

  it('reads lists that look a little like one', async () => {
    const lists = [
      `rule.lookups-test-1.com\nimport.lookups-test-1.com\n`,
      `indicator,title\n${host},detection: a\n`,
      `# alert tcp any any -> any any (msg:"x";)\n${host}\n`,
      `<${host}>\n`,
      `GIF.lookups-test-1.com\nMZ.lookups-test-1.com\n`,
      `${host}\n\0\nother.lookups-test-1.com\n`,
    ];
    for (const [n, text] of lists.entries()) {
      const { failure, indicators } = await importInto(store, { text, name: `list ${n}` });
      assert.equal(failure, undefined, text);
      assert.ok(indicators.added + indicators.unchanged + indicators.updated > 0, text);
    }
  });

  it('reads rules as text if the format is given', async () => {
    const [, , bytes] = files['Suricata'] ?? [];
    const { failure } = await importInto(store, { bytes: bytes ?? Buffer.alloc(0), name: 'given' }, { format: 'list' });
    assert.equal(failure, undefined);
  });
});
