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
  'title',
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
  for (const { name, attributes, text } of tagsIn(html)) {
    if (name === 'title') title ??= titleOf(text);
    if (name !== 'meta') continue;
    const key = metaKeyOf(attributes);
    const content = attributes.get('content');
    if (key === undefined || content === undefined) continue;
    addMeta(meta, plainText(key, valueLimits.keyLength), plainText(content, valueLimits.valueLength));
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') refresh ??= refreshTarget(content);
  }
  return { title: title === '' ? undefined : title, meta, refresh };
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The content of an element that isn't read as markup. */
  readonly text: string;
}

/** The tags of a page, without those in comments, scripts, and the like. */
function* tagsIn(html: string): Generator<Tag> {
  let at = 0;
  for (let open = html.indexOf('<', at); open >= 0; open = html.indexOf('<', at)) {
    const name = nameAt(html, open + 1);
    if (html.startsWith('<!--', open)) at = after(html, '-->', open + 4);
    else if (name === '') at = open + 1;
    else {
      const { attributes, end } = readTag(html, open + 1 + name.length);
      at = rawElements.has(name) ? closing(html, name, end) : end;
      yield { name, attributes, text: html.slice(end, at) };
    }
  }
}

function titleOf(text: string): string {
  const { valueLength } = valueLimits;
  return plainText(decodeReferences(text.slice(0, 4 * valueLength)), valueLength);
}

/** Returns the name of a meta tag; undefined without one. */
function metaKeyOf(attributes: Tag['attributes']): string | undefined {
  return attributes.get('name') ?? attributes.get('property') ?? attributes.get('http-equiv');
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
