import { headerProblem } from '../../api/http/headerName';
import { parseBaseUrl } from '../../api/baseUrl';
import { secretInAddress } from './addressSecret';
import { isObject } from '../../stix/fields';
import { type RiskLevel, riskLevels } from '../../records/risk';
import { type ListKind, listKinds } from '../../records/context';

/** A text by language; `en` is always there. */
export type LocalText = Readonly<Record<string, string>> & { readonly en: string };

/** A free key that a source takes or needs: where it comes from, and how it is sent. */
interface PresetKey {
  /** The page where the key can be obtained. */
  readonly from: string;
  /** `address`: in place of `{key}` in the addresses. */
  readonly signIn: { readonly kind: 'address' } | { readonly kind: 'header'; readonly name: string };
  /** The addresses with a key. */
  readonly addresses: readonly string[];
  /** Without a key the source sends nothing. */
  readonly isRequired?: boolean;
}

/** A public list that can be added with two clicks. */
export interface ListPreset {
  readonly id: string;
  readonly name: string;
  /** The content of the list. */
  readonly description: LocalText;
  readonly kind: ListKind;
  /** The risk of entries for which the list has none. */
  readonly risk?: RiskLevel;
  /** Shown first. */
  readonly recommended?: boolean;
  /** A MISP feed: its address is a folder with a manifest and a file per event. */
  readonly form?: 'misp';
  /** The newest events to read. */
  readonly maxEvents?: number;
  /** The first entries to read. */
  readonly maxEntries?: number;
  readonly addresses: readonly string[];
  /** About how much a download is, and how many entries; 0 if unknown. */
  readonly bytes: number;
  readonly entries: number;
  /** No more often than this. */
  readonly intervalMinutes: number;
  /** Nobody stated an interval. */
  readonly isDefaultInterval?: boolean;
  /** In a phrase. */
  readonly license?: LocalText;
  readonly terms?: string;
  readonly credit?: string;
  /** Exports contain the credit unless this is `false`; `true` if the license requires it. */
  readonly creditRequired?: boolean;
  readonly key?: PresetKey;
  /** The day on which the details were checked. */
  readonly checked?: string;
}

/** Why an entry is not a preset: what is wrong with which property. */
export interface PresetProblem {
  readonly property: string;
  readonly problem: 'missing' | 'text' | 'url' | 'credentials' | 'choice' | 'number' | 'object' | 'header' | 'unknown';
  /** The allowed values of a choice. */
  readonly choices?: readonly string[];
}

/** How often a list is fetched if its source allows no more, or states nothing. */
const defaultIntervalMinutes = 1_440;
const maxIntervalMinutes = 43_200;
const [maxText, maxAddress, maxAddresses] = [300, 2_000, 200];

class Invalid extends Error {
  constructor(readonly details: PresetProblem) {
    super(details.property);
  }
}

function textIn(value: Readonly<Record<string, unknown>>, property: string): string | undefined {
  const text = value[property];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxText)
    throw new Invalid({ property, problem: 'text' });
  return text.trim();
}

function localTextIn(value: Readonly<Record<string, unknown>>, property: string): LocalText | undefined {
  const given = value[property];
  if (!isObject(given)) {
    const text = textIn(value, property);
    return text === undefined ? undefined : { en: text };
  }
  const texts = Object.keys(given).map((language): [string, string] => [language, textIn(given, language) ?? '']);
  const { en } = Object.fromEntries(texts) as Partial<Record<string, string>>;
  if (en === undefined) throw new Invalid({ property, problem: 'text' });
  return { ...Object.fromEntries(texts), en };
}

function numberIn(
  value: Readonly<Record<string, unknown>>,
  property: string,
  [min, max]: readonly [number, number],
): number | undefined {
  const number = value[property];
  if (number === undefined) return undefined;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max)
    throw new Invalid({ property, problem: 'number', choices: [String(min), String(max)] });
  return number;
}

function choiceIn<T extends string>(
  value: Readonly<Record<string, unknown>>,
  property: string,
  choices: readonly T[],
): T | undefined {
  const given = value[property];
  if (given === undefined) return undefined;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new Invalid({ property, problem: 'choice', choices });
  return found;
}

function urlOf(given: unknown, property: string, allowHttp: boolean): string {
  const url =
    typeof given === 'string' && given.length <= maxAddress && URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && url.username + url.password !== '') throw new Invalid({ property, problem: 'credentials' });
  if (url === undefined || !parseBaseUrl(url.origin, { allowHttp }).ok) throw new Invalid({ property, problem: 'url' });
  return withPlaceholder(url.origin + url.pathname + url.search);
}

/** `{key}` in an address as it was written; a URL encodes it. */
export function withPlaceholder(address: string): string {
  return address.replaceAll(/%7Bkey%7D/gi, '{key}');
}

function urlIn(value: Readonly<Record<string, unknown>>, property: string): string | undefined {
  return value[property] === undefined ? undefined : urlOf(value[property], property, false);
}

function addressesIn(value: Readonly<Record<string, unknown>>, allowHttp: boolean): readonly string[] {
  if (value['urls'] === undefined) {
    if (value['url'] === undefined) throw new Invalid({ property: 'url', problem: 'missing' });
    return [urlOf(value['url'], 'url', allowHttp)];
  }
  const given: readonly unknown[] = Array.isArray(value['urls']) ? value['urls'] : [];
  if (given.length === 0 || given.length > maxAddresses) throw new Invalid({ property: 'urls', problem: 'url' });
  return [...new Set(given.map((each) => urlOf(each, 'urls', allowHttp)))];
}

function keyIn(value: Readonly<Record<string, unknown>>): PresetKey | undefined {
  const key = value['key'];
  if (key === undefined) return undefined;
  if (!isObject(key)) throw new Invalid({ property: 'key', problem: 'object' });
  const from = urlIn(key, 'from');
  if (from === undefined) throw new Invalid({ property: 'from', problem: 'missing' });
  const other = Object.keys(key).find((property) => !knownOfKey.includes(property));
  if (other !== undefined) throw new Invalid({ property: other, problem: 'unknown', choices: knownOfKey });
  const auth = choiceIn(key, 'auth', ['url', 'header']) ?? 'url';
  const name = textIn(key, 'header') ?? '';
  if (auth === 'header' && headerProblem(name) !== undefined)
    throw new Invalid({ property: 'header', problem: 'header' });
  const isRequired = key['required'] === true ? { isRequired: true } : {};
  return {
    from,
    signIn: auth === 'header' ? { kind: auth, name } : { kind: 'address' },
    addresses: addressesIn(key, false),
    ...isRequired,
  };
}

/** The properties that an entry may have. */
const known = [
  'id',
  'name',
  'description',
  'type',
  'risk',
  'recommended',
  'form',
  'maxEvents',
  'maxEntries',
  'url',
  'urls',
  'bytes',
  'entries',
  'intervalMinutes',
  'license',
  'terms',
  'credit',
  'creditRequired',
  'key',
  'checked',
];

/** The properties that its key may have. */
const knownOfKey = ['from', 'auth', 'header', 'url', 'urls', 'required'];

function nameIn(value: Readonly<Record<string, unknown>>): string {
  const name = textIn(value, 'name');
  if (name === undefined) throw new Invalid({ property: 'name', problem: 'missing' });
  return name;
}

function read(value: Readonly<Record<string, unknown>>, allowHttp: boolean): ListPreset {
  const other = Object.keys(value).find((property) => !known.includes(property));
  if (other !== undefined) throw new Invalid({ property: other, problem: 'unknown', choices: known });
  const name = nameIn(value);
  const addresses = addressesIn(value, allowHttp);
  const optional = {
    risk: choiceIn(value, 'risk', riskLevels),
    recommended: value['recommended'] === true ? true : undefined,
    form: choiceIn(value, 'form', ['misp']),
    maxEvents: numberIn(value, 'maxEvents', [1, 2_000]),
    maxEntries: numberIn(value, 'maxEntries', [1, 10_000_000]),
    license: localTextIn(value, 'license'),
    terms: urlIn(value, 'terms'),
    credit: textIn(value, 'credit'),
    creditRequired: typeof value['creditRequired'] === 'boolean' ? value['creditRequired'] : undefined,
    key: keyIn(value),
    checked: textIn(value, 'checked'),
    isDefaultInterval: value['intervalMinutes'] === undefined ? true : undefined,
  };
  return {
    id: textIn(value, 'id') ?? idOf(addresses[0]) ?? name,
    name,
    description: localTextIn(value, 'description') ?? { en: name },
    kind: choiceIn(value, 'type', listKinds) ?? 'threats',
    addresses,
    bytes: numberIn(value, 'bytes', [0, 1e12]) ?? 0,
    entries: numberIn(value, 'entries', [0, 1e9]) ?? 0,
    intervalMinutes: numberIn(value, 'intervalMinutes', [5, maxIntervalMinutes]) ?? defaultIntervalMinutes,
    ...Object.fromEntries(Object.entries(optional).filter(([, each]) => each !== undefined)),
  };
}

/** An address as an ID, which is stored with the list and never contains a key. */
function idOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (secretInAddress(address)?.address ?? address);
}

/** Reads an entry of the gallery or of the user's settings; everything about it may be wrong. */
export function readPreset(
  value: unknown,
  { allowHttp = false }: { readonly allowHttp?: boolean } = {},
): { readonly preset: ListPreset; readonly problem?: never } | { readonly problem: PresetProblem } {
  if (!isObject(value)) return { problem: { property: '', problem: 'object' } };
  try {
    return { preset: read(value, allowHttp) };
  } catch (error) {
    if (error instanceof Invalid) return { problem: error.details };
    throw error;
  }
}
