import assert from 'node:assert/strict';
import type { LookupResult } from '../../../../src/core/lookups/types';
import type { Known } from '../../../../src/core/records/knowledge';
import type { HoverContext } from '../../../../src/features/hover/hoverContext';
import { addedLines, hoverLines, maxLines } from '../../../../src/features/hover/hoverLines';
import { context, day, hour, known, minute, now, readableLines, record, result } from '../shared/builders';

const actions = '[Open Record] [Look Up Again] [Scan…] [Copy Defanged] [More…]';
const quietActions = '[Open Record] [Copy Defanged] [More…]';
const scanActions = '[Open Record] [Scan…] [Copy Defanged] [More…]';
const factors = [
  { description: 'Registered 12 days ago', risk: 'medium' },
  { description: 'In a phishing feed', risk: 'high' },
  { description: 'Cheap registrar', risk: 'low' },
] as const;

describe('A hover', () => {
  it('shows the verdict, then reasons, threats, ages, source, and actions', () => {
    const lead = known({
      retired: true,
      riskFactors: factors,
      threats: [{ name: 'Example Kit', category: 'phishing', risk: 'high' }],
      timestamps: { seen: now - 3 * day, added: Date.UTC(2024, 2, 1) },
    });
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)), [
      '(error) High risk · (history) retired login-update[.]example',
      'Reasons In a phishing feed (high) · Registered 12 days ago (medium) · and 1 more reason',
      'Threats [Example Kit] (phishing)',
      'Last seen 3 days ago · first added on March 1, 2024 · never actively scanned',
      'Source intel.example, updated 5 minutes ago',
      actions,
    ]);
  });

  it('shows the note and tags of the user below the verdict, also if nothing else is known', () => {
    const annotation = { note: `line one\n${'x'.repeat(300)}`, tags: ['c2', 'Q3'] };
    const noted = { ...context, annotation };
    const [, line = ''] = readableLines(hoverLines(result({ known: [known()] }), noted));
    assert.match(line, /^Note line one x+… Tags c2, Q3$/);
    assert.ok(line.length < 200);
    const code = { ...noted, offerService: false, annotation: { tags: ['c2'] } };
    const [head, tags] = readableLines(hoverLines(result({ state: { kind: 'noService' } }), code));
    assert.deepEqual([head, tags], ['login-update[.]example', 'Tags c2']);
  });

  it('shows in which other triaged files the indicator was, with a link to them', () => {
    const at = Date.UTC(2026, 1, 3);
    const file = { uri: 'file:///a.log', at, line: 3, column: 1 };
    const seen = (count: number, known: LookupResult['known']): string => {
      const seenBefore = { files: Array.from({ length: count }, () => file), last: at };
      return readableLines(
        hoverLines(result({ known, state: { kind: 'noService' } }), { ...context, seenBefore }),
      ).join('\n');
    };
    assert.match(seen(3, [known()]), /^Seen before \[In 3 files you triaged, last on February 3, 2026\]$/m);
    assert.match(seen(1, []), /^Seen before \[In 1 file you triaged, on February 3, 2026\]$/m);
  });

  it('shows the link that contains the indicator, with its own verdict', () => {
    const indicator = { type: 'url', value: 'https://nam02.safelinks.protection.outlook.com/?url=x' } as const;
    const wrapper = 'Microsoft Safe Links';
    const inLink = 'hxxps://…m02[.]safelinks[.]protection[.]outlook[.]com/?url=x';
    const lines = (links: HoverContext['links'], known_: readonly Known[] = [known()], offerService = true) =>
      readableLines(
        hoverLines(result({ known: known_, state: { kind: 'noService' } }), { ...context, links, offerService }),
      );
    const [head, ...others] = lines([{ indicator, wrapper, known: [] }]);
    assert.match(head ?? '', /High risk login-update/);
    assert.ok(others.includes(`Wrapped in [${inLink}] · Microsoft Safe Links`), others.join('\n'));
    const risky = known({ risk: 'high' }, { source: { kind: 'import', name: 'Team list' } });
    const line = `Wrapped in (error) High risk [${inLink}] · Team list`;
    assert.ok(lines([{ indicator, wrapper: undefined, known: [risky] }]).includes(line));
    // Also where nothing else is known, and nothing is offered.
    assert.ok(lines([{ indicator, wrapper: undefined, known: [risky] }], [], false).includes(line));
    assert.deepEqual(lines([{ indicator, wrapper, known: [] }], [], false), []);
  });

  it('names and links the name above that a source rates', () => {
    const indicator = { type: 'domain', value: 'mail.lookups-test-1.com' } as const;
    const source = { kind: 'import', name: 'Team list', parent: { name: 'lookups-test-1.com', risk: 'high' } } as const;
    const reason = {
      description: 'Subdomain of lookups-test-1.com, listed as high risk by Team list',
      risk: 'medium',
    } as const;
    const of = known({ ...indicator, risk: 'medium', riskFactors: [reason] }, { source });
    const line = 'Subdomain of [lookups-test-1[.]com], listed as high risk by Team list (medium)';
    const lines = readableLines(hoverLines(result({ indicator, known: [of], state: { kind: 'noService' } }), context));
    assert.deepEqual(lines.slice(0, 2), ['(warning) Medium risk mail[.]lookups-test-1[.]com', `Reasons ${line}`]);
    const url = { type: 'url', value: 'http://mail.lookups-test-1.com/x' } as const;
    const ofUrl = readableLines(
      hoverLines(result({ indicator: url, host: [of], worseHost: of, state: { kind: 'noService' } }), context),
    );
    assert.ok(ofUrl.includes(`Host (warning) Medium risk [mail[.]lookups-test-1[.]com] · ${line}`), ofUrl.join('\n'));
  });

  it('offers a lookup, and shows a miss, beside what a source knows about the name above', () => {
    const indicator = { type: 'domain', value: 'mail.lookups-test-1.com' } as const;
    const source = {
      kind: 'service',
      name: 'intel.example',
      parent: { name: 'lookups-test-1.com', risk: 'high' },
    } as const;
    const of = known({ ...indicator, risk: 'medium' }, { source });
    const notRequested = { kind: 'notRequested', host: 'intel.example', wouldSend: indicator.value } as const;
    const text = (more: Partial<LookupResult>): string =>
      readableLines(hoverLines(result({ indicator, known: [of], ...more }), context)).join('\n');
    assert.match(text({ state: notRequested }), /Not looked up yet\. \[Look up on intel\.example\]/);
    const notFound = [{ kind: 'notFound', source: { kind: 'service', name: 'intel.example' }, asOf: now }] as const;
    assert.match(text({ state: { kind: 'settled' }, notFound }), /This domain wasn't found on intel\.example/);
  });

  it('shows an internationalized name in Unicode next to its unambiguous form', () => {
    const native = { ...context, displayForm: () => 'bücher.example' };
    const [head] = readableLines(hoverLines(result({ known: [known()] }), native));
    assert.equal(head, '(error) High risk login-update[.]example (bücher[.]example)');
  });

  it('names the network that contains the address', () => {
    const source = { kind: 'mirror', name: 'Team feed', range: '203.0.113.0/24' } as const;
    const lines = readableLines(hoverLines(result({ known: [known({}, { source })] }), context));
    assert.ok(lines.includes('Source range 203.0.113.0/24 in “Team feed”, updated 5 minutes ago'), lines.join('\n'));
  });

  it('shows where an address is, with the sources in the tooltip', () => {
    const indicator = { type: 'ip', value: '5.5.5.5' } as const;
    const sources = [{ name: 'IPtoASN', asOf: Date.UTC(2026, 5, 1, 12) }];
    const place = { country: 'DE', city: 'Kassel', asn: 'AS64500', organization: '**Net**', sources, isAdded: true };
    const lines = hoverLines(result({ indicator, known: [known()], place }), context);
    assert.ok(
      readableLines(lines).includes('Location Kassel, Germany · AS64500 · **Net**'),
      readableLines(lines).join('\n'),
    );
    assert.ok(lines.flat().some((part) => part.kind === 'text' && part.title === 'IPtoASN, as of June 1, 2026'));
    const bare = readableLines(hoverLines(result({ indicator, place, state: { kind: 'noService' } }), context));
    assert.equal(bare[1], 'Location Kassel, Germany · AS64500 · **Net**');
    assert.match(bare[2] ?? '', /^No verdict found\. No service is connected\./);
    const code = { ...context, offerService: false };
    assert.deepEqual(hoverLines(result({ indicator, place, state: { kind: 'noService' } }), code), []);
  });

  it('offers the full record if the service returned a summary', () => {
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'login-update.example' } as const;
    const text = (detail: 'summary' | 'full'): string =>
      readableLines(hoverLines(result({ known: [known({}, { detail })], state }), context)).join('\n');
    assert.match(text('summary'), /Summary only\. .*Look up on intel/);
    assert.match(text('full'), /The cached result is out of date\. .*Look up on intel/);
    assert.doesNotMatch(text('summary'), /Not looked up/);
  });

  it('shows what lists say that it is, below the verdict', () => {
    const indicator = { type: 'ip', value: '8.8.8.8' } as const;
    const listed = known({ value: '8.8.8.8', type: 'ip' }, { source: { kind: 'import', name: 'block.txt' } });
    const lines = readableLines(hoverLines(result({ indicator, known: [listed] }), context));
    assert.equal(lines[0], '(error) High risk 8[.]8[.]8[.]8');
    assert.equal(lines[1], '(server) Public DNS resolver · Google Public DNS · Threat Lookups');
    assert.ok(lines.length <= maxLines);
    assert.doesNotMatch(lines.join('\n'), /safe|harmless/i);
  });

  it('shows what it is and the state if nothing else is known', () => {
    const indicator = { type: 'ip', value: '216.218.185.162' } as const;
    const lines = readableLines(hoverLines(result({ indicator }), context));
    assert.deepEqual(lines.slice(0, 2), [
      '216[.]218[.]185[.]162',
      '(bug) Sinkhole · MISP warning lists · A machine that contacts it may be infected.',
    ]);
    assert.equal(lines[2], 'No verdict found.');
    const offer = readableLines(hoverLines(result({ indicator, state: { kind: 'noService' } }), context));
    assert.match(offer[1] ?? '', /Sinkhole/);
    assert.match(offer[2] ?? '', /^No verdict found\. No service is connected\. .*Copy Defanged/);
    const offline = readableLines(hoverLines(result({ indicator, state: { kind: 'offline' } }), context));
    assert.match(offline[2] ?? '', /^No verdict in the local store\. Offline mode is on\./);
  });

  it('names a list that describes an indicator as what it is, not as a reason', () => {
    const contexts = [{ kind: 'knownServices', category: 'other', label: 'Our servers' }] as const;
    const source = { kind: 'import', name: 'ours.txt' } as const;
    const feeds = [{ name: 'Known services' }];
    for (const more of [{}, { feeds }, { risk: 'none' as const, feeds }]) {
      const listed = known({ risk: 'unknown', riskFactors: [], contexts, ...more }, { source });
      const text = readableLines(hoverLines(result({ known: [listed] }), context)).join('\n');
      assert.match(text, /Listed · Our servers · ours\.txt/);
      assert.doesNotMatch(text, /Reasons/);
    }
    const rated = known({ risk: 'high', riskFactors: [], contexts, feeds }, { source });
    const text = readableLines(hoverLines(result({ known: [rated] }), context)).join('\n');
    assert.match(text, /Reasons Listed in Known services/);
  });

  it('shows by which rules the indicator was found, if the setting is on', () => {
    const last = (detectionRules?: readonly string[]) =>
      readableLines(
        hoverLines(result({ known: [known()] }), { ...context, ...(detectionRules ? { detectionRules } : {}) }),
      ).at(-1);
    assert.equal(last(['follows a keyword', 'is a host']), 'Detection follows a keyword · is a host');
    assert.equal(last([]), 'Detection default (no rule matched)');
    assert.equal(last(), actions);
  });

  it('shows two lists, and counts further ones', () => {
    const contexts = ['A', 'B', 'C'].map((label) => ({ kind: 'informational', category: 'scanner', label }) as const);
    const [, first, second] = readableLines(hoverLines(result({ known: [known({ contexts })] }), context));
    const list = '(search) Internet scanner ·';
    assert.deepEqual([first, second], [`${list} A · intel.example`, `${list} B · intel.example and 1 more entry`]);
  });

  it('says below which name of a list an indicator is', () => {
    const factor = { description: 'Listed in Bad hosts', risk: 'high' } as const;
    const listed = known({ risk: 'high', riskFactors: [factor], threats: [] });
    const all = [{ ...listed, source: { kind: 'mirror', name: 'Bad hosts', range: '*.evil.example' } }] as const;
    const text = readableLines(hoverLines(result({ known: all }), context)).join('\n');
    assert.match(text, /Subdomain of evil\.example, listed in Bad hosts/);
    assert.match(text, /subdomain of evil\.example in “Bad hosts”/);
  });

  it('says which list keeps a risky indicator from being highlighted', () => {
    const listed = known({ risk: 'medium', riskFactors: [], threats: [] });
    const service = known({
      risk: 'unknown',
      riskFactors: [],
      threats: [],
      contexts: [{ kind: 'knownServices', category: 'other', label: '' }],
    });
    const all = [
      { ...listed, source: { kind: 'mirror', name: 'Bad hosts' } },
      { ...service, source: { kind: 'mirror', name: 'Ours' } },
    ] as const;
    const linesWith = (skipsWellKnown: boolean): string =>
      readableLines(hoverLines(result({ known: all }), { ...context, skipsWellKnown })).join('\n');
    assert.match(linesWith(true), /Not highlighted: listed as a known service in “Ours”/);
    assert.doesNotMatch(linesWith(false), /Not highlighted/);
  });

  it('says that anyone can publish on a host of a URL', () => {
    const indicator = { type: 'url', value: 'https://pastebin.com/raw/abc' } as const;
    const [, line] = readableLines(hoverLines(result({ indicator }), context));
    assert.match(line ?? '', /User-generated content · LOTS Project .* Anyone can publish there\.$/);
    const repository = { type: 'url', value: 'https://raw.githubusercontent.com/a/b/main/x.ps1' } as const;
    const lines = readableLines(hoverLines(result({ indicator: repository }), context)).join('\n');
    assert.match(lines, /Anyone can publish there/);
    assert.doesNotMatch(lines, /Security blog/);
  });

  it('shows “No risk reported”, never “safe”', () => {
    const lines = readableLines(hoverLines(result({ known: [known({ risk: 'none' })] }), context)).join('\n');
    assert.match(lines, /No risk reported/);
    assert.doesNotMatch(lines, /safe|clean|harmless/i);
  });

  it('distinguishes a risk that was set manually from an automatic score', () => {
    const lead = known({ manualRisk: true, riskRecommended: 'medium' });
    assert.equal(
      readableLines(hoverLines(result({ known: [lead] }), context))[0],
      '(error) High risk · set manually (automatic score: medium) login-update[.]example',
    );
  });

  it('labels retired threats and reasons', () => {
    const lead = known({
      riskFactors: [{ description: 'Listed once', risk: 'retired' }],
      threats: [
        { name: 'Example Kit', category: 'phishing', risk: 'retired' },
        { name: 'Salt Anchor', risk: 'retired' },
      ],
    });
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)).slice(1, 3), [
      'Reasons Listed once (retired)',
      'Threats [Example Kit] (phishing, retired) · [Salt Anchor] (retired)',
    ]);
  });

  it('names the feeds if there is no reason, and omits scans for sources that do not scan', () => {
    const lead = known(
      { feeds: [{ name: 'Phish List' }], timestamps: { seen: now - 2 * hour } },
      { source: { kind: 'mirror', name: 'Team feed' }, asOf: now - 2 * hour },
    );
    assert.deepEqual(readableLines(hoverLines(result({ known: [lead] }), context)).slice(1, 4), [
      'Reasons Listed in Phish List',
      'Last seen 2 hours ago',
      'Source “Team feed”, updated 2 hours ago',
    ]);
  });

  it('names the import or mirror if there is no reason, and shows the description', () => {
    const source = { kind: 'import', name: 'list.txt' } as const;
    const lines = readableLines(hoverLines(result({ known: [known({ risk: 'unknown' }, { source })] }), context));
    assert.equal(lines[1], 'Reasons Listed in list.txt');
    const list = { kind: 'mirror', name: 'list.csv' } as const;
    const low = readableLines(hoverLines(result({ known: [known({ risk: 'low' }, { source: list })] }), context));
    assert.equal(low[1], 'Reasons Listed in list.csv');
    const other = { name: 'A relay', description: 'Seen in two mails.', id: 'indicator--1' };
    const described = readableLines(hoverLines(result({ known: [known({ other }, { source })] }), context));
    assert.equal(described[2], 'Description A relay: Seen in two mails.');
  });

  it('spells out the category of a threat', () => {
    const lead = known({ threats: [{ name: 'Salt Anchor', category: 'apt', risk: 'high' }] });
    const lines = readableLines(hoverLines(result({ known: [lead] }), context));
    assert.ok(lines.includes('Threats [Salt Anchor] (advanced persistent threat)'), lines.join('\n'));
  });

  it('labels a single date', () => {
    const seen = (timestamps: object, retired = false) =>
      readableLines(hoverLines(result({ known: [known({ timestamps, retired }, { detail: 'summary' })] }), context))[1];
    assert.equal(seen({ added: Date.UTC(2025, 0, 1) }), 'First added January 1, 2025');
    assert.equal(seen({ probed: now - 3 * day }), 'Actively scanned 3 days ago');
    assert.equal(seen({ retired: now - 3 * day }, true), 'Retired 3 days ago');
    assert.equal(
      seen({ added: Date.UTC(2025, 0, 1), probed: now }),
      'First added January 1, 2025 · actively scanned just now',
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

  it('shows each further source on a line, within ten lines', () => {
    const others = Array.from({ length: 12 }, (_, index) =>
      known({ risk: 'low' }, { source: { kind: 'import', name: `list ${index}.csv` } }),
    );
    const lead = known({ riskFactors: factors, threats: [{ name: 'Kit', risk: 'high' }], timestamps: { seen: now } });
    const few = readableLines(hoverLines(result({ known: [lead, ...others.slice(0, 1)] }), context));
    assert.ok(few.includes('Other source (info) Low risk · import “list 0.csv”, updated 5 minutes ago'));
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

  it('shortens a URL to a line, with the host before its path', () => {
    const host = 'secure-login.mail-update.lookups-test-1.com';
    const indicator = { type: 'url', value: `https://${host}/session/${'verify/'.repeat(40)}?step=2` } as const;
    const [head = ''] = readableLines(hoverLines(result({ indicator, notFound: [] }), context));
    assert.ok(head.startsWith(`hxxps://${host.replaceAll('.', '[.]')}/`) && head.length <= 72, head);
  });

  it('links to a host that is riskier than its URL', () => {
    const host = known({ value: 'cdn.example', risk: 'critical' });
    const lines = hoverLines(result({ known: [known({ risk: 'none' })], worseHost: host }), context);
    assert.ok(readableLines(lines).includes('Host (flame) Critical risk [cdn[.]example]'));
    const link = lines.flat().find((part) => part.kind === 'link' && part.label === 'cdn[.]example');
    assert.deepEqual(link?.kind === 'link' ? link.command : undefined, {
      id: 'threatLookups.openRecord',
      args: [{ type: 'domain', value: 'cdn.example' }],
    });
  });

  it('shows what lists say about the host of a URL, even without a risk', () => {
    const indicator = { type: 'url', value: 'http://cdn.example/x' } as const;
    const host = [
      known({ value: 'cdn.example', risk: 'unknown' }, { source: { kind: 'import', name: 'names.txt' } }),
      known({ value: 'cdn.example', risk: 'unknown' }, { source: { kind: 'mirror', name: 'Blocked' } }),
    ];
    const shown = 'Host (question) Risk unknown [cdn[.]example] · Listed in names.txt · Listed in Blocked';
    const lines = readableLines(hoverLines(result({ indicator, known: [known()], host }), context));
    assert.ok(lines.includes(shown), lines.join('\n'));
    const bare = readableLines(hoverLines(result({ indicator, host, state: { kind: 'noService' } }), context));
    assert.ok(bare.includes(shown), bare.join('\n'));
    const code = { ...context, offerService: false };
    assert.ok(
      readableLines(hoverLines(result({ indicator, host, state: { kind: 'noService' } }), code)).includes(shown),
    );
  });

  it('shows the threats of the host of a URL that no reason names, and its description', () => {
    const indicator = { type: 'url', value: 'http://cdn.example/x' } as const;
    const of = known({
      value: 'cdn.example',
      risk: 'high',
      riskFactors: [{ description: 'Associated with Copper Kettle', risk: 'high' }],
      threats: [
        { name: 'Copper Kettle', risk: 'high' },
        { name: 'Tin Drum', category: 'malware', risk: 'high' },
      ],
      other: { description: 'Panel of a loader' },
    });
    const lines = readableLines(hoverLines(result({ indicator, host: [of], worseHost: of }), context));
    assert.ok(
      lines.includes(
        'Host (error) High risk [cdn[.]example] · Associated with Copper Kettle (high) · [Tin Drum] (malware) · Panel of a loader · intel.example',
      ),
      lines.join('\n'),
    );
  });

  it('says whether the service knows the host of a URL that it does not know', () => {
    const indicator = { type: 'url', value: 'https://cdn.example/a' } as const;
    const source = { kind: 'service', name: 'intel.example', address: 'https://intel.example' } as const;
    const miss = [{ kind: 'notFound', source, asOf: now - 300_000 }] as const;
    const lines = (rest: Partial<LookupResult>): readonly string[] =>
      readableLines(hoverLines(result({ indicator, known: [], notFound: miss, ...rest }), context));
    const urlOnly = "(circle-slash) This URL wasn't found on intel.example (checked 5 minutes ago).";
    const neither = '(circle-slash) Neither this URL nor its host was found on intel.example (checked 5 minutes ago).';
    assert.ok(lines({ hostNotFound: miss }).includes(neither));
    const host = [known({ value: 'cdn.example', risk: 'high', riskFactors: factors }, { source })];
    const verdict = 'Host (error) High risk [cdn[.]example]';
    const reasons = 'In a phishing feed (high) · Registered 12 days ago (medium)';
    // The source is named once.
    assert.deepEqual(lines({ host }).slice(1, 3), [`${verdict} · ${reasons}`, urlOnly]);
    assert.equal(lines({ host, notFound: [] })[1], `${verdict} · ${reasons} · intel.example`);
    assert.doesNotMatch(lines({ host, notFound: [] }).join('\n'), /No information/);
    const listed = known({ value: 'cdn.example' }, { source: { kind: 'import', name: 'names.txt' } });
    assert.equal(
      lines({ host: [...host, listed] })[1],
      `${verdict} · In a phishing feed (high, intel.example) · Listed in names.txt`,
    );
    const error = { kind: 'serverError', status: 500, detail: '' } as const;
    const failed = lines({ state: { kind: 'failed', host: 'intel.example', error, ofHost: true } });
    assert.ok(failed.includes(urlOnly));
    assert.ok(failed.some((line) => line.startsWith('Host (warning) ')));
    const waiting = lines({ state: { kind: 'pending', host: 'intel.example', ofHost: true } });
    assert.ok(waiting.includes(urlOnly) && waiting.some((line) => line.startsWith('Host Still waiting')));
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: indicator.value, sendsHost: true } as const;
    assert.ok(lines({ notFound: [], state }).some((line) => line.includes('(sends this URL and its host)')));
  });

  it('counts the listed URLs of a host', () => {
    const urls = { count: 12, hasMore: false };
    const listed = (about: object) =>
      readableLines(
        hoverLines(
          result({
            known: [
              known(
                {
                  risk: 'medium',
                  timestamps: { seen: now - 3 * day },
                  riskFactors: [{ description: 'x', risk: 'medium' }],
                },
                { source: { kind: 'mirror', name: 'URLhaus', ...about }, asOf: now - 2 * hour },
              ),
            ],
          }),
          context,
        ),
      ).slice(0, 4);
    assert.deepEqual(listed({ urls }), [
      '(warning) Medium risk login-update[.]example',
      'Reasons 12 listed URLs on this host (medium)',
      'Last seen 3 days ago',
      'Source listed URLs on this host in “URLhaus”, updated 2 hours ago',
    ]);
    assert.match(listed({ urls: { count: 500, hasMore: true } })[1] ?? '', /500 or more listed URLs on this host/);
  });

  it('shows the sent part of a URL and offers to send all of it', () => {
    const url = { type: 'url', value: 'http://a.example/x?token=1' } as const;
    const lines = hoverLines(result({ indicator: url, known: [known()], sentAs: 'http://a.example/x' }), context);
    assert.ok(readableLines(lines).includes('Sent hxxp://a[.]example/x [Send Full URL…]'));
  });
});

describe('A hover over an indicator of several sources', () => {
  const list = (name: string, change: Parameters<typeof known>[0]) =>
    known(change, { source: { kind: 'mirror', name }, asOf: now - 2 * hour });
  const linesOf = (...all: readonly ReturnType<typeof known>[]) =>
    readableLines(hoverLines(result({ known: all }), context));

  it('merges their reasons, each with its source, so that none hides another', () => {
    const lines = linesOf(
      list('Poor mirror', { risk: 'high', riskFactors: [{ description: 'Listed in Poor mirror', risk: 'high' }] }),
      list('ThreatFox', {
        risk: 'high',
        riskFactors: [
          { description: 'Cobalt Strike C2', risk: 'high' },
          { description: 'Botnet', risk: 'medium' },
        ],
      }),
      list('names.txt', { risk: 'unknown' }),
      list('Old list', { retired: true, riskFactors: [{ description: 'Spam', risk: 'critical' }] }),
    );
    assert.equal(
      lines[1],
      'Reasons Listed in Poor mirror (high) · Cobalt Strike C2 (high, ThreatFox) · Listed in names.txt · Botnet (medium, ThreatFox) · and 1 more reason',
    );
  });

  it('names all sources of a reason that several give, and marks reasons of retired ones', () => {
    const phishing = { description: 'Phishing', risk: 'high' } as const;
    const lines = linesOf(
      list('One', { riskFactors: [phishing] }),
      list('Two', { riskFactors: [{ ...phishing, description: 'phishing' }] }),
      list('Old', { retired: true, riskFactors: [{ description: 'Spam', risk: 'critical' }] }),
    );
    assert.equal(lines[1], 'Reasons Phishing (high, One and Two) · Spam (retired, Old)');
  });

  it('merges threats and dates', () => {
    const lines = linesOf(
      list('One', {
        threats: [{ name: 'Salt Anchor', risk: 'low' }],
        timestamps: { seen: now - 3 * day, added: Date.UTC(2026, 2, 1) },
      }),
      list('Two', {
        threats: [
          { name: 'salt anchor', risk: 'critical' },
          { name: 'Example Kit', risk: 'high' },
        ],
        timestamps: { seen: now - day, added: Date.UTC(2025, 2, 1) },
      }),
    );
    assert.equal(lines[2], 'Threats [Example Kit] · [Salt Anchor]');
    assert.equal(lines[3], 'Last seen 24 hours ago · first added on March 1, 2025');
  });

  it('takes dates of a network only if no source knows the address itself', () => {
    const network = known(
      { timestamps: { seen: now } },
      { source: { kind: 'mirror', name: 'Nets', range: '203.0.113.0/24' } },
    );
    assert.ok(linesOf(network).includes('Last seen just now'));
    assert.ok(linesOf(list('One', { timestamps: { seen: now - 3 * day } }), network).includes('Last seen 3 days ago'));
  });

  it('names the sources that have no line of their own in a tooltip, with verdict and age', () => {
    const others = ['B', 'C', 'D', 'E', 'F'].map((name) => list(name, { risk: 'low' }));
    const lines = hoverLines(result({ known: [list('A', {}), ...others] }), context);
    const more = lines.flat().find((part) => part.kind === 'text' && part.text.startsWith('3 more sources'));
    assert.deepEqual(more, {
      kind: 'text',
      text: '3 more sources in the record, most recently updated 2 hours ago',
      title: ['D', 'E', 'F'].map((name) => `Low risk: “${name}”, 2 hours ago`).join(' · '),
    });
  });

  it('says which risk an old entry of a list had', () => {
    const old = list('URLhaus', { risk: 'low', riskWhenSeen: 'high', timestamps: { seen: now - 800 * day } });
    const lines = linesOf(old);
    assert.equal(lines[0], '(info) Low risk · high when last seen login-update[.]example');
    assert.ok(lines.includes('Last seen 2 years ago'), lines.join('\n'));
    const undated = list('URLhaus', { risk: 'low', riskWhenSeen: 'high', timestamps: { updated: now - 800 * day } });
    assert.equal(linesOf(undated)[0], '(info) Low risk · high when listed login-update[.]example');
  });

  it('labels verdicts of sample data', () => {
    const sample = known({}, { source: { kind: 'sample', name: 'Sample data' } });
    assert.equal(linesOf(sample)[0], '(error) High risk · sample login-update[.]example');
  });
});

describe('A hover without an answer', () => {
  const bare = (state: Parameters<typeof result>[0], change = {}) =>
    readableLines(hoverLines(result(state), { ...context, ...change })).slice(1, -1);

  it('offers the lookup and names its destination', () => {
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'login-update.example' } as const;
    assert.deepEqual(bare({ state }), ['Not looked up yet. [Look up on intel.example] (sends this domain)']);
  });

  it('shows exactly which part of a URL a lookup sends', () => {
    const indicator = { type: 'url', value: 'http://a.example/x?token=1' } as const;
    const state = { kind: 'notRequested', host: 'intel.example', wouldSend: 'http://a.example/x' } as const;
    assert.deepEqual(bare({ indicator, state }), [
      'Not looked up yet. [Look up on intel.example] (sends hxxp://a[.]example/x) [Send Full URL…]',
    ]);
  });

  it('shows that offline mode is on', () => {
    assert.deepEqual(bare({ state: { kind: 'offline' } }), [
      'Not in the local store. Offline mode is on. [Change Lookup Mode…]',
    ]);
  });

  it('explains that internal addresses, reserved names, and ignored indicators are never sent', () => {
    assert.deepEqual(bare({ state: { kind: 'blocked', by: { kind: 'reserved', what: 'address' } } }), [
      'Internal IP address. Never sent.',
    ]);
    assert.deepEqual(bare({ state: { kind: 'blocked', by: { kind: 'reserved', what: 'name' } } }), [
      'Reserved name. Never sent.',
    ]);
    const by = { kind: 'ignored', pattern: '*.corp.example', origin: 'user' } as const;
    assert.deepEqual(bare({ state: { kind: 'blocked', by } }), [
      'Ignored by *.corp.example. Never sent. [Edit Ignore List]',
    ]);
    const long = { kind: 'reserved', what: 'longIgnoreList', origin: 'workspace' } as const;
    assert.deepEqual(bare({ state: { kind: 'blocked', by: long } }), [
      'The ignore list is too long to check. Nothing is sent until you shorten it. [Edit Ignore List]',
    ]);
  });

  it('reports that a store of a newer version cannot be read, not that it has no data', () => {
    const why =
      "(warning) The local store was created by a newer version of Threat Lookups and can't be read. [Update…]";
    const text = (change: Partial<LookupResult>): readonly string[] =>
      readableLines(hoverLines(result({ unread: 'newer', ...change }), context)).slice(1, -1);
    const error = { kind: 'serverError', detail: '', status: 500 } as const;
    assert.deepEqual(text({ state: { kind: 'noService' } }), [why]);
    assert.deepEqual(text({}), [why]);
    assert.deepEqual(text({ state: { kind: 'failed', host: 'local service', error } }), [why]);
    assert.deepEqual(text({ state: { kind: 'offline' } }), ['Offline mode is on. [Change Lookup Mode…]', why]);
    assert.deepEqual(text({ known: [known()] }).at(-1), why);
    assert.deepEqual(
      hoverLines(result({ unread: 'newer', state: { kind: 'noService' } }), { ...context, offerService: false }),
      [],
    );
  });

  it('reports a corrupted, replaced, or foreign store, not that it has no data', () => {
    for (const [unread, why] of [
      ['foreign', /The local store file belongs to another program\. \[Show Output\]/],
      ['damaged', /is corrupted and can't be read\. \[Show Output\]/],
      ['unavailable', /can't be opened\. \[Show Output\]/],
      ['busy', /locked by another program and couldn't be read\. \[Show Output\]/],
      ['otherVersion', /can't be read\. Update the extension and reload open windows\. \[Show Output\]/],
      ['replaced', /replaced by an empty one\. Import and sync your data again\. \[Import…\]/],
    ] as const) {
      const lines = readableLines(hoverLines(result({ unread, state: { kind: 'noService' } }), context));
      assert.match(lines.join('\n'), why);
      assert.doesNotMatch(lines.join('\n'), /No information found|Not in the local store/);
    }
  });

  it('shows local data about an indicator that is never sent', () => {
    const by = { kind: 'reserved', what: 'name' } as const;
    const lines = readableLines(hoverLines(result({ known: [known()], state: { kind: 'blocked', by } }), context));
    assert.match(lines[0] ?? '', /High risk/);
    assert.deepEqual(lines.slice(-2), ['Reserved name. Never sent.', quietActions]);
  });

  it('shows that the answer of a slow service is still pending', () => {
    assert.deepEqual(bare({ state: { kind: 'pending', host: 'intel.example' } }), [
      'Still waiting for intel.example. Hover again to see the result.',
    ]);
  });

  it('shows which service does not know the indicator, and since when', () => {
    const miss = {
      kind: 'notFound',
      source: { kind: 'service', name: 'intel.example' },
      asOf: now - 5 * minute,
    } as const;
    assert.deepEqual(bare({ notFound: [miss] }), [
      '(circle-slash) Not found on intel.example (checked 5 minutes ago).',
    ]);
  });

  it('shows an error below the data of the store', () => {
    const state = {
      kind: 'failed',
      host: 'intel.example',
      error: { kind: 'keyRejected', detail: '', hadKey: true },
    } as const;
    const lines = readableLines(hoverLines(result({ known: [known()], state }), context));
    assert.match(lines[0] ?? '', /High risk/);
    assert.equal(lines.at(-2), '(warning) intel.example rejected the API key (HTTP 401). [Set API Key…]');
  });

  it('shows the last attempt and offers another on the same line', () => {
    const error = { kind: 'unreachable', detail: '' } as const;
    const wouldSend = 'login-update.example';
    const state = { kind: 'failed', host: 'intel.example', error, triedAt: now, wouldSend } as const;
    const lines = readableLines(hoverLines(result({ state }), context));
    assert.deepEqual(lines.slice(1), [
      "(warning) Can't reach intel.example. Last attempt: just now. [Show Output] [Look up on intel.example] (sends this domain)",
      scanActions,
    ]);
    const later = { ...state, triedAt: now - 5 * minute };
    assert.match(readableLines(hoverLines(result({ state: later }), context)).join(), /Last attempt: 5 minutes ago\./);
    const soon = { ...state, nextAt: now + 40_000 };
    assert.match(readableLines(hoverLines(result({ state: soon }), context)).join(), /Next attempt in 40 seconds\./);
  });

  it('offers no lookup during a rate limit', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } as const;
    assert.deepEqual(bare({ state: { kind: 'failed', host: 'intel.example', error } }), [
      '(warning) Rate limit reached. Requests resume in 40 seconds.',
    ]);
  });

  it('offers to connect in prose but not in code', () => {
    const state = { kind: 'noService' } as const;
    assert.deepEqual(readableLines(hoverLines(result({ state }), context)), [
      'login-update[.]example No information found. No service is connected. [Add List…] [Connect…] [Import…] [Load Sample Data] [Copy Defanged]',
    ]);
    const [withData] = readableLines(hoverLines(result({ state }), { ...context, offerSample: false }));
    assert.match(withData ?? '', /\[Connect…\] \[Import…\] \[Copy Defanged\]$/);
    assert.deepEqual(hoverLines(result({ state }), { ...context, offerService: false }), []);
    const [outside] = readableLines(hoverLines(result({ state }), { ...context, scansOutside: true }));
    assert.match(outside ?? '', /\[Scan…\] \[Copy Defanged\]$/);
  });

  it("doesn't say that there is no data about a URL next to the risk of its host", () => {
    const indicator = { type: 'url', value: 'https://cdn.example/a' } as const;
    const host = known({ risk: 'high' });
    const lines = readableLines(
      hoverLines(result({ indicator, host: [host], worseHost: host, state: { kind: 'noService' } }), context),
    );
    assert.match(lines.join('\n'), /High risk/);
    assert.doesNotMatch(lines.join('\n'), /No information found/);
  });
});

describe('The addition to a hover', () => {
  const mirror = known({}, { source: { kind: 'mirror', name: 'Team feed' }, asOf: now - 2 * hour });
  const before = result({ known: [mirror], state: { kind: 'pending', host: 'intel.example' } });

  it('is the whole hover if nothing was shown before', () => {
    const after = result({ known: [known()] });
    assert.deepEqual(addedLines(result(), after, context), hoverLines(after, context));
  });

  it("doesn't repeat the host of a URL, or a name above, that was shown before", () => {
    const indicator = { type: 'url', value: 'https://cdn.example/a' } as const;
    const source = { kind: 'service', name: 'intel.example', address: 'https://intel.example' } as const;
    const host = [known({ value: 'cdn.example' }, { source: { kind: 'import', name: 'names.txt' } })];
    const local = result({ indicator, known: [], host, state: { kind: 'pending', host: 'intel.example' } });
    const miss = { kind: 'notFound', source, asOf: now - 300_000 } as const;
    const after: LookupResult = { ...local, notFound: [miss], hostNotFound: [miss], state: { kind: 'settled' } };
    assert.deepEqual(readableLines(addedLines(local, after, context)), [
      "(circle-slash) This URL wasn't found on intel.example (checked 5 minutes ago).",
    ]);
  });

  it('shows the answer of the service without repetition', () => {
    const after = result({ known: [known({ risk: 'critical' }), mirror] });
    const lines = readableLines(addedLines(before, after, context));
    assert.deepEqual(lines, ['(flame) Critical risk', 'Source intel.example, updated 5 minutes ago']);
  });

  it('shows an answer that does not lead as a further source, with what it adds', () => {
    const riskFactors = [...factors, { description: 'New name', risk: 'medium' }] as const;
    const old = known({ risk: 'critical', riskFactors: factors }, { source: { kind: 'mirror', name: 'Team feed' } });
    const after = result({ known: [old, known({ riskFactors })] });
    assert.deepEqual(readableLines(addedLines({ ...before, known: [old] }, after, context)), [
      'Other source (error) High risk · intel.example, updated 5 minutes ago',
      'Reasons New name (medium)',
    ]);
  });

  it('is one line if the verdict is unchanged', () => {
    const old = known({}, { asOf: now - 3 * day });
    const after = result({ known: [known()] });
    const lines = readableLines(addedLines({ ...before, known: [old] }, after, context));
    assert.deepEqual(lines, ['Unchanged (error) High risk · intel.example, updated 5 minutes ago']);
  });

  it('adds the reasons that a summary lacked if the verdict is unchanged', () => {
    const row = known({}, { detail: 'summary' });
    const full = known({
      riskFactors: factors,
      threats: [{ name: 'Example Kit', category: 'phishing', risk: 'high' }],
    });
    const after = result({ known: [{ ...full, asOf: now }] });
    assert.deepEqual(readableLines(addedLines({ ...before, known: [row] }, after, context)), [
      'Unchanged (error) High risk · intel.example, updated just now',
      'Reasons In a phishing feed (high) · Registered 12 days ago (medium) · and 1 more reason',
      'Threats [Example Kit] (phishing)',
    ]);
  });

  it('explains why there is no answer', () => {
    const error = { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } as const;
    const after = result({ known: [mirror], state: { kind: 'failed', host: 'intel.example', error } });
    assert.deepEqual(readableLines(addedLines(before, after, context)), [
      '(warning) Rate limit reached. Requests resume in 40 seconds.',
    ]);
    assert.deepEqual(addedLines(before, { ...before, state: { kind: 'settled' } }, context), []);
  });
});

describe('A hostile record', () => {
  it('can neither break lines nor make a hover too long', () => {
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
