/** Whether there is another page, and its cursor where there is one. */
export interface Paging {
  readonly more: boolean;
  readonly next?: string;
}

/** An envelope as far as it says that. */
interface PagingFields {
  readonly more?: unknown;
  readonly next?: unknown;
}

const headBytes = 4_096;
const member = String.raw`"(?:more|next|id|type)"\s*:\s*(?:"(?:[^"\\\x00-\x1f])*"|true|false|null|\d{1,15})`;
const head = new RegExp(String.raw`^\s*\{\s*((?:${member}\s*,\s*)*)"objects"\s*:\s*\[`);
const tail = new RegExp(String.raw`\]((?:\s*,\s*${member})*)\s*\}\s*$`);

/**
 * The cursor of the page behind this one, from its first and its last bytes alone, so that the next request need not wait until
 * it is read. Undefined where it says that there is no more, where its form is another than most servers’, or its end is missing:
 * then it has to be read.
 */
export function peekNext(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder();
  const first = head.exec(decoder.decode(bytes.subarray(0, headBytes)));
  const last = first === null ? null : tail.exec(decoder.decode(bytes.subarray(-headBytes)));
  if (first === null || last === null) return undefined;
  const members = [(first[1] ?? '').replace(/,\s*$/, ''), (last[1] ?? '').replace(/^\s*,/, '')].filter(isNotEmpty);
  try {
    const { more, next } = readPaging(JSON.parse(`{${members.join(',')}}`) as PagingFields);
    return more ? next : undefined;
  } catch {
    return undefined;
  }
}

function isNotEmpty(text: string): boolean {
  return text.trim() !== '';
}

/** What an envelope says of the way on. */
export function readPaging({ more, next }: PagingFields): Paging {
  const cursor = typeof next === 'number' ? String(next) : typeof next === 'string' ? next : '';
  // Only what denies it is an end: whatever else stands there may mean that there is more.
  const isEnd = more === undefined || more === null || more === false || more === 0 || more === '' || more === 'false';
  return { more: !isEnd, ...(cursor === '' ? {} : { next: cursor }) };
}
