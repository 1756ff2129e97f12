import type { BlockForm } from '../../../core/export/blocking';
import { t } from '../../../l10n';
import { type UiText, uiPlural, uiText } from '../ui/text';

/** Text of exports as block lists, rules, and queries. */
export const strings = {
  blockForm: (form: BlockForm): UiText => texts[form].label(),
  blockFormDetail: (form: BlockForm): UiText => texts[form].detail(),

  riskOrHigher: (risk: string, isHighest: boolean) => (isHighest ? risk : t('{0} or higher', risk)),
  blockCount: (count: number) => uiPlural(count, { one: '{0} indicator', other: '{0} indicators' }),
};

const texts: Readonly<Record<BlockForm, { readonly label: () => UiText; readonly detail: () => UiText }>> = {
  plain: {
    label: () => uiText('Block List'),
    detail: () => uiText('One domain, address, or URL per line'),
  },
  hosts: {
    label: () => uiText('Hosts File'),
    detail: () => uiText('Domains only, each resolving to 0.0.0.0'),
  },
  rpz: {
    label: () => uiText('RPZ Zone'),
    detail: () => uiText('Domains with the names below them, and addresses, for DNS servers'),
  },
  suricata: {
    label: () => uiText('Suricata Rules'),
    detail: () => uiText('Alerts for domains, addresses, and unencrypted URLs'),
  },
  'suricata-domains': {
    label: () => uiText('Suricata Dataset: Domains'),
    detail: () => uiText('Strings in Base64, without the names below them'),
  },
  'suricata-addresses': {
    label: () => uiText('Suricata Dataset: Addresses'),
    detail: () => uiText('IPv4 and IPv6'),
  },
  'suricata-datasets': {
    label: () => uiText('Suricata Rules for Datasets'),
    detail: () => uiText('Alerts for everything in both datasets'),
  },
  zeek: {
    label: () => uiText('Zeek Intelligence'),
    detail: () => uiText('Domains, addresses, and URLs for the intelligence framework'),
  },
  sigma: {
    label: () => uiText('Sigma Rules'),
    detail: () => uiText('For the logs of DNS servers, firewalls, and proxies'),
  },
  kql: {
    label: () => uiText('KQL Queries'),
    detail: () => uiText('For Microsoft Sentinel and Defender XDR'),
  },
  spl: {
    label: () => uiText('SPL Searches'),
    detail: () => uiText('For Splunk, with fields of the Common Information Model'),
  },
  esql: {
    label: () => uiText('ES|QL Queries'),
    detail: () => uiText('For Elasticsearch, with fields of the Elastic Common Schema'),
  },
  lucene: {
    label: () => uiText('Lucene Queries'),
    detail: () => uiText('For Kibana and OpenSearch, with fields of the Elastic Common Schema'),
  },
};
