import { hostOf } from '../../indicators/identity/hostOf';
import type { BlockEntry } from './entry';
import { plainAddress, plainName, plainUrl } from './entry';

/** IDs for local rules. */
const [firstId, ids] = [1_000_000, 900_000];

/** Alerts for an entry with IDs that depend on its value, so that they are the same in each export. */
export function suricataWriter(): (entry: BlockEntry) => readonly string[] {
  const used = new Set<number>();
  return ({ indicator, risk }) => {
    const rule = (start: string, about: string, ...options: readonly string[]): string => {
      const id = freeId(`${start} ${indicator.value}`, used);
      const all = [`msg:"Threat Lookups ${risk} risk ${about}"`, ...options, `sid:${id}`, 'rev:1'];
      return `alert ${start} (${all.map((option) => `${option};`).join(' ')})`;
    };
    const name = plainName(indicator);
    if (name !== undefined) {
      const content = `content:"${bytes(`.${name}`)}"`;
      const matches = ['dotprefix', content, 'nocase', 'endswith'];
      return [
        rule('dns $HOME_NET any -> any any', `domain ${name}`, 'dns.query', ...matches),
        rule('tls $HOME_NET any -> any any', `domain ${name}`, 'tls.sni', ...matches),
      ];
    }
    const address = plainAddress(indicator);
    if (address !== undefined) return [rule(`ip $HOME_NET any -> ${address} any`, 'address')];
    const parts = httpParts(plainUrl(indicator));
    if (parts === undefined) return [];
    const host = ['http.host', `content:"${bytes(parts.host)}"`, 'startswith', 'endswith'];
    const path = ['http.uri.raw', `content:"${bytes(parts.path)}"`, 'startswith', 'endswith'];
    return [rule('http $HOME_NET any -> any any', 'URL', ...host, ...path)];
  };
}

/** Host and path of a URL without encryption, whose requests Suricata can read. */
function httpParts(url: string | undefined): { readonly host: string; readonly path: string } | undefined {
  const host = url === undefined ? undefined : hostOf({ type: 'url', value: url })?.value;
  const path = url === undefined ? undefined : /^http:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1];
  if (host === undefined || path === undefined) return undefined;
  return { host, path: path.startsWith('/') ? path : `/${path}` };
}

/** Text as the content of a rule: all but letters, digits, and a few signs as hexadecimal bytes. */
function bytes(text: string): string {
  return text.replace(/[^A-Za-z0-9./_-]+/g, (part) => {
    const hex = Array.from(new TextEncoder().encode(part), (byte) => byte.toString(16).padStart(2, '0'));
    return `|${hex.join(' ')}|`;
  });
}

/** An ID from a hash of a text (FNV-1a), or the next free one. */
function freeId(text: string, used: Set<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  let id = hash % ids;
  while (used.has(id)) id = (id + 1) % ids;
  used.add(id);
  return firstId + id;
}
