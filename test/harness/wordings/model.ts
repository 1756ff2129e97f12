/** The one set of fictional data that every wording presents. */

export type ModelRisk = 'none' | 'low' | 'medium' | 'high' | 'critical';

/** A value that a property has or had; milliseconds since 1970. */
export interface ModelValue {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  readonly seen: number;
}

export interface ModelComment {
  readonly cid: number;
  readonly username: string;
  readonly title: string;
  readonly comment: string;
  readonly added: number;
  readonly updated?: number;
}

export interface ModelIndicator {
  readonly iid: number;
  readonly value: string;
  readonly type: 'domain' | 'ip' | 'url';
  readonly risk: ModelRisk;
  readonly retired: boolean;
  readonly added: number;
  readonly seen: number;
  readonly updated: number;
  /** Missing if it was never actively scanned. */
  readonly probed?: number;
  readonly retiredAt?: number;
  readonly submissions: number;
  readonly rank?: number;
  readonly factors: readonly { readonly rfid: number; readonly description: string; readonly risk: ModelRisk }[];
  readonly comments: readonly ModelComment[];
  readonly redirectsTo: readonly { readonly iid: number; readonly indicator: string }[];
  /** Places in {@link Model.threats} and {@link Model.feeds}. */
  readonly threats: readonly number[];
  readonly feeds: readonly number[];
  /** Name to values and their display names. */
  readonly attributes: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Current findings. */
  readonly today: readonly ModelValue[];
  /** Findings of earlier scans only. */
  readonly earlier: readonly ModelValue[];
}

export interface ModelThreat {
  readonly tid: number;
  readonly name: string;
  readonly category: string;
  readonly risk: ModelRisk;
  readonly retired: boolean;
  readonly description: string;
  readonly otherNames: readonly string[];
  readonly added: number;
}

export interface ModelFeed {
  readonly fid: number;
  readonly name: string;
  readonly organization: string;
  readonly category: string;
  readonly pricing: string;
  readonly website: string;
}

export interface Model {
  readonly indicators: readonly ModelIndicator[];
  readonly threats: readonly ModelThreat[];
  readonly feeds: readonly ModelFeed[];
}

const day = 86_400_000;
/** A time in the morning whose hour has a leading zero, which some services omit. */
const start = Date.UTC(2026, 1, 3, 9, 5, 26);

const risks: readonly ModelRisk[] = ['high', 'critical', 'medium', 'low', 'none'];

export const modelThreats: readonly ModelThreat[] = [
  threat(31, 'Example Kit', 'phishing', 'high'),
  threat(32, 'Salt Anchor', 'apt', 'critical'),
  threat(33, 'Old Lantern', 'malware', 'medium', true),
];

export const modelFeeds: readonly ModelFeed[] = [
  feed(41, 'Phish List', 'Example Org'),
  feed(42, 'Host <b>List</b>', 'Second Org'),
];

function threat(tid: number, name: string, category: string, risk: ModelRisk, retired = false): ModelThreat {
  const description = `What is told of ${name}, with <i>markup</i> & more.`;
  return { tid, name, category, risk, retired, description, otherNames: [`${name} II`], added: start - 700 * day };
}

function feed(fid: number, name: string, organization: string): ModelFeed {
  return {
    fid,
    name,
    organization,
    category: 'phishing',
    pricing: 'free',
    website: `https://lookups-test-${fid}.com/`,
  };
}

/** The value of the indicator at a place: mostly names, some addresses and URLs. */
export function modelValue(at: number): string {
  if (at % 11 === 5) return `185.220.${100 + Math.floor(at / 200)}.${1 + (at % 200)}`;
  if (at % 7 === 3) return `https://n${at}.lookups-test-2.com/path/${at}`;
  return `n${at}.lookups-test-1.com`;
}

function typeAt(at: number): ModelIndicator['type'] {
  if (at % 11 === 5) return 'ip';
  return at % 7 === 3 ? 'url' : 'domain';
}

function indicator(at: number): ModelIndicator {
  const value = modelValue(at);
  const retired = at % 5 === 4;
  const updated = start - at * 3_600_000;
  const found = (group: string, name: string, ...values: readonly string[]): readonly ModelValue[] =>
    values.map((each) => ({ group, name, value: each, seen: updated }));
  const was = (group: string, name: string, each: string, days: number): ModelValue => ({
    group,
    name,
    value: each,
    seen: updated - days * day,
  });
  return {
    iid: 5_000 + at,
    value,
    type: typeAt(at),
    risk: risks[at % risks.length] ?? 'none',
    retired,
    added: start - 400 * day,
    seen: start - at * day,
    updated,
    ...(at % 2 === 0 ? { probed: start - 40 * day } : {}),
    ...(retired ? { retiredAt: start - 20 * day } : {}),
    submissions: at,
    ...(at % 3 === 0 ? { rank: 1_000 + at } : {}),
    factors: [
      { rfid: 1, description: `Registered <b>${at}</b> days ago`, risk: 'medium' },
      { rfid: 2, description: 'Listed in a phishing feed', risk: 'high' },
    ],
    comments: at % 4 === 0 ? [commentOn(at)] : [],
    redirectsTo: at % 6 === 0 ? [{ iid: 5_001, indicator: modelValue(1) }] : [],
    threats: at % 2 === 0 ? [at % 3] : [],
    feeds: [at % 2],
    attributes:
      at % 2 === 0
        ? {
            port: [
              ['80', 'HTTP'],
              ['443', 'HTTPS'],
            ],
            technology: [['nginx', 'nginx']],
          }
        : {},
    today: [
      ...found('whois', '++registrar', 'Registrar of today'),
      ...found('whois', 'name server', 'ns1.lookups-test-5.com', 'ns2.lookups-test-5.com'),
      ...found('dns', 'a', '8.8.4.4'),
      ...found('http', 'Content-Type', 'text/html'),
      ...found('ssl', 'fingerprint', '5f:3b:9a:0c'),
      ...found('geo', 'country', 'Netherlands'),
    ],
    earlier: [
      was('whois', '++registrar', 'Registrar of 2019', 300),
      was('dns', 'a', '8.8.4.9', 200),
      was('geo', 'country', 'Iceland', 200),
    ],
  };
}

function commentOn(at: number): ModelComment {
  const words = { title: 'Seen in mail', comment: `Three mails <script>alert(${at})</script> to finance.` };
  const times = { added: start - 90 * day, ...(at % 8 === 0 ? { updated: start - 10 * day } : {}) };
  return { cid: 900 + at, username: 'ana', ...words, ...times };
}

export const model: Model = {
  indicators: Array.from({ length: 300 }, (_, at) => indicator(at)),
  threats: modelThreats,
  feeds: modelFeeds,
};

/** A value that no service of these tests knows. */
export function unknownValue(at: number): string {
  return `u${at}.lookups-test-4.com`;
}

/** Scans of values that begin like this end otherwise than well; a refused one is not looked up either. */
export const scanFates = { failed: 'failed.', forgotten: 'forgotten.', refused: 'refused.' } as const;
