import type { BlockEntry } from './entry';
import { plainAddress, plainName, requestedUrl } from './entry';

/** IDs for local rules. */
const [firstId, ids] = [1_000_000, 900_000];

/** Suricata refuses a file with a rule of 8,192 characters or more. */
const maxRule = 8_000;

/** Alerts for an entry with IDs that depend on its value, so that they are the same in each export. */
export function suricataWriter(): (entry: BlockEntry) => readonly string[] {
  const used = new Map<number, string>();
  return ({ indicator, risk }) => {
    const rule = (start: string, value: string, about: string, ...options: readonly string[]): string => {
      const id = freeId(`${start} ${value}`, used);
      const all = [`msg:"Threat Lookups ${risk} risk ${about}"`, ...options, `sid:${id}`, 'rev:1'];
      return `alert ${start} (${all.map((option) => `${option};`).join(' ')})`;
    };
    const rules = (): readonly string[] => {
      const name = plainName(indicator);
      if (name !== undefined) {
        const matches = ['dotprefix', content(`.${name}`), 'nocase', 'endswith'];
        return [
          rule('dns $HOME_NET any -> any any', name, `domain ${name}`, 'dns.query', ...matches),
          rule('tls $HOME_NET any -> any any', name, `domain ${name}`, 'tls.sni', ...matches),
        ];
      }
      const address = plainAddress(indicator);
      if (address !== undefined) return [rule(`ip $HOME_NET any -> ${address} any`, address, 'address')];
      const url = requestedUrl(indicator);
      if (url?.protocol !== 'http:') return [];
      const host = ['http.host', content(url.hostname), 'startswith', 'endswith'];
      return requestTargets(url).map((target) =>
        rule('http $HOME_NET any -> any any', `${url.hostname} ${target.join()}`, 'URL', ...host, ...target),
      );
    };
    const written = rules();
    return written.every((line) => line.length <= maxRule) ? written : [];
  };
}

/**
 * Matches for a URL in a request, to its server or to a proxy. Suricata normalizes `http.uri` in ways of its own (it decodes,
 * joins slashes, and replaces letters), so only paths and queries that are the same afterwards are searched there.
 */
function requestTargets(url: URL): readonly (readonly string[])[] {
  const target = `${url.pathname}${url.search}`;
  const isNormal = /^(?!.*\/\/)[\w.~!$&'()*+,;=:@/?-]+$/.test(target);
  const buffers = isNormal
    ? ([['http.uri', target]] as const)
    : ([
        ['http.uri.raw', target],
        ['http.uri.raw', `http://${url.host}${target}`],
      ] as const);
  return buffers.map(([buffer, text]) => [buffer, content(text), 'startswith', 'endswith']);
}

/** A match of a text: the characters with a meaning in rules, and all outside of ASCII, are hexadecimal bytes. */
function content(text: string): string {
  const escaped = text.replace(/(?:["\\;|:]|[^\x21-\x7e])+/g, (part) => {
    const hex = Array.from(new TextEncoder().encode(part), (byte) => byte.toString(16).padStart(2, '0'));
    return `|${hex.join(' ')}|`;
  });
  return `content:"${escaped}"`;
}

/** An ID from a hash of a text (FNV-1a), or the next one that no other text has. */
function freeId(text: string, used: Map<number, string>): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  let id = hash % ids;
  while ((used.get(id) ?? text) !== text) id = (id + 1) % ids;
  used.set(id, text);
  return firstId + id;
}
