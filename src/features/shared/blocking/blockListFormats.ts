import { blockFormat, blockForms, type BlockForm } from '../../../core/export/blocking';
import { getBlockFile, blockSelection, type BlockSelection, formatSkippedEntries } from '../../../core/triage/blocking';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { Triaged } from '../../../core/triage/assess';
import { type RiskLevel, riskLevels, riskRank } from '../../../core/records/risk';
import { riskView } from '../../../core/records/labels/verdict';
import type { OtherFormat } from '../ids/commands';
import type { Notices } from '../notices/notices';
import { untrusted, showQuickPick, type UiText, uiText, uiPlural } from '../ui';
import { formatList, t } from '../../../l10n';

/** Text of exports as blocklists, rules, and queries. */
export const strings = {
  blockForm: (form: BlockForm): UiText => texts[form].label(),
  blockFormDetail: (form: BlockForm): UiText => texts[form].detail(),

  riskOrHigher: (risk: string, isHighest: boolean) => (isHighest ? risk : t('{0} or higher', risk)),
  blockCount: (count: number) => uiPlural(count, { one: '{0} indicator', other: '{0} indicators' }),
};

const texts: Readonly<Record<BlockForm, { readonly label: () => UiText; readonly detail: () => UiText }>> = {
  plain: {
    label: () => uiText('Blocklist'),
    detail: () => uiText('One domain, IP address, or URL per line'),
  },
  hosts: {
    label: () => uiText('Hosts File'),
    detail: () => uiText('Domains only, each resolving to 0.0.0.0'),
  },
  rpz: {
    label: () => uiText('RPZ Zone'),
    detail: () => uiText('Domains (including subdomains) and IP addresses, for DNS servers'),
  },
  suricata: {
    label: () => uiText('Suricata Rules'),
    detail: () => uiText('Alerts for domains, IP addresses, and unencrypted URLs'),
  },
  'suricata-domains': {
    label: () => uiText('Suricata Dataset: Domains'),
    detail: () => uiText('Base64 strings, without subdomains'),
  },
  'suricata-addresses': {
    label: () => uiText('Suricata Dataset: IP Addresses'),
    detail: () => uiText('IPv4 and IPv6'),
  },
  'suricata-datasets': {
    label: () => uiText('Suricata Rules for Datasets'),
    detail: () => uiText('Alerts for everything in both datasets'),
  },
  zeek: {
    label: () => uiText('Zeek Intel File'),
    detail: () => uiText('Domains, IP addresses, and URLs for the intelligence framework'),
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
    detail: () => uiText('For Splunk, using Common Information Model fields'),
  },
  esql: {
    label: () => uiText('ES|QL Queries'),
    detail: () => uiText('For Elasticsearch, using Elastic Common Schema fields'),
  },
  lucene: {
    label: () => uiText('Lucene Queries'),
    detail: () => uiText('For Kibana and OpenSearch, using Elastic Common Schema fields'),
  },
};

/** From the highest risk on. */
const levels = riskLevels.filter((level) => riskRank(level) > riskRank('none')).toReversed();

export interface BlockListOptions {
  /** The title of the question. */
  readonly title: string;
  readonly notices: Pick<Notices, 'inform'>;
  /** Whether an indicator is on the ignore list. */
  readonly isIgnored: (indicator: Indicator) => boolean;
}

/**
 * The formats of blocklists, detection rules, and queries for rows. Each asks for the lowest risk. `report` receives what
 * to show after the export.
 */
export function blockListFormats(
  rows: () => Promise<readonly Triaged[]>,
  options: BlockListOptions,
  report: (message: UiText | undefined) => void,
): readonly OtherFormat[] {
  return blockForms.map((form) => ({
    label: strings.blockForm(form),
    detail: strings.blockFormDetail(form),
    ...blockFormat(form),
    text: async () => {
      const chosen = await chooseRisk(await rows(), options);
      if (chosen === undefined) return undefined;
      const { lowest, selection } = chosen;
      const { text, written, notExpressible } = getBlockFile(form, selection, { lowest, created: Date.now() });
      const skippedTexts = formatSkippedEntries(selection.skipped, notExpressible);
      if (written === 0) {
        options.notices.inform(
          skippedTexts.length === 0
            ? uiText('No indicators to block.')
            : uiText('No indicators to block. Skipped: {0}.', formatList(skippedTexts)),
        );
        return undefined;
      }
      const isUnmarked = selection.hasSample && blockFormat(form).comment === undefined;
      if (isUnmarked) options.notices.inform(uiText('Contains fictional sample data.'));
      report(skippedTexts.length === 0 ? undefined : uiText('Skipped: {0}.', formatList(skippedTexts)));
      return text;
    },
  }));
}

interface ChosenRisk {
  readonly lowest: RiskLevel;
  readonly selection: BlockSelection;
}

/**
 * Asks for the lowest risk to block, if there is a choice; only levels that add something are listed. If hosts are
 * skipped because only URLs on them are listed, also asks whether to block the hosts. Undefined if the user cancels.
 */
async function chooseRisk(
  rows: readonly Triaged[],
  { title, isIgnored }: BlockListOptions,
): Promise<ChosenRisk | undefined> {
  const select = (lowest: RiskLevel, hostsOfUrls: boolean): ChosenRisk => ({
    lowest,
    selection: blockSelection(rows, lowest, { isIgnored, hostsOfUrls }),
  });
  const all = levels.map((lowest) => select(lowest, false));
  const sizeOf = ({ selection }: ChosenRisk): number => selection.entries.length + selection.skipped.onlyUrls;
  const items = all
    .filter((each, at) => sizeOf(each) > (at === 0 ? 0 : sizeOf(all[at - 1] ?? each)))
    .map((chosen) => ({
      label: untrusted(strings.riskOrHigher(riskView(chosen.lowest).label, chosen.lowest === 'critical')),
      description: strings.blockCount(chosen.selection.entries.length),
      chosen,
    }));
  // Nothing can be blocked: the export states why.
  if (items.length === 0) return all.at(-1);
  const ask = { title: untrusted(title), ignoreFocusOut: true };
  const picked =
    items.length === 1
      ? items[0]
      : await showQuickPick(items, { ...ask, placeHolder: uiText('Select the lowest risk to export') });
  if (picked === undefined || picked.chosen.selection.skipped.onlyUrls === 0) return picked?.chosen;
  const { lowest, selection } = picked.chosen;
  const withHosts = select(lowest, true);
  const hosts = [
    {
      label: uiText('Only Listed URLs'),
      description: strings.blockCount(selection.entries.length),
      detail: uiPlural(selection.skipped.onlyUrls, {
        one: 'Skips {0} unlisted host',
        other: 'Skips {0} unlisted hosts',
      }),
      chosen: picked.chosen,
    },
    {
      label: uiText('Listed URLs and Their Hosts'),
      description: strings.blockCount(withHosts.selection.entries.length),
      detail: uiText('Blocks everything on these hosts because of a few pages'),
      chosen: withHosts,
    },
  ];
  return (
    await showQuickPick(hosts, {
      ...ask,
      placeHolder: uiText("Some hosts aren't listed, but URLs on them are. Select what to include"),
    })
  )?.chosen;
}
