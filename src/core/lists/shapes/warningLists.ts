import type { ContextCategory, ListKind } from '../../records/context';
import { isObject } from '../../stix/fields';
import { filled } from '../cells';
import type { JsonShape } from '../listRow';
import { getText, textsIn } from './json';

/** Categories of entries by words in the name of the list; the first that matches decides. */
const categories: readonly (readonly [ContextCategory, RegExp])[] = [
  ['sinkhole', /sinkhole/],
  ['popular', /\btop\b|top\d|alexa|majestic|tranco|umbrella popularity|most popular/],
  ['scanner', /scann(?:er|ing)|xpanse|check-host|connection-attempts|census|tenable/],
  ['other', /(?:source|external) ip\b/],
  ['tor', /\btor\b/],
  ['vpn', /\bvpn\b|private relay/],
  ['certificates', /\bcrl\b|\bocsp\b|certificate/],
  ['shortener', /shortener/],
  ['dynamicDns', /dynamic dns|dyndns/],
  ['parking', /parking|parked/],
  ['anyContent', /ipfs|living off trusted|link in bio|file ?sharing|pastebin/],
  ['crawler', /googlebot|bingbot|gptbot|crawler/],
  ['security', /security|malware|attack simulator|blockpage|honeypot|defender|cortex/],
  ['resolver', /dns|resolver/],
  ['mail', /smtp|gmail|mail/],
  ['proxy', /zscaler|proxy/],
  ['cdn', /\bcdn\b|akamai|cloudflare|fastly|stackpath|cloudfront/],
  ['cloud', /\baws\b|azure|\bgcp\b|google cloud|\boci\b|oracle cloud|\bovh\b|cloud|data ?cent(?:er|re)/],
  ['vendor', /google|microsoft|office|windows|apple|github|wikimedia|telegram|update|captive portal|bank/],
];

/** Categories that describe the users of an address more than its operator. */
const informational: ReadonlySet<ContextCategory> = new Set([
  ...(['sinkhole', 'scanner', 'tor', 'vpn', 'shortener', 'dynamicDns', 'parking', 'anyContent', 'security'] as const),
]);

/** The category of a warning list by its name and description. */
function warningCategory(name: string, description: string): ContextCategory {
  const byWords = (text: string): ContextCategory | undefined =>
    categories.find(([, words]) => words.test(text.toLowerCase()))?.[0];
  return byWords(name) ?? byWords(description) ?? 'other';
}

/** A complete name or address, without pattern characters. */
const complete = /^\.?(?:[\w-]+\.)+[\w-]{2,}\.?$|^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?$|^[\da-f]*:[\da-f:]+(?:\/\d+)?$/i;

/** Warning lists of MISP: who is behind a name or address. Patterns are skipped, except for complete names. */
export const warningList: JsonShape = {
  id: 'warninglist',
  cut: 'json',
  kind: 'knownServices',
  recognizes: (value) =>
    isObject(value) &&
    Array.isArray(value['list']) &&
    'name' in value &&
    ('type' in value || ('version' in value && 'description' in value)),
  read: (value, sink) => {
    if (!isObject(value)) return;
    const type = getText(value, 'type');
    const [name, description] = [filled(getText(value, 'name')), filled(getText(value, 'description'))];
    const category = warningCategory(name, description);
    const kind: ListKind = informational.has(category) ? 'informational' : 'knownServices';
    const meaning = (name || description)
      .replace(/^(?:specialized )?list of (?:known |published )?/i, '')
      .replace(/^([\w-]+) addresses belonging to .*$/i, '$1');
    for (const entry of textsIn(value['list'], sink)) {
      if (type === 'regex' || (type === 'substring' && !complete.test(entry)))
        sink.skip({ kind: 'patternRule' }, entry);
      else {
        const below = type === 'hostname' || type === 'substring' || entry.startsWith('.');
        sink.take({ value: entry.replace(/^\./, ''), kind, category, below, meaning });
      }
    }
  },
};
