/** Whether there is another page, and its cursor where there is one. */
export interface Paging {
  readonly more: boolean;
  readonly next?: string;
}

/** The paging fields of an envelope. */
interface PagingFields {
  readonly more?: unknown;
  readonly next?: unknown;
}

const headBytes = 4_096;
const member = String.raw`"(?:more|next|id|type)"\s*:\s*(?:"(?:[^"\\\x00-\x1f])*"|true|false|null|\d{1,15})`;
const head = new RegExp(String.raw`^\s*\{\s*((?:${member}\s*,\s*)*)"objects"\s*:\s*\[`);
const tail = new RegExp(String.raw`\]((?:\s*,\s*${member})*)\s*\}\s*$`);

/**
 * The cursor of the next page, from the first and last bytes of this one alone, so that the next request need not wait
 * until it is parsed. Undefined if there is no next page, where the envelope differs from most servers’, or where
 * its end is missing: then it has to be parsed.
 */
export function peekNext(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder();
  const first = head.exec(decoder.decode(bytes.subarray(0, headBytes)));
  const last = first === null ? null : tail.exec(decoder.decode(bytes.subarray(-headBytes)));
  if (first === null || last === null) return undefined;
  const properties = [(first[1] ?? '').replace(/,\s*$/, ''), (last[1] ?? '').replace(/^\s*,/, '')].filter(isNotEmpty);
  try {
    const { more, next } = readPaging(JSON.parse(`{${properties.join(',')}}`) as PagingFields);
    return more ? next : undefined;
  } catch {
    return undefined;
  }
}

function isNotEmpty(text: string): boolean {
  return text.trim() !== '';
}

/** The paging fields of an envelope, interpreted. */
export function readPaging({ more, next }: PagingFields): Paging {
  const cursor = typeof next === 'number' ? String(next) : typeof next === 'string' ? next : '';
  // Only a negative value is an end: anything else may mean that there is more.
  const isEnd = more === undefined || more === null || more === false || more === 0 || more === '' || more === 'false';
  return { more: !isEnd, next: cursor === '' ? undefined : cursor };
}
