import type { Indicator } from '../../core/indicators/identity/types';
import type { GroupSubject } from '../../core/records/subject';
import { hasUnseen } from '../../core/text/visibleText';
import { cve, unsupportedKind } from '../shared/indicators/unsupportedInput';

/** Longer names of threats and feeds are not looked up. */
const maxNameLength = 300;

/** A threat or feed by typed text: digits are its ID, anything else is its name. Undefined if the text is neither. */
export function groupByText(kind: GroupSubject['kind'], text: string): GroupSubject | undefined {
  const bare = text.trim();
  if (bare === '' || bare.length > maxNameLength || hasUnseen(bare)) return undefined;
  if (!/^\d+$/.test(bare)) return { kind, source: '', name: bare };
  const id = Number(bare);
  if (!Number.isSafeInteger(id) || id === 0) return undefined;
  return kind === 'threat' ? { kind, source: '', tid: id } : { kind, source: '', fid: id };
}

/** One interpretation of the text typed into “Open Record…”. */
export type Reading =
  | { readonly kind: 'indicator'; readonly indicator: Indicator }
  | { readonly kind: 'iid'; readonly iid: number }
  | { readonly kind: 'group'; readonly subject: GroupSubject };

export type ReadTyped =
  | { readonly kind: 'readings'; readonly readings: readonly Reading[] }
  | { readonly kind: 'invalid'; readonly error: TypedError };

/** Why a text can't be opened. */
export type TypedError =
  | { readonly kind: 'tooLong' | 'invalidNumber' | 'notRecognized' | 'hash' | 'network' }
  | { readonly kind: 'invalidName'; readonly group: GroupSubject['kind'] };

/**
 * The interpretations of a text, the most likely first: an indicator (defanged or not), `iid 12`, `tid 12`, `fid 12`, a
 * number (any of the three), `threat NAME`, `feed NAME`, or a name (a threat or a feed; a CVE isn't a feed). Hashes and
 * networks have no records.
 */
export function readTyped(text: string, parseIndicator: (text: string) => Indicator | undefined): ReadTyped {
  const bare = text.trim();
  if (bare.length > 16_384) return { kind: 'invalid', error: { kind: 'tooLong' } };
  const [lead = '', word] = /^(iid|tid|fid|threat|feed)(?:\s*[:#]\s*|\s+)/i.exec(bare) ?? [];
  if (word !== undefined) return prefixed(word.toLowerCase(), bare.slice(lead.length));
  const indicator = parseIndicator(bare);
  if (indicator !== undefined) {
    return readings({ kind: 'indicator', indicator: { type: indicator.type, value: indicator.value } });
  }
  const unsupported = unsupportedKind(bare);
  if (unsupported !== undefined) return { kind: 'invalid', error: { kind: unsupported } };
  if (/^\d+$/.test(bare)) {
    const iid = readIid(bare);
    return iid === undefined ? invalidNumber : readings(iid, ...groups(bare));
  }
  const named = cve.test(bare) ? groups(bare).slice(0, 1) : groups(bare);
  return named.length > 0 ? readings(...named) : { kind: 'invalid', error: { kind: 'notRecognized' } };
}

/**
 * The interpretations without those that are unknown locally: if local threats or feeds have exactly the typed name, only
 * their kinds remain. A typed “feed” or “tid” decides the kind.
 */
export function knownReadings<T>(
  typed: readonly T[],
  kindOf: (each: T) => GroupSubject['kind'] | undefined,
  text: string,
  found: readonly { readonly kind: GroupSubject['kind']; readonly name: string }[],
): readonly T[] {
  const name = text.trim().toLowerCase();
  const kinds = new Set(found.filter((each) => each.name.toLowerCase() === name).map(({ kind }) => kind));
  if (kinds.size === 0) return typed;
  return typed.filter((each) => {
    const kind = kindOf(each);
    return kind === undefined || kinds.has(kind);
  });
}

const invalidNumber: ReadTyped = { kind: 'invalid', error: { kind: 'invalidNumber' } };

function prefixed(word: string, rest: string): ReadTyped {
  if (word === 'iid') {
    const iid = readIid(rest.trim());
    return iid === undefined ? invalidNumber : readings(iid);
  }
  const kind = word === 'tid' || word === 'threat' ? 'threat' : 'feed';
  const isNumber = word === 'tid' || word === 'fid';
  const subject = isNumber && !/^\d+$/.test(rest.trim()) ? undefined : groupByText(kind, rest);
  if (subject !== undefined) return readings({ kind: 'group', subject });
  return isNumber ? invalidNumber : { kind: 'invalid', error: { kind: 'invalidName', group: kind } };
}

function readIid(digits: string): Reading | undefined {
  const iid = /^\d+$/.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(iid) && iid > 0 ? { kind: 'iid', iid } : undefined;
}

function groups(text: string): readonly Reading[] {
  return (['threat', 'feed'] as const).flatMap((kind): readonly Reading[] => {
    const subject = groupByText(kind, text);
    return subject === undefined ? [] : [{ kind: 'group', subject }];
  });
}

function readings(...all: readonly Reading[]): ReadTyped {
  return { kind: 'readings', readings: all };
}
