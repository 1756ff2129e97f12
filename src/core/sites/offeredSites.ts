import type { Site } from './siteTemplates';

/** Sites that are offered. None is used until the user adds it. */
export const offeredSites: readonly Site[] = [
  {
    name: 'AbuseIPDB',
    templates: { ip: 'https://www.abuseipdb.com/check/{value}' },
  },
  {
    name: 'AlienVault OTX',
    templates: {
      domain: 'https://otx.alienvault.com/indicator/domain/{value}',
      ip: 'https://otx.alienvault.com/indicator/ip/{value}',
      url: 'https://otx.alienvault.com/indicator/url/{value}',
    },
  },
  {
    name: 'Cisco Talos',
    templates: {
      domain: 'https://talosintelligence.com/reputation_center/lookup?search={value}',
      ip: 'https://talosintelligence.com/reputation_center/lookup?search={value}',
    },
  },
  {
    name: 'crt.sh',
    templates: { domain: 'https://crt.sh/?q={value}' },
  },
  {
    name: 'Google Safe Browsing',
    templates: {
      domain: 'https://transparencyreport.google.com/safe-browsing/search?url={value}',
      url: 'https://transparencyreport.google.com/safe-browsing/search?url={value}',
    },
  },
  {
    name: 'GreyNoise',
    templates: { ip: 'https://viz.greynoise.io/ip/{value}' },
  },
  {
    name: 'Shodan',
    templates: {
      domain: 'https://www.shodan.io/domain/{value}',
      ip: 'https://www.shodan.io/host/{value}',
    },
  },
  {
    name: 'ThreatFox',
    templates: {
      domain: 'https://threatfox.abuse.ch/browse.php?search=ioc%3A{value}',
      ip: 'https://threatfox.abuse.ch/browse.php?search=ioc%3A{value}',
      url: 'https://threatfox.abuse.ch/browse.php?search=ioc%3A{value}',
    },
  },
  {
    name: 'URLhaus',
    templates: {
      domain: 'https://urlhaus.abuse.ch/browse.php?search={value}',
      ip: 'https://urlhaus.abuse.ch/browse.php?search={value}',
      url: 'https://urlhaus.abuse.ch/browse.php?search={value}',
    },
  },
  {
    name: 'urlscan.io',
    templates: {
      domain: 'https://urlscan.io/domain/{value}',
      ip: 'https://urlscan.io/ip/{value}',
    },
  },
  {
    name: 'VirusTotal',
    templates: {
      domain: 'https://www.virustotal.com/gui/domain/{value}',
      ip: 'https://www.virustotal.com/gui/ip-address/{value}',
    },
  },
  {
    name: 'Wayback Machine',
    templates: {
      domain: 'https://web.archive.org/web/*/{value}',
      url: 'https://web.archive.org/web/*/{value}',
    },
  },
];
