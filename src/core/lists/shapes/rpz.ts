import { listDate } from '../cells';
import { substringBefore, trimTrailing } from '../../text/trim';
import type { LineShape, ListRow, ListSink } from '../listRow';

const isTarget = /^(?:\.|\*\.|rpz-drop\.|rpz-tcp-only\.)$/;

/** The network of a trigger: `24.0.100.51.198` or `128.57.zz.2.2001`, prefix first and the rest backwards. */
function triggerNetwork(labels: readonly string[]): string | undefined {
  const [prefix = '', ...backwards] = labels;
  const groups = backwards.toReversed();
  if (!/^\d{1,3}$/.test(prefix)) return undefined;
  if (groups.length === 4 && groups.every((group) => /^\d{1,3}$/.test(group))) return `${groups.join('.')}/${prefix}`;
  const text = groups.map((group) => (group === 'zz' ? '' : group)).join(':');
  const shortened = groups.includes('zz') ? text.replace(/^:/, '::').replace(/:$/, '::').replace(':::', '::') : text;
  return `${shortened}/${prefix}`;
}

/** Reads an owner: what it lists, or why it lists nothing. */
function readOwner(owner: string, row: Omit<ListRow, 'value'>, sink: ListSink): void {
  const trigger = /^(.*)\.rpz-(ip|nsip|nsdname|client-ip)$/.exec(owner);
  if (trigger === null) {
    // A wildcard matches only what is below the name.
    const isWildcard = owner.startsWith('*.');
    sink.take({ ...row, value: owner.replace(/^\*\./, ''), ...(isWildcard ? { reach: 'below' as const } : {}) });
    return;
  }
  if (trigger[2] !== 'ip') {
    sink.skip({ kind: 'otherTrigger', detail: `rpz-${trigger[2] ?? ''}` }, owner);
    return;
  }
  const network = triggerNetwork((trigger[1] ?? '').split('.'));
  if (network === undefined) {
    sink.skip({ kind: 'noIndicator' }, owner);
    return;
  }
  sink.take({ ...row, value: network });
}

/** The meaning, date, and link in a comment: “Malware download (2020-10-21), see https://…”. */
function commentOf(comment: string): Pick<ListRow, 'meaning' | 'firstSeen' | 'reference'> {
  const [date] = /\b\d{4}-\d{2}-\d{2}\b/.exec(comment) ?? [];
  const [link] = /https?:\/\/\S+/.exec(comment) ?? [];
  const meaning = substringBefore(comment, link ?? '\n')
    .replace(/\(?\b\d{4}-\d{2}-\d{2}\b\)?|\bsee $/g, '')
    .trim();
  const text = trimTrailing(meaning, /[\s,]/);
  return {
    meaning: text === '' ? 'Blocked by a response policy zone' : text,
    firstSeen: listDate(date),
    reference: link,
  };
}

/** A line without its comment, and the comment. */
function withoutComment(line: string): readonly [text: string, comment: string] {
  const comment = /(?:^|\s);(.*)$/.exec(line);
  return comment === null ? [line, ''] : [line.slice(0, comment.index), comment[1] ?? ''];
}

class Zone {
  private origin = '';
  private owner = '';
  private depth = 0;

  constructor(private readonly sink: ListSink) {}

  line(line: string): void {
    const [text, remark] = withoutComment(line);
    if (this.isInsideStart(text) || text.trim() === '') return;
    if (this.isDirective(text)) return;
    const words = text.trim().split(/\s+/);
    // A line that begins with a space continues the owner before it.
    const owner = /^\s/.test(text) ? this.owner : (words.shift() ?? '');
    const at = words.findIndex((word) => !/^(?:\d+[smhdw]?|IN)$/i.test(word));
    const [type = '', ...target] = at === -1 ? [] : words.slice(at);
    if (target.length === 0) {
      this.sink.skip({ kind: 'noIndicator' }, line);
      return;
    }
    this.owner = owner;
    this.record(type.toUpperCase(), target.join(' ').toLowerCase(), remark.trim());
  }

  private isDirective(text: string): boolean {
    const [, directive, value = ''] = /^\$(ORIGIN|TTL|INCLUDE)\s+(\S+)/i.exec(text) ?? [];
    if (directive?.toUpperCase() === 'ORIGIN') this.origin = value.toLowerCase().replace(/\.$/, '');
    return directive !== undefined;
  }

  /** Whether a line continues the SOA in parentheses, which may be unclosed in a damaged file. */
  private isInsideStart(text: string): boolean {
    const wasInside = this.depth > 0 && !/\sCNAME\s/i.test(text);
    if (!wasInside) this.depth = 0;
    if (wasInside || /\sSOA\s/i.test(text))
      this.depth += (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length;
    return wasInside;
  }

  private record(type: string, target: string, comment: string): void {
    if (type === 'SOA' || type === 'NS' || this.owner === '@') return;
    const name = this.relative(this.owner.toLowerCase());
    // A name that is its own target is the older form of an exception.
    if (target === 'rpz-passthru.' || (type === 'CNAME' && this.relative(target) === name)) {
      this.sink.except(name.replace(/^\*\./, ''), name.startsWith('*.') ? 'below' : undefined, this.owner);
      return;
    }
    // A test entry of the publisher, below the zone itself.
    if (/^testentry\./.test(name)) {
      this.sink.skip({ kind: 'testEntry' }, this.owner);
      return;
    }
    if (type === 'CNAME' ? !isTarget.test(target) && !/^[\w*.-]+$/.test(target) : !/^(?:A|AAAA|TXT)$/.test(type)) {
      this.sink.skip({ kind: 'noIndicator' }, this.owner);
      return;
    }
    readOwner(name, { kind: 'blocklist', ...commentOf(comment) }, this.sink);
  }

  /** An owner without the zone's own name at its end. */
  private relative(owner: string): string {
    const name = owner.replace(/\.$/, '');
    return this.origin !== '' && name.endsWith(`.${this.origin}`) ? name.slice(0, -this.origin.length - 1) : name;
  }
}

/** Response policy zones. Names and addresses of answers are listed; exceptions and rules about clients aren't. */
export const responsePolicyZone: LineShape = {
  id: 'rpz',
  cut: 'lines',
  kind: 'blocklist',
  recognizes: ({ lines }) =>
    lines.some((line) => /^\$TTL\b|\bIN?\s*SOA\b|\sSOA\s/i.test(line)) ||
    lines.some((line) => /\sCNAME\s+(?:\.|\*\.|rpz-[\w-]+\.)\s*(?:;|$)/i.test(line)),
  reader: (_, sink) => {
    const zone = new Zone(sink);
    return (line) => zone.line(line);
  },
};
