import { lookupKey } from '../indicators';
import { embeddedIpv4, formatIpv6, ipv4Number, ipv6Groups, isIpv4Mapped } from '../indicators/identity/addresses';
import { isObject, type StixObject, typeOfId } from './fields';
import { indicatorLike, observables, usesTechniques } from './objects';
import { isServableId } from './original';
import { patternIndicators, singleValue } from './patternIndicators';
import { threatKinds } from './rating';
import { valueIndicator } from './valueIndicator';

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const host = `(?:${label}\\.)+[a-z]{2,}`;
const plainHost = new RegExp(`^${host}$`);
const plainUrl = new RegExp(`^https?://${host}/(?:[\\w~/?=&.-]*[\\w~/=&-])?$`);
/** Path segments of dots, encoded names, entities that end or change a URL, and quoted-printable. */
const unusualPattern = /\/\.|xn--|&(?:quot|lt|gt|nbsp|apos|amp|sol)|=3d/i;
const maxPlainLength = 250;

/**
 * The `lookupKey` of a value in the usual form, which for a host or URL is the text itself. Undefined if it must be
 * parsed first. A value with such a key isn't necessarily an indicator.
 */
function plainKey(value: string): string | undefined {
  if (value.length > maxPlainLength) return undefined;
  if (plainHost.test(value)) return value.includes('xn--') ? undefined : value;
  if (plainUrl.test(value)) return unusualPattern.test(value) ? undefined : value;
  return addressKey(value);
}

function addressKey(value: string): string | undefined {
  if (!value.includes(':')) return ipv4Number(value) === undefined ? undefined : value;
  const groups = /^[\da-fA-F:]+$/.test(value) ? ipv6Groups(value) : undefined;
  if (groups === undefined) return undefined;
  return isIpv4Mapped(groups) ? embeddedIpv4(groups) : formatIpv6(groups);
}

/** The keys of a pattern's values; undefined if one is a network, which can't be found by key. */
function keysOfPattern(pattern: string): readonly string[] | undefined {
  const single = singleValue(pattern);
  const plain = single === undefined ? undefined : plainKey(single.value);
  if (plain !== undefined) return [plain];
  const { indicators } = patternIndicators(pattern);
  if (indicators.some(({ type, value }) => type === 'ip' && value.includes('/'))) return undefined;
  return indicators.map(lookupKey);
}

/** The same for the value of an observable. */
function keysOfValue(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string') return [];
  const plain = plainKey(value);
  if (plain !== undefined) return [plain];
  const indicator = valueIndicator(value);
  if (typeof indicator === 'string') return [];
  return indicator.type === 'ip' && indicator.value.includes('/') ? undefined : [lookupKey(indicator)];
}

/**
 * The terms by which an unindexed object must be found, so that no lookup misses it: keys of indicators, its own ID,
 * and the ID of the indicator that it links to a threat. Undefined if it must be read right away: objects that others
 * depend on (definitions, threats, identities, markings), and those without a key.
 */
export function indexTermsOf(object: StixObject, id: string, type: string): readonly string[] | undefined {
  if (type === 'indicator') {
    const { pattern } = object;
    const keys = typeof pattern === 'string' ? keysOfPattern(pattern) : [];
    return keys === undefined ? undefined : [id, ...keys];
  }
  if (type === 'relationship') {
    const { source_ref: source, target_ref: target } = object;
    if (typeof source !== 'string' || typeof target !== 'string') return [id];
    const [from, to] = [typeOfId(source.trim()), typeOfId(target.trim())];
    if (usesTechniques.has(from) && to === 'attack-pattern') return undefined;
    return [id, ...(indicatorLike.has(from) ? [source.trim()] : []), ...(indicatorLike.has(to) ? [target.trim()] : [])];
  }
  if (observables.has(type)) {
    const keys = keysOfValue(object.value);
    return keys === undefined ? undefined : [id, ...keys];
  }
  if (type === 'observed-data') return isObject(object.objects) ? undefined : [id];
  return Object.hasOwn(threatKinds, type) || readAtOnce.has(type) ? undefined : [id];
}

/** Whether an object can be stored, and its ID and type need no normalization. */
export function isStorable(object: unknown): object is StixObject & { readonly id: string; readonly type: string } {
  if (!isObject(object)) return false;
  const { id, type } = object;
  if (typeof id !== 'string' || typeof type !== 'string') return false;
  return type !== '' && type !== 'bundle' && type.trim() === type && isServableId(id);
}

const readAtOnce = new Set(['extension-definition', 'identity', 'attack-pattern', 'marking-definition']);
