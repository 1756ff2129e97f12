/** Records of a fictional service, for tests of whole records. */

const day = 24 * 60 * 60 * 1000;

/** A timestamp in the format of the interface, this many days ago (in the future if negative). */
export function timestampAgo(days: number): string {
  return new Date(Date.now() - days * day).toISOString().slice(0, 19).replace('T', ' ');
}

/** A record that uses every field. */
export function fullRecord(value: string): Record<string, unknown> {
  return {
    iid: 70_211,
    qid: 9912,
    indicator: value,
    type: 'domain',
    risk: 'high',
    risk_recommended: 'high',
    manualrisk: 0,
    retired: 0,
    stamp_added: timestampAgo(420),
    stamp_seen: timestampAgo(3),
    stamp_updated: timestampAgo(2),
    stamp_probed: timestampAgo(40),
    submissions: 12,
    toplist_rank: 88_123,
    toplist_domain: value,
    riskfactors: [
      { rfid: 1, description: 'Registered 12 days ago', risk: 'medium' },
      { rfid: 2, description: 'Listed in a phishing feed', risk: 'high' },
      { rfid: 3, description: 'Cheap registrar', risk: 'low' },
    ],
    threats: [
      { tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high', stamp_linked: timestampAgo(9) },
      { tid: 4, name: 'Salt Anchor', category: 'apt', risk: 'critical', stamp_linked: timestampAgo(90) },
    ],
    feeds: [
      {
        fid: 4,
        name: 'Phish List',
        organization: 'Example Org',
        category: 'phishing',
        pricing: 'free',
        stamp_linked: timestampAgo(3),
      },
    ],
    redirects: {
      from: [{ id: '9', indicator: 'http://short.lookups-test-2.com/x' }],
      to: [{ iid: 11, indicator: 'https://login.lookups-test-4.com/session/new' }],
    },
    comments: [
      {
        cid: 1,
        username: 'ana',
        title: 'Seen in mail',
        stamp_added: timestampAgo(4),
        comment: 'Three mails to finance, all with links to https://lookups-test-4.com/pay.',
      },
    ],
    attributes: {
      port: [
        ['80', 'HTTP'],
        ['443', 'HTTPS'],
      ],
      protocol: [['HTTP'], ['TLS']],
      technology: [['nginx'], ['PHP']],
    },
    properties: {
      geo: { countrycode: 'NL', country: 'Netherlands', city: 'Amsterdam', org: 'Example Hosting' },
      whois: {
        '++registrar': 'Example Registrar',
        '++registered': timestampAgo(12),
        '++privacy': '1',
        'name server': ['ns1.lookups-test-5.com', 'ns2.lookups-test-5.com'],
      },
      dns: { a: ['203.0.113.7'], mx: ['10 mail.lookups-test-1.com'], txt: [`v=spf1 ${'include:x '.repeat(60)}-all`] },
      http: { '++code': '200', '++base': `https://${value}/` },
      ssl: {
        subject: `CN=${value}`,
        issuer: ['C=US', 'O=Example CA'],
        domain: [[value], [`www.${value}`]],
        valid: timestampAgo(60),
        expires: timestampAgo(-30),
        fingerprint: '5f:3b:9a:0c:77:aa:01:bb:5f:3b:9a:0c:77:aa:01:bb:5f:3b:9a:0c',
      },
      meta: { '++title': 'Sign in to your account' },
      banners: { '22': 'SSH-2.0-OpenSSH_8.9' },
      cookies: { sid: ['1', '2'] },
    },
    future_key: { a: 1 },
  };
}

/** The record of {@link fullRecord} with `historical=1`: it includes the results of previous scans. */
export function historicalRecord(value: string): Record<string, unknown> {
  const was = (pid: number, name: string, text: string, latest: 0 | 1, days: number): unknown => ({
    pid,
    name,
    value: text,
    latest,
    stamp_seen: timestampAgo(days),
  });
  const record = fullRecord(value);
  return {
    ...record,
    properties: {
      ...(record.properties as object),
      dns: [
        was(1, 'a', '203.0.113.7', 1, 2),
        was(2, 'a', '198.51.100.99', 0, 200),
        was(6, 'mx', '10 mail.lookups-test-1.com', 1, 2),
      ],
      whois: [
        was(3, '++registrar', 'Example Registrar', 1, 2),
        was(4, '++registrar', 'Other Registrar', 0, 300),
        was(7, 'name server', 'ns1.lookups-test-5.com', 1, 2),
      ],
      geo: [was(5, 'country', 'Netherlands', 1, 2)],
    },
  };
}

/** A hostile record: markup, commands, invisible characters, huge texts, deep nesting, and too many items. */
export function hostileRecord(value: string): Record<string, unknown> {
  const markup =
    '<img src=x onerror="document.title=\'run\'"><style>*{display:none}</style> [a](command:x) \u202egnp.exe\u0000';
  const many = (count: number, make: (index: number) => unknown): unknown =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, make(index)]));
  return {
    indicator: value,
    type: 'domain',
    risk: 'critical',
    riskfactors: [
      { description: markup, risk: 'critical' },
      { description: 'x'.repeat(2_000_000), risk: 'low' },
    ],
    threats: [{ tid: 1, name: markup, category: markup, risk: 'high' }],
    feeds: [{ fid: 1, name: markup, organization: markup }],
    redirects: { from: [{ id: '1', indicator: `http://lookups-test-2.com/\u202e${'a'.repeat(3000)}` }], to: [] },
    comments: [{ cid: 1, username: markup, title: markup, comment: markup }],
    properties: {
      meta: many(50_000, (index) => (index === 1234 ? 'needle in the record' : `value ${index} ${markup}`)),
      geo: { city: markup, org: 'z'.repeat(1_000_000) },
      [markup]: { [markup]: markup },
    },
    deep: JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown,
  };
}
