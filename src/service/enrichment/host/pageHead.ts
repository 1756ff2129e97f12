import { valueLimits } from '../reach/limits';
import { plainText } from '../reach/plainText';

/** The title and the meta tags of a page. */
export interface PageHead {
  readonly title?: string;
  /** Name, property, or http-equiv of each meta tag as written, and its contents. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  /** The target of `http-equiv="refresh"` as written. */
  readonly refresh?: string;
}

/** Elements whose content isn't read as markup. */
const rawElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'textarea',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
  'svg',
  'math',
]);

/**
 * Reads title and meta tags of HTML in one pass, as tolerant as browsers: unclosed tags and unquoted attributes are
 * fine, comments and scripts are skipped. Nothing is executed or loaded.
 */
export function readPageHead(html: string): PageHead {
  const meta = new Map<string, string[]>();
  let title: string | undefined;
  let refresh: string | undefined;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4);
      continue;
    }
    const name = nameAt(html, open + 1);
    if (name === '') {
      at = open + 1;
      continue;
    }
    const tag = readTag(html, open + 1 + name.length);
    at = tag.end;
    if (name === 'meta') {
      const key = tag.attributes.get('name') ?? tag.attributes.get('property') ?? tag.attributes.get('http-equiv');
      const content = tag.attributes.get('content');
      if (key === undefined || content === undefined) continue;
      addMeta(meta, plainText(key, valueLimits.keyLength), plainText(content, valueLimits.valueLength));
      if (tag.attributes.get('http-equiv')?.toLowerCase() === 'refresh') refresh ??= refreshTarget(content);
    } else if (name === 'title' || rawElements.has(name)) {
      const end = closing(html, name, at);
      if (name === 'title')
        title ??= plainText(
          decodeReferences(html.slice(at, Math.min(end, at + 4 * valueLimits.valueLength))),
          valueLimits.valueLength,
        );
      at = end;
    }
  }
  return {
    title: title === '' ? undefined : title,
    meta,
    refresh,
  };
}

function addMeta(meta: Map<string, string[]>, key: string, value: string): void {
  const values = meta.get(key) ?? [];
  if (
    key === '' ||
    value === '' ||
    (values.length === 0 && meta.size >= valueLimits.keys) ||
    values.length >= valueLimits.values
  )
    return;
  values.push(value);
  meta.set(key, values);
}

/** The position after the next `mark`, or the end of the text. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

const namePattern = /[a-z][a-z0-9:-]{0,30}/iy;

function nameAt(html: string, from: number): string {
  namePattern.lastIndex = from;
  return namePattern.exec(html)?.[0].toLowerCase() ?? '';
}

/** The position of the end tag of an element, or the end of the text. */
function closing(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** An attribute: its name, and optionally a value with or without quotes. */
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const maxAttributes = 50;

function readTag(
  html: string,
  from: number,
): { readonly attributes: ReadonlyMap<string, string>; readonly end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  for (let count = 0; count < maxAttributes; count++) {
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(html);
    if (match === null) break;
    at = attributePattern.lastIndex;
    const name = (match[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decodeReferences(match[2] ?? match[3] ?? match[4] ?? ''));
  }
  return { attributes, end: after(html, '>', at) };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes common character references: numbers and the names of XML. */
function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The URL in `5; url=…`. */
function refreshTarget(content: string): string | undefined {
  return /^\s*(?:[\d.]+\s*)?(?:[;,]\s*)?url\s*=\s*["']?([^"']{1,2048})/i.exec(content)?.[1]?.trim();
}
