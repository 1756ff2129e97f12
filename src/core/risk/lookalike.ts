/**
 * Names that are often imitated, each the label before a public suffix. Not a list of harmless hosts. Short names are
 * omitted, since too many others differ by one letter.
 */
const text = `adobe airbnb alibaba amazon americanexpress apple bankofamerica barclays binance blockchain booking
 capitalone citibank cloudflare coinbase deutschebank discord docusign dropbox facebook fedex gmail google hotmail hsbc
 icloud instagram kraken linkedin mastercard metamask microsoft microsoftonline netflix nintendo office365 onedrive
 outlook paypal playstation postbank revolut roblox salesforce santander sharepoint skype snapchat sparkasse spotify
 steamcommunity steampowered telegram tiktok trustwallet twitter usps walmart wellsfargo westernunion whatsapp yahoo
 youtube zoom`;

const knownNames: readonly string[] = text.split(/\s+/);

/** Words next to such a name that ask for passwords or payments. */
const baitWords: ReadonlySet<string> = new Set(
  'account auth billing confirm help invoice login logon password pay payment recover recovery refund secure security service signin support unlock update validate verification verify wallet'.split(
    ' ',
  ),
);

/** Letters of other scripts, digits, and pairs that look like a Latin letter. */
const pairs: readonly (readonly [string, string])[] = [
  ['аạ', 'a'],
  ['с', 'c'],
  ['ԁ', 'd'],
  ['е3', 'e'],
  ['һ', 'h'],
  ['іι1lıӏ|', 'i'],
  ['ј', 'j'],
  ['кκ', 'k'],
  ['м', 'm'],
  ['пη', 'n'],
  ['оο0', 'o'],
  ['рρ', 'p'],
  ['ѕ5', 's'],
  ['тτ', 't'],
  ['υս', 'u'],
  ['ѵν', 'v'],
  ['ԝω', 'w'],
  ['х', 'x'],
  ['уγ', 'y'],
];
const alike: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([from, to]) => Array.from(from, (letter): [string, string] => [letter, to])),
);

/** The shape of a label: labels with the same shape are mistaken for each other. */
function shapeOf(label: string): string {
  const bare = label.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const letters = Array.from(bare, (letter) => alike.get(letter) ?? letter).join('');
  return letters.replace(/rn/g, 'm').replace(/vv/g, 'w');
}

const shapes: ReadonlyMap<string, string> = new Map(knownNames.map((name) => [shapeOf(name), name]));
const known: ReadonlySet<string> = new Set(knownNames);

/** One letter added, removed, replaced, or swapped with its neighbor. */
function oneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  if (long.length > short.length) return short.slice(from) === long.slice(from + 1);
  if (short.slice(from + 1) === long.slice(from + 1)) return true;
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return swapped && short.slice(from + 2) === long.slice(from + 2);
}

/** Shorter names have too many legitimate neighbors. */
const shortestEdited = 7;

export interface Lookalike {
  readonly name: string;
  /** `alike`: the name looks like the other; `baited`: it contains the other next to a bait word. */
  readonly kind: 'alike' | 'baited';
}

/**
 * The well-known name that a registered name imitates. `label` is the registered name without its suffix and `below`
 * the labels before it, both decoded from punycode. An exact match of a known name doesn't count, under any suffix.
 */
export function getLookalike(label: string, below: readonly string[]): Lookalike | undefined {
  if (known.has(label)) return undefined;
  const name = shapes.get(shapeOf(label));
  if (name !== undefined) return { name, kind: 'alike' };
  const near = knownNames.find((candidate) => candidate.length >= shortestEdited && oneEditApart(label, candidate));
  if (near !== undefined) return { name: near, kind: 'alike' };
  const words = label.split('-');
  const named = words.map((word) => shapes.get(shapeOf(word))).find((found) => found !== undefined);
  if (named !== undefined && words.some((word) => baitWords.has(word))) return { name: named, kind: 'baited' };
  // paypal.com.something.example: many readers see only the start of a long name.
  const inFront = below.findIndex(
    (part, index) => known.has(part) && ['com', 'net', 'org'].includes(below[index + 1] ?? ''),
  );
  const front = below[inFront];
  return front === undefined ? undefined : { name: front, kind: 'baited' };
}
