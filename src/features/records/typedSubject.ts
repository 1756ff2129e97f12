import type { Indicator } from '../../core/indicators/types';
import type { GroupSubject } from '../../core/records/subject';
import { hasUnseen } from '../common/visibleText';

/** Longest name of a threat or a feed that is asked for. */
const maxNameLength = 300;

/** A threat or a feed by what a person wrote: all digits are its number, anything else its name; undefined for neither. */
export function groupByText(kind: GroupSubject['kind'], text: string): GroupSubject | undefined {
  const bare = text.trim();
  if (bare === '' || bare.length > maxNameLength || hasUnseen(bare)) return undefined;
  if (!/^\d+$/.test(bare)) return { kind, source: '', name: bare };
  const id = Number(bare);
  if (!Number.isSafeInteger(id) || id === 0) return undefined;
  return kind === 'threat' ? { kind, source: '', tid: id } : { kind, source: '', fid: id };
}

/** One way to understand what was typed into “Open Record…”. */
export type Reading =
  | { readonly kind: 'indicator'; readonly indicator: Indicator }
  | { readonly kind: 'iid'; readonly iid: number }
  | { readonly kind: 'group'; readonly subject: GroupSubject };

export type ReadTyped =
  | { readonly kind: 'readings'; readonly readings: readonly Reading[] }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * What a person may mean by a text, likeliest first: an indicator (defanged or not), `iid 12`, `tid 12`, `fid 12`, a bare
 * number (any of the three), `threat NAME`, `feed NAME`, or a bare name (a threat or a feed). Else why not, in a sentence.
 */
export function readTyped(text: string, parseIndicator: (text: string) => Indicator | undefined): ReadTyped {
  const bare = text.trim();
  if (bare.length > 16_384) return { kind: 'refused', why: 'This is too long for an indicator or a name.' };
  const [lead = '', word] = /^(iid|tid|fid|threat|feed)(?:\s*[:#]\s*|\s+)/i.exec(bare) ?? [];
  if (word !== undefined) return prefixed(word.toLowerCase(), bare.slice(lead.length));
  const indicator = parseIndicator(bare);
  if (indicator !== undefined) {
    return readings({ kind: 'indicator', indicator: { type: indicator.type, value: indicator.value } });
  }
  if (/^\d+$/.test(bare)) {
    const iid = readIid(bare);
    return iid === undefined ? refusedNumber : readings(iid, ...groups(bare));
  }
  const named = groups(bare);
  return named.length > 0 ? readings(...named) : { kind: 'refused', why: 'This can’t be an indicator or a name.' };
}

/**
 * The readings without those that nobody here knows: where this machine knows threats or feeds by the very name that was
 * typed, only what it knows them as. Who wrote “feed” or “tid” before it is taken at the word.
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

const refusedNumber: ReadTyped = {
  kind: 'refused',
  why: 'Numbers of records are whole, above zero and not this long.',
};

function prefixed(word: string, rest: string): ReadTyped {
  if (word === 'iid') {
    const iid = readIid(rest.trim());
    return iid === undefined ? refusedNumber : readings(iid);
  }
  const kind = word === 'tid' || word === 'threat' ? 'threat' : 'feed';
  const isNumber = word === 'tid' || word === 'fid';
  const subject = isNumber && !/^\d+$/.test(rest.trim()) ? undefined : groupByText(kind, rest);
  if (subject !== undefined) return readings({ kind: 'group', subject });
  return isNumber ? refusedNumber : { kind: 'refused', why: `This can’t be the name of a ${kind}.` };
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
