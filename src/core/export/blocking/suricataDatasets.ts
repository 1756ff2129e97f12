import { formatList, t } from '../../../l10n';
import { plainAddress, plainName } from './entry';
import { type BlockFormat, linesOfEntries } from './format';

/** The names of the files that the rules load. */
const files = { names: 'threat-lookups-domains.lst', addresses: 'threat-lookups-addresses.lst' } as const;

/** IDs for local rules, above those of the rules for single indicators. */
const firstId = 1_900_000;

/** A dataset of strings: a name per line in Base64. */
export const suricataDomains: BlockFormat = {
  extension: 'domains.lst',
  language: 'plaintext',
  body: (entries) =>
    linesOfEntries(entries, ({ indicator }) => {
      const name = plainName(indicator);
      return name === undefined ? [] : [btoa(name)];
    }),
};

/** A dataset of addresses, IPv4 and IPv6. */
export const suricataAddresses: BlockFormat = {
  extension: 'addresses.lst',
  language: 'plaintext',
  body: (entries) =>
    linesOfEntries(entries, ({ indicator }) => {
      const address = plainAddress(indicator);
      return address === undefined ? [] : [address];
    }),
};

/** The rules that use both datasets. They stay the same whatever the datasets contain. */
export const suricataDatasetRules: BlockFormat = {
  extension: 'datasets.rules',
  language: 'plaintext',
  comment: (text) => `# ${text}`,
  notes: () => [
    t('Save the datasets as {0}.', formatList(Object.values(files))),
    t('Matches these names only, not their subdomains.'),
  ],
  body: (entries) => {
    const names = entries.filter(({ indicator }) => plainName(indicator) !== undefined).length;
    const addresses = entries.filter(({ indicator }) => plainAddress(indicator) !== undefined).length;
    const inNames = `to_lowercase; dataset:isset,threat-lookups-domains,type string,load ${files.names}`;
    // Without a limit, each packet of a connection is an alert.
    const inAddresses = `dataset:isset,threat-lookups-addresses,type ip,load ${files.addresses}; threshold:type limit, track by_both, seconds 3600, count 1`;
    return {
      lines: [
        ...(names === 0
          ? []
          : [rule('dns', 'domain', `dns.query; ${inNames}`, 0), rule('tls', 'domain', `tls.sni; ${inNames}`, 1)]),
        ...(addresses === 0 ? [] : [rule('ip', 'address', `ip.dst; ${inAddresses}`, 2)]),
      ],
      written: names + addresses,
    };
  },
};

function rule(protocol: string, about: string, match: string, number: number): string {
  const message = `msg:"Threat Lookups ${about} in dataset"`;
  return `alert ${protocol} $HOME_NET any -> any any (${message}; ${match}; sid:${firstId + number}; rev:1;)`;
}
