import type { RiskCounts } from '../counts';
import type { Source } from '../knowledge';
import type { LinkSummary } from '../linked';
import { changeOf, type IndicatorRecord, type Timestamps, type UtcMillis } from '../record';
import { riskLevels, worseFirst } from '../risk';
import { recordStrings } from '../recordStrings';
import { riskStrings } from '../riskStrings';
import { isoTimestamp } from '../timestamp';
import type { Reference, ThreatRecord } from '../threat';
import type { FeedRecord } from '../feed';
import type { Exported, ExportedLinks } from './exported';
import { block, listed, passage, section, span } from './markdownParts';
import { markdownStrings as strings } from './strings';

/** What the Markdown of a record depends on besides the record. */
export interface MarkdownContext {
  readonly defang: (value: string) => string;
  /** The same for every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** The label of a key; default: the key. */
  readonly label?: (group: string, key: string) => string;
  /** The title of a property group or an attribute, if it has one. */
  readonly title?: (name: string) => string | undefined;
  /** The label of a property value; default: the value. */
  readonly value?: (group: string, key: string, value: string) => string;
}

/** Longer lists are shortened, since people read tickets. */
const maxItems = 50;

/** Formats untrusted text: defanged, as a code span. */
type FormatText = (text: string) => string;

/** A record as Markdown for a ticket: indicators can't be clicked, and untrusted text can't act as markup. */
export function exportMarkdown(exported: Exported, context: MarkdownContext): string {
  const lines = { indicator: indicatorLines, threat: groupLines, feed: groupLines };
  const body =
    exported.kind === 'indicator' ? lines.indicator(exported, context) : lines[exported.kind](exported, context);
  return `${[...body, '', sourceLine(exported.source, exported.asOf)].join('\n')}\n`;
}

function sourceLine(source: Source, asOf: UtcMillis): string {
  return strings.from(span(source.name), formatUtc(asOf));
}

function indicatorLines(
  { record }: Extract<Exported, { kind: 'indicator' }>,
  context: MarkdownContext,
): readonly string[] {
  const { defang, defangText } = context;
  const value = (text: string): string => span(defang(text));
  const formatText = (text: string): string => span(defangText(text));
  const { redirects, toplist, submissions } = record;
  return [
    `# ${value(record.value)}`,
    '',
    `**${riskStrings.verdict(record.risk)}**${verdictNotes(record, formatText)}`,
    '',
    `- ${strings.type(record.type)}`,
    ...timestampLines(record.timestamps),
    ...(submissions === undefined ? [] : [`- ${strings.submitted(submissions)}`]),
    ...(toplist === undefined
      ? []
      : [
          `- ${toplist.domain === undefined ? strings.rank(toplist.rank) : strings.rankAs(toplist.rank, value(toplist.domain))}`,
        ]),
    ...section(
      strings.reasons(),
      listed(
        [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk)),
        maxItems,
        ({ description, risk }) => `${formatText(description)} (${riskStrings.level(risk)})`,
      ),
    ),
    ...section(
      strings.threats(),
      listed(
        [...record.threats].sort((a, b) => worseFirst(a.risk, b.risk)),
        maxItems,
        (threat) =>
          joinParts([
            formatText(threat.name),
            threat.category && formatText(threat.category),
            riskStrings.level(threat.risk),
            linked(threat.linked),
          ]),
      ),
    ),
    ...section(
      strings.feeds(),
      listed(record.feeds, maxItems, (feed) =>
        joinParts([
          formatText(feed.name),
          feed.organization && feed.organization !== feed.name && formatText(feed.organization),
          linked(feed.linked),
        ]),
      ),
    ),
    ...section(strings.redirects(), [
      ...listed(redirects.from, maxItems, (end) => strings.redirectFrom(value(end.value))),
      ...listed(redirects.to, maxItems, (end) => strings.redirectTo(value(end.value))),
    ]),
    ...Object.entries(record.attributes).flatMap(([name, rows]) =>
      section(
        context.title?.(name) ?? strings.attribute(formatText(name)),
        listed(rows, maxItems, (row) => row.map((cell) => formatText(cell)).join(' · ')),
      ),
    ),
    ...Object.entries(record.properties).flatMap(([group, keys]) =>
      section(
        context.title?.(group) ?? strings.properties(formatText(group)),
        listed(
          Object.entries(keys),
          maxItems,
          ([key, values]) =>
            `${formatText(context.label?.(group, key) ?? key)}: ${valueList(
              context.value === undefined ? values : values.map((each) => context.value?.(group, key, each) ?? each),
              formatText,
            )}`,
        ),
      ),
    ),
    ...section(
      strings.comments(),
      record.comments.slice(0, maxItems).flatMap((comment) => {
        const { username, title, text, added } = comment;
        const changed = changeOf(comment);
        const when = [
          ...(added === undefined ? [] : [formatUtc(added)]),
          ...(changed === undefined ? [] : [strings.changed(formatUtc(changed))]),
        ];
        const by = [
          username && formatText(username),
          title && formatText(title),
          when.length === 0 ? undefined : when.join(', '),
        ];
        return [joinParts(by), block(defangText(text))];
      }),
    ),
  ];
}

/** That the risk was set manually, and that the indicator is retired. */
function verdictNotes(
  { manualRisk, risk, riskRecommended, retired, retiredReason }: IndicatorRecord,
  formatText: FormatText,
): string {
  const manual =
    riskRecommended === undefined || riskRecommended === risk
      ? riskStrings.setManually()
      : riskStrings.setManuallyFrom(riskStrings.level(riskRecommended));
  const retirement =
    retiredReason === undefined ? strings.retired() : strings.retiredBecause(formatText(retiredReason));
  return [manualRisk ? ` · ${manual}` : '', retired ? ` · ${retirement}` : ''].join('');
}

function groupLines(
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
    `**${riskStrings.verdict(threat.risk)}**${threat.retired ? ` · ${strings.retired()}` : ''}`,
    '',
    ...(threat.category === undefined ? [] : [`- ${strings.category(formatText(threat.category))}`]),
    ...(threat.otherNames.length === 0
      ? []
      : [`- ${strings.otherNames(threat.otherNames.slice(0, maxItems).map(formatText).join(', '))}`]),
    ...timestampLines(threat.timestamps),
    ...section(
      strings.description(),
      [threat.description, threat.wikiSummary].flatMap((text) =>
        text === undefined ? [] : [passage(defangText(text))],
      ),
    ),
    ...section(recordStrings.techniques(), listed(threat.ttps, maxItems, formatText)),
    ...referenceLines(threat.references, threat.wikiReference, formatText),
    ...section(
      strings.news(),
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
    [strings.feedCategory(), feed.category],
    [recordStrings.feed.pricing(), feed.pricing],
    [recordStrings.feed.schedule(), feed.schedule],
    [recordStrings.feed.website(), feed.website],
  ];
  return [
    `# ${formatText(feed.name)}`,
    '',
    ...details.flatMap(([label, text]) => (text === undefined ? [] : [`- ${label}: ${formatText(text)}`])),
    ...timestampLines(feed.timestamps),
    ...section(strings.description(), feed.description === undefined ? [] : [passage(defangText(feed.description))]),
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
    ...section(strings.linkedIndicators(), [
      formatCounts(risk),
      ...(updatedLastDomain === undefined ? [] : [strings.domainUpdated(formatUtc(updatedLastDomain))]),
    ]),
    ...Object.entries(breakdowns).flatMap(([name, rows]) =>
      section(
        strings.by(formatText(name)),
        listed(rows, 10, ({ value, name: display, counts }) => `${formatText(display ?? value)}: ${counts.total}`),
      ),
    ),
    ...section(
      strings.feeds(),
      listed(feeds, 10, ({ name, counts }) => joinParts([formatText(name), counts && String(counts.total)])),
    ),
    ...section(
      strings.threats(),
      listed(threats, 10, ({ name, counts }) => joinParts([formatText(name), counts && String(counts.total)])),
    ),
  ];
}

function linkLines({ links, total }: ExportedLinks, { defang }: MarkdownContext): readonly string[] {
  const title =
    total === links.length
      ? strings.links()
      : total === undefined
        ? strings.linksLoaded(links.length)
        : strings.linksOf(links.length, total);
  return section(
    title,
    listed(links, maxItems, ({ value, risk, retired, linked: at }) =>
      joinParts([span(defang(value)), riskStrings.level(risk), retired ? strings.retired() : undefined, linked(at)]),
    ),
  );
}

function formatCounts({ total, levels, retired }: RiskCounts): string {
  const parts = [
    ...[...riskLevels].reverse().map((level) => [riskStrings.level(level), levels[level]] as const),
    [strings.retired(), retired] as const,
  ].flatMap(([level, count]) => (count === undefined || count === 0 ? [] : [`${count} ${level}`]));
  return parts.length === 0 ? strings.total(total) : strings.totalWithLevels(total, parts.join(', '));
}

function timestampLines(timestamps: Timestamps): readonly string[] {
  const rows: readonly (readonly [string, UtcMillis | undefined])[] = [
    [recordStrings.timestamps.seen(), timestamps.seen],
    [recordStrings.timestamps.added(), timestamps.added],
    [recordStrings.timestamps.updated(), timestamps.updated],
    [recordStrings.timestamps.probed(), timestamps.probed],
    [recordStrings.timestamps.retired(), timestamps.retired],
  ];
  return rows.flatMap(([label, at]) => (at === undefined ? [] : [`- ${label}: ${formatUtc(at)}`]));
}

function valueList(values: readonly string[], formatText: FormatText): string {
  const shown = values.slice(0, maxItems).map(formatText).join(', ');
  return values.length > maxItems ? `${shown} … ${strings.more(values.length - maxItems)}` : shown;
}

function linked(at: UtcMillis | undefined): string | undefined {
  return at === undefined ? undefined : strings.linked(formatUtc(at));
}

function formatUtc(at: UtcMillis): string {
  return `${isoTimestamp(at)?.slice(0, 16).replace('T', ' ') ?? '?'} UTC`;
}

function joinParts(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' · ');
}
