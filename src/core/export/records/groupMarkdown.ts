import type { RiskCounts } from '../../records/counts';
import type { FeedRecord } from '../../records/feed';
import type { LinkSummary } from '../../records/linked';
import { recordStrings } from '../../records/labels/recordStrings';
import { riskLevels } from '../../records/risk';
import { riskStrings } from '../../records/labels/riskStrings';
import type { Reference, ThreatRecord } from '../../records/threat';
import type { Exported, ExportedLinks } from './exported';
import {
  type FormatText,
  formatUtc,
  joinParts,
  linked,
  type MarkdownContext,
  maxItems,
  timestampLines,
} from './markdownLines';
import { listed, passage, section, span } from '../markdownParts';
import { t, plural } from '../../../l10n';

/** The Markdown of a threat or feed: its record, then what is linked to it. */
export function groupLines(
  exported: Extract<Exported, { kind: 'threat' | 'feed' }>,
  context: MarkdownContext,
): readonly string[] {
  const about = exported.kind === 'threat' ? threatLines(exported.threat, context) : feedLines(exported.feed, context);
  const { summary, links } = exported;
  return [
    ...about,
    ...(summary === undefined ? [] : summaryLines(summary, context)),
    ...(links === undefined ? [] : linkLines(links, context)),
  ];
}

function threatLines(threat: ThreatRecord, { defangText }: MarkdownContext): readonly string[] {
  const formatText = (text: string): string => span(defangText(text));
  return [
    `# ${formatText(threat.name)}`,
    '',
    `**${riskStrings.verdict(threat.risk)}**${threat.retired ? ` · ${t('retired')}` : ''}`,
    '',
    ...(threat.category === undefined ? [] : [`- ${t('Category: {0}', formatText(threat.category))}`]),
    ...(threat.otherNames.length === 0
      ? []
      : [`- ${t('Other names: {0}', threat.otherNames.slice(0, maxItems).map(formatText).join(', '))}`]),
    ...timestampLines(threat.timestamps),
    ...section(
      t('Description'),
      [threat.description, threat.wikiSummary].flatMap((text) =>
        text === undefined ? [] : [passage(defangText(text))],
      ),
    ),
    ...section(recordStrings.techniques(), listed(threat.ttps, maxItems, formatText)),
    ...referenceLines(threat.references, threat.wikiReference, formatText),
    ...section(
      t('News'),
      listed(threat.news, maxItems, ({ title, channel, link, at }) =>
        joinParts([
          formatText(title),
          channel && formatText(channel),
          at === undefined ? undefined : formatUtc(at),
          link && formatText(link),
        ]),
      ),
    ),
  ];
}

function feedLines(feed: FeedRecord, { defangText }: MarkdownContext): readonly string[] {
  const formatText = (text: string): string => span(defangText(text));
  const details: readonly (readonly [string, string | undefined])[] = [
    [recordStrings.feed.organization(), feed.organization],
    [t('Category'), feed.category],
    [recordStrings.feed.pricing(), feed.pricing],
    [recordStrings.feed.schedule(), feed.schedule],
    [recordStrings.feed.website(), feed.website],
  ];
  return [
    `# ${formatText(feed.name)}`,
    '',
    ...details.flatMap(([label, text]) => (text === undefined ? [] : [`- ${label}: ${formatText(text)}`])),
    ...timestampLines(feed.timestamps),
    ...section(t('Description'), feed.description === undefined ? [] : [passage(defangText(feed.description))]),
    ...referenceLines(feed.references, undefined, formatText),
  ];
}

function referenceLines(
  references: readonly Reference[],
  wiki: string | undefined,
  formatText: FormatText,
): readonly string[] {
  const all: readonly Reference[] = wiki === undefined ? references : [{ url: wiki }, ...references];
  return section(
    recordStrings.references(),
    listed(all, maxItems, ({ name, id, url, description }) =>
      joinParts([name, id, description, url].map((part) => part && formatText(part))),
    ),
  );
}

function summaryLines(
  { risk, breakdowns, feeds, threats, updatedLastDomain }: LinkSummary,
  { defangText }: MarkdownContext,
): readonly string[] {
  const formatText = (text: string): string => span(defangText(text));
  return [
    ...section(t('Linked indicators'), [
      formatCounts(risk),
      ...(updatedLastDomain === undefined
        ? []
        : [t('The record for one of its domains was last updated {0}.', formatUtc(updatedLastDomain))]),
    ]),
    ...Object.entries(breakdowns).flatMap(([name, rows]) =>
      section(
        t('By {0}', formatText(name)),
        listed(rows, 10, ({ value, name: display, counts }) => `${formatText(display ?? value)}: ${counts.total}`),
      ),
    ),
    ...section(
      t('Feeds'),
      listed(feeds, 10, ({ name, counts }) => joinParts([formatText(name), counts && String(counts.total)])),
    ),
    ...section(
      t('Threats'),
      listed(threats, 10, ({ name, counts }) => joinParts([formatText(name), counts && String(counts.total)])),
    ),
  ];
}

function linkLines({ links, total }: ExportedLinks, { defang }: MarkdownContext): readonly string[] {
  const title =
    total === links.length
      ? t('Links')
      : total === undefined
        ? t('Links ({0} loaded)', links.length)
        : t('Links ({0} of {1})', links.length, total);
  return section(
    title,
    listed(links, maxItems, ({ value, risk, retired, linked: at }) =>
      joinParts([span(defang(value)), riskStrings.level(risk), retired ? t('retired') : undefined, linked(at)]),
    ),
  );
}

function formatCounts({ total, levels, retired }: RiskCounts): string {
  const parts = [
    ...[...riskLevels].reverse().map((level) => [riskStrings.level(level), levels[level]] as const),
    [t('retired'), retired] as const,
  ].flatMap(([level, count]) => (count === undefined || count === 0 ? [] : [`${count} ${level}`]));
  return parts.length === 0
    ? plural(total, { one: '{0} in total.', other: '{0} in total.' })
    : plural(total, { one: '{0} in total: {1}.', other: '{0} in total: {1}.' }, parts.join(', '));
}
