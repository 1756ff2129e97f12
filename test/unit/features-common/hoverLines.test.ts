import assert from 'node:assert/strict';
import type { LookupResult } from '../../../src/core/lookups/types';
import { addedLines, hoverLines, maxLines } from '../../../src/features/hover/hoverLines';
import { context, day, hour, known, minute, now, readableLines, record, result } from './builders';

const actions = '[Open Record] [Look Up Again] [Scan…] [Copy Defanged] [More…]';
const quietActions = '[Open Record] [Copy Defanged] [More…]';
const scanActions = '[Open Record] [Scan…] [Copy Defanged] [More…]';
const factors = [
  { description: 'Registered 12 days ago', risk: 'medium' },
  { description: 'In a phishing feed', risk: 'high' },
  { description: 'Cheap registrar', risk: 'low' },
] as const;

describe('A hover', () => {
  it('says the verdict first, then why, threats, ages, source and what to do next', () => {
    const lead = known({
      retired: true,
      riskFactors: factors,
      threats: [{ name: 'Example Kit', category: 'phishing', risk: 'high' }],
      timestamps: { seen: now - 3 * day, added: Date.UTC(2024, 2, 1) },
    });
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)), [
      '(error) High risk · (history) retired login-update[.]example',
      'Why In a phishing feed (high) · Registered 12 days ago (medium) · 1 more',
      'Threats [Example Kit] (phishing)',
      'Seen 3 days ago · first 1 March 2024 · never actively scanned',
      'From intel.example, as of 5 min ago',
      actions,
    ]);
  });

  it('writes an internationalised name as its readers do, beside the form that nobody can mistake', () => {
    const native = { ...context, displayForm: () => 'bücher.example' };
    const [head] = readableLines(hoverLines(result({ known: [known()] }), native));
    assert.equal(head, '(error) High risk login-update[.]example (bücher[.]example)');
  });

  it('says that it speaks of a network in which the address lies', () => {
    const source = { kind: 'mirror', name: 'Team feed', range: '203.0.113.0/24' } as const;
    const lines = readableLines(hoverLines(result({ known: [known({}, { source })] }), context));
    assert.ok(lines.includes('From in range 203.0.113.0/24 of mirror “Team feed”, as of 5 min ago'), lines.join('\n'));
  });

  it('offers the full record where only a search row came from the service', () => {
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'login-update.example' } as const;
    const words = (detail: 'summary' | 'full'): string =>
      readableLines(hoverLines(result({ known: [known({}, { detail })], state }), context)).join('\n');
    assert.match(words('summary'), /Short answer only\. .*Look up at intel/);
    assert.match(words('full'), /An older answer\. .*Look up at intel/);
    assert.doesNotMatch(words('summary'), /Not looked up/);
  });

  it('says “no known risk”, never “safe”', () => {
    const lines = readableLines(hoverLines(result({ known: [known({ risk: 'none' })] }), context)).join('\n');
    assert.match(lines, /No known risk/);
    assert.doesNotMatch(lines, /safe|clean|harmless/i);
  });

  it('tells a risk that an analyst set from the one that was scored', () => {
    const lead = known({ manualRisk: true, riskRecommended: 'medium' });
    assert.equal(
      readableLines(hoverLines(result({ known: [lead] }), context))[0],
      '(error) High risk · set by an analyst (scored: medium) login-update[.]example',
    );
  });

  it('tells a threat and a reason that are over from others', () => {
    const lead = known({
      riskFactors: [{ description: 'Listed once', risk: 'retired' }],
      threats: [
        { name: 'Example Kit', category: 'phishing', risk: 'retired' },
        { name: 'Salt Anchor', risk: 'retired' },
      ],
    });
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)).slice(1, 3), [
      'Why Listed once (retired)',
      'Threats [Example Kit] (phishing, retired) · [Salt Anchor] (retired)',
    ]);
  });

  it('names the feeds where no reason is given, and says nothing of scans where the source does not scan', () => {
    const lead = known(
      { feeds: [{ name: 'Phish List' }], timestamps: { seen: now - 2 * hour } },
      { source: { kind: 'mirror', name: 'Team feed' }, asOf: now - 2 * hour },
    );
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)).slice(1, 4), [
      'Why Listed in Phish List',
      'Seen 2 h ago',
      'From mirror “Team feed”, as of 2 h ago',
    ]);
  });

  it('names the imported file or the mirror where it gives no reason, and what it writes of it', () => {
    const source = { kind: 'import', name: 'list.txt' } as const;
    const lines = readableLines(hoverLines(result({ known: [known({ risk: 'unknown' }, { source })] }), context));
    assert.equal(lines[1], 'Why Listed in list.txt');
    const list = { kind: 'mirror', name: 'list.csv' } as const;
    const low = readableLines(hoverLines(result({ known: [known({ risk: 'low' }, { source: list })] }), context));
    assert.equal(low[1], 'Why Listed in list.csv');
    const other = { name: 'A relay', description: 'Seen in two mails.', id: 'indicator--1' };
    const told = readableLines(hoverLines(result({ known: [known({ other }, { source })] }), context));
    assert.equal(told[2], 'About A relay: Seen in two mails.');
  });

  it('says the category of a threat in words', () => {
    const lead = known({ threats: [{ name: 'Salt Anchor', category: 'apt', risk: 'high' }] });
    const lines = readableLines(hoverLines(result({ known: [lead] }), context));
    assert.ok(lines.includes('Threats [Salt Anchor] (advanced persistent threat)'), lines.join('\n'));
  });

  it('says which moment a single date is', () => {
    const seen = (timestamps: object, retired = false) =>
      readableLines(hoverLines(result({ known: [known({ timestamps, retired }, { detail: 'summary' })] }), context))[1];
    assert.equal(seen({ added: Date.UTC(2025, 0, 1) }), 'First added 1 January 2025');
    assert.equal(seen({ probed: now - 3 * day }), 'Actively scanned 3 days ago');
    assert.equal(seen({ retired: now - 3 * day }, true), 'Retired 3 days ago');
    assert.equal(
      seen({ added: Date.UTC(2025, 0, 1), probed: now }),
      'First added 1 January 2025 · actively scanned just now',
    );
  });

  it('shows no password', () => {
    for (const [value, text] of [
      ['http://bob:hunter2@a.example/x', 'hxxp://bob:•••@a[.]example/x'],
      ['http://b:a@c:hunter2@a.example/@x:y', 'hxxp://b:•••@a[.]example/@x:y'],
      ['http://bob@a.example/:x@y', 'hxxp://bob@a[.]example/:x@y'],
    ] as const) {
      const lines = hoverLines(result({ indicator: { type: 'url', value }, known: [known()] }), context);
      assert.ok(readableLines(lines)[0]?.endsWith(text), readableLines(lines)[0]);
    }
  });

  it('gives every further source a line, and is never longer than ten', () => {
    const others = Array.from({ length: 12 }, (_, index) =>
      known({ risk: 'low' }, { source: { kind: 'import', name: `list ${index}.csv` } }),
    );
    const lead = known({ riskFactors: factors, threats: [{ name: 'Kit', risk: 'high' }], timestamps: { seen: now } });
    const few = readableLines(hoverLines(result({ known: [lead, ...others.slice(0, 1)] }), context));
    assert.ok(few.includes('Also (info) Low risk · import “list 0.csv”, as of 5 min ago'));
    const many = readableLines(
      hoverLines(
        result({
          known: [lead, ...others],
          worseHost: known({ risk: 'critical' }),
          sentAs: 'http://login-update.example/',
        }),
        context,
      ),
    );
    assert.equal(many.length, maxLines);
    assert.equal(many.at(-1), actions);
    assert.ok(many.some((line) => /\d+ more sources in the record/.test(line)));
  });

  it('points at a host that is worse than its URL', () => {
    const host = known({ value: 'cdn.example', risk: 'critical' });
    const lines = hoverLines(result({ known: [known({ risk: 'none' })], worseHost: host }), context);
    assert.ok(readableLines(lines).includes('Host (flame) Critical risk [cdn[.]example]'));
    const link = lines.flat().find((part) => part.kind === 'link' && part.label === 'cdn[.]example');
    assert.deepEqual(link?.kind === 'link' ? link.command : undefined, {
      id: 'threatLookups.openRecord',
      args: [{ type: 'domain', value: 'cdn.example' }],
    });
  });

  it('says what was sent of a URL and offers to send it whole', () => {
    const url = { type: 'url', value: 'http://a.example/x?token=1' } as const;
    const lines = hoverLines(result({ indicator: url, known: [known()], sentAs: 'http://a.example/x' }), context);
    assert.ok(readableLines(lines).includes('Sent hxxp://a[.]example/x [Send Whole URL…]'));
  });
});

describe('A hover without an answer', () => {
  const bare = (state: Parameters<typeof result>[0], change = {}) =>
    readableLines(hoverLines(result(state), { ...context, ...change })).slice(1, -1);

  it('offers the lookup and names where it goes', () => {
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'login-update.example' } as const;
    assert.deepEqual(bare({ state }), ['Not looked up. [Look up at intel.example] sends this domain there.']);
  });

  it('says exactly what of a URL a lookup sends', () => {
    const indicator = { type: 'url', value: 'http://a.example/x?token=1' } as const;
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'http://a.example/x' } as const;
    assert.deepEqual(bare({ indicator, state }), [
      'Not looked up. [Look up at intel.example] sends hxxp://a[.]example/x there. [Send Whole URL…]',
    ]);
  });

  it('says that lookups are off', () => {
    assert.deepEqual(bare({ state: { kind: 'offline' } }), [
      'Not in the local store. Lookups are off (offline). [Change…]',
    ]);
  });

  it('says that an internal address and a reserved name are never sent, and by which pattern another is ignored', () => {
    assert.deepEqual(bare({ state: { kind: 'blocked', by: { kind: 'reserved', what: 'address' } } }), [
      'Internal address: never sent.',
    ]);
    assert.deepEqual(bare({ state: { kind: 'blocked', by: { kind: 'reserved', what: 'name' } } }), [
      'Reserved name: never sent.',
    ]);
    const by = { kind: 'ignored', pattern: '*.corp.example', origin: 'user' } as const;
    assert.deepEqual(bare({ state: { kind: 'blocked', by } }), [
      'Ignored by *.corp.example: never sent. [Edit Ignore List]',
    ]);
    const long = { kind: 'reserved', what: 'longIgnoreList', origin: 'workspace' } as const;
    assert.deepEqual(bare({ state: { kind: 'blocked', by: long } }), [
      'The ignore list is too long to check: nothing is sent until you shorten it. [Edit Ignore List]',
    ]);
  });

  it('says that the store of a newer version is not read, and never that it holds nothing', () => {
    const why = '(warning) The local store was written by a newer version of Threat Lookups and is not read. [Update…]';
    const words = (change: Partial<LookupResult>): readonly string[] =>
      readableLines(hoverLines(result({ unread: 'newer', ...change }), context)).slice(1, -1);
    const error = { kind: 'serverError', detail: '', status: 500 } as const;
    assert.deepEqual(words({ state: { kind: 'noService' } }), [why]);
    assert.deepEqual(words({}), [why]);
    assert.deepEqual(words({ state: { kind: 'failed', host: 'local service', error } }), [why]);
    assert.deepEqual(words({ state: { kind: 'offline' } }), ['Lookups are off (offline). [Change…]', why]);
    assert.deepEqual(words({ known: [known()] }).at(-1), why);
    assert.deepEqual(
      hoverLines(result({ unread: 'newer', state: { kind: 'noService' } }), { ...context, offerService: false }),
      [],
    );
  });

  it('says that the store is damaged, replaced or no store, and never that it holds nothing', () => {
    for (const [unread, why] of [
      ['foreign', /is not a Threat Lookups store and is not read\. \[Details\]/],
      ['damaged', /is corrupted and is not read\. \[Details\]/],
      ['unavailable', /can't be opened and is not read\. \[Details\]/],
      ['busy', /locked by another program and could not be read\. \[Details\]/],
      ['otherVersion', /is of another version and is not read\. \[Details\]/],
      ['replaced', /replaced by an empty one\. What it contained is no longer found\. \[Import…\]/],
    ] as const) {
      const lines = readableLines(hoverLines(result({ unread, state: { kind: 'noService' } }), context));
      assert.match(lines.join('\n'), why);
      assert.doesNotMatch(lines.join('\n'), /Nothing known|Not in the local store/);
    }
  });

  it('shows what is known here of an indicator that is never sent', () => {
    const by = { kind: 'reserved', what: 'name' } as const;
    const lines = readableLines(hoverLines(result({ known: [known()], state: { kind: 'blocked', by } }), context));
    assert.match(lines[0] ?? '', /High risk/);
    assert.deepEqual(lines.slice(-2), ['Reserved name: never sent.', quietActions]);
  });

  it('says that a service is slow and the lookup goes on', () => {
    assert.deepEqual(bare({ state: { kind: 'pending', host: 'intel.example' } }), [
      'intel.example is slow; the answer will be here when you hover again.',
    ]);
  });

  it('says to whom it is not known, and when that was asked', () => {
    const miss = {
      kind: 'notKnown',
      source: { kind: 'service', name: 'intel.example' },
      asOf: now - 5 * minute,
    } as const;
    assert.deepEqual(bare({ notKnown: [miss] }), ['(circle-slash) Not known to intel.example (asked 5 min ago).']);
  });

  it('says what went wrong under what the store knows', () => {
    const state = {
      kind: 'failed',
      host: 'intel.example',
      error: { kind: 'keyRejected', detail: '', hadKey: true },
    } as const;
    const lines = readableLines(hoverLines(result({ known: [known()], state }), context));
    assert.match(lines[0] ?? '', /High risk/);
    assert.equal(lines.at(-2), '(warning) intel.example refused the key (401). [Set API Key]');
  });

  it('says what came of a click, when, and offers another in the same line', () => {
    const error = { kind: 'unreachable', detail: '' } as const;
    const wouldSend = 'login-update.example';
    const state = { kind: 'failed', host: 'intel.example', error, triedAt: now, wouldSend } as const;
    const lines = readableLines(hoverLines(result({ state }), context));
    assert.deepEqual(lines.slice(1), [
      "(warning) intel.example can't be reached. Tried just now. [Details] [Look up at intel.example] sends this domain there.",
      scanActions,
    ]);
    const later = { ...state, triedAt: now - 5 * minute };
    assert.match(readableLines(hoverLines(result({ state: later }), context)).join(), /Tried 5 min ago\./);
    const soon = { ...state, nextAt: now + 40_000 };
    assert.match(readableLines(hoverLines(result({ state: soon }), context)).join(), /Next attempt in 40 seconds\./);
  });

  it('offers no click while a rate limit lasts', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } as const;
    assert.deepEqual(bare({ state: { kind: 'failed', host: 'intel.example', error } }), [
      '(warning) Rate limit reached; requests resume in 40 s.',
    ]);
  });

  it('offers a service in prose and stays away from code', () => {
    const state = { kind: 'noService' } as const;
    assert.deepEqual(readableLines(hoverLines(result({ state }), context)), [
      'login-update[.]example Nothing known here, and no service is connected. [Connect…] [Import…] [Load Sample Data] [Copy Defanged]',
    ]);
    const [withData] = readableLines(hoverLines(result({ state }), { ...context, offerSample: false }));
    assert.match(withData ?? '', /\[Connect…\] \[Import…\] \[Copy Defanged\]$/);
    assert.deepEqual(hoverLines(result({ state }), { ...context, offerService: false }), []);
    const [outside] = readableLines(hoverLines(result({ state }), { ...context, scansOutside: true }));
    assert.match(outside ?? '', /\[Scan…\] \[Copy Defanged\]$/);
  });
});

describe('The row that follows a hover', () => {
  const mirror = known({}, { source: { kind: 'mirror', name: 'Team feed' }, asOf: now - 2 * hour });
  const before = result({ known: [mirror], state: { kind: 'pending', host: 'intel.example' } });

  it('is the whole hover where nothing was shown before', () => {
    const after = result({ known: [known()] });
    assert.deepEqual(addedLines(result(), after, context), hoverLines(after, context));
  });

  it('adds what the service says and repeats nothing', () => {
    const after = result({ known: [known({ risk: 'critical' }), mirror] });
    const lines = readableLines(addedLines(before, after, context));
    assert.deepEqual(lines, ['(flame) Critical risk', 'From intel.example, as of 5 min ago']);
  });

  it('is one line where the service still says the same', () => {
    const old = known({}, { asOf: now - 3 * day });
    const after = result({ known: [known()] });
    const lines = readableLines(addedLines({ ...before, known: [old] }, after, context));
    assert.deepEqual(lines, ['Still (error) High risk · intel.example, as of 5 min ago']);
  });

  it('tells the reasons that a search row could not, where the verdict is the same', () => {
    const row = known({}, { detail: 'summary' });
    const full = known({
      riskFactors: factors,
      threats: [{ name: 'Example Kit', category: 'phishing', risk: 'high' }],
    });
    const after = result({ known: [{ ...full, asOf: now }] });
    assert.deepEqual(readableLines(addedLines({ ...before, known: [row] }, after, context)), [
      'Still (error) High risk · intel.example, just now',
      'Why In a phishing feed (high) · Registered 12 days ago (medium) · 1 more',
      'Threats [Example Kit] (phishing)',
    ]);
  });

  it('says why nothing was added', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } as const;
    const after = result({ known: [mirror], state: { kind: 'failed', host: 'intel.example', error } });
    assert.deepEqual(readableLines(addedLines(before, after, context)), [
      '(warning) Rate limit reached; requests resume in 40 s.',
    ]);
    assert.deepEqual(addedLines(before, { ...before, state: { kind: 'settled' } }, context), []);
  });
});

describe('A hostile record', () => {
  it('can neither break a line nor make a hover endless', () => {
    const hostile = 'x\n\n# y](command:evil) <img src=x> $(flame) '.repeat(500);
    const lead = record({
      riskFactors: [{ description: hostile, risk: 'high' }],
      threats: [{ name: hostile, category: hostile, risk: 'high' }],
    });
    const lines = hoverLines(result({ known: [known(lead, { source: { kind: 'import', name: hostile } })] }), context);
    assert.ok(lines.length <= maxLines);
    assert.ok(lines.flat().every((part) => part.kind !== 'text' || part.text.length < 300));
  });
});
