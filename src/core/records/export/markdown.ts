import { type RiskCounts } from '../counts';
import { type Source } from '../knowledge';
import { type LinkSummary } from '../linked';
import { changeOf, type IndicatorRecord, type Timestamps, type UtcMillis } from '../record';
import { type RiskLevel, riskLevels, worseFirst } from '../risk';
import { isoTimestamp } from '../timestamp';
import { type Reference, type ThreatRecord } from '../threat';
import { type FeedRecord } from '../feed';
import { type Exported, type ExportedLinks } from './exported';
import { block, listed, passage, section, span } from './markdownParts';

/** What the Markdown of a record depends on beside the record. */
export interface MarkdownContext {
  readonly defang: (value: string) => string;
  /** The same for every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** What people call a key of a property group; absent: the key itself. */
  readonly label?: (group: string, key: string) => string;
  /** What people call a property group or an attribute; undefined or absent: as it is. */
  readonly title?: (name: string) => string | undefined;
  /** A value of a property in words; absent: as it is. */
  readonly value?: (group: string, key: string, value: string) => string;
}

/** A ticket is read by people: longer lists are cut, and say so. */
const most = 50;

/** How foreign text is written: defanged, as a span. */
type Write = (text: string) => string;

/** A record as Markdown for a ticket: no indicator in it can be clicked, and no foreign text is anything but text. */
export function exportMarkdown(exported: Exported, context: MarkdownContext): string {
  const lines = { indicator: indicatorLines, threat: groupLines, feed: groupLines };
  const body =
    exported.kind === 'indicator' ? lines.indicator(exported, context) : lines[exported.kind](exported, context);
  return `${[...body, '', sourceLine(exported.source, exported.asOf)].join('\n')}\n`;
}

function sourceLine(source: Source, asOf: UtcMillis): string {
  return `From ${span(source.name)}, as of ${utc(asOf)}.`;
}

function indicatorLines(
  { record }: Extract<Exported, { kind: 'indicator' }>,
  context: MarkdownContext,
): readonly string[] {
  const { defang, defangText } = context;
  const value = (text: string): string => span(defang(text));
  const words = (text: string): string => span(defangText(text));
  const { redirects, toplist, submissions } = record;
  return [
    `# ${value(record.value)}`,
    '',
    `**${riskWords(record.risk)}**${verdictNotes(record, words)}`,
    '',
    `- Type: ${{ domain: 'domain', ip: 'IP address', url: 'URL' }[record.type]}`,
    ...timestampLines(record.timestamps),
    ...(submissions === undefined ? [] : [`- Submitted ${submissions} times`]),
    ...(toplist === undefined
      ? []
      : [
          `- Rank ${toplist.rank} among queried domains${toplist.domain === undefined ? '' : `, as ${value(toplist.domain)}`}`,
        ]),
    ...section(
      'Why',
      listed(
        [...record.riskFactors].sort((a, b) => worseFirst(a.risk, b.risk)),
        most,
        ({ description, risk }) => `${words(description)} (${risk})`,
      ),
    ),
    ...section(
      'Threats',
      listed(
        [...record.threats].sort((a, b) => worseFirst(a.risk, b.risk)),
        most,
        (threat) =>
          joined([words(threat.name), threat.category && words(threat.category), threat.risk, linked(threat.linked)]),
      ),
    ),
    ...section(
      'Feeds',
      listed(record.feeds, most, (feed) =>
        joined([
          words(feed.name),
          feed.organization && feed.organization !== feed.name && words(feed.organization),
          linked(feed.linked),
        ]),
      ),
    ),
    ...section('Redirects', [
      ...listed(redirects.from, most, (end) => `from ${value(end.value)}`),
      ...listed(redirects.to, most, (end) => `to ${value(end.value)}`),
    ]),
    ...Object.entries(record.attributes).flatMap(([name, rows]) =>
      section(
        context.title?.(name) ?? `Attribute ${words(name)}`,
        listed(rows, most, (row) => row.map((cell) => words(cell)).join(' · ')),
      ),
    ),
    ...Object.entries(record.properties).flatMap(([group, keys]) =>
      section(
        context.title?.(group) ?? `Properties ${words(group)}`,
        listed(
          Object.entries(keys),
          most,
          ([key, values]) =>
            `${words(context.label?.(group, key) ?? key)}: ${valueList(
              context.value === undefined ? values : values.map((each) => context.value?.(group, key, each) ?? each),
              words,
            )}`,
        ),
      ),
    ),
    ...section(
      'Comments',
      record.comments.slice(0, most).flatMap((comment) => {
        const { username, title, text, added } = comment;
        const changed = changeOf(comment);
        const when = [
          ...(added === undefined ? [] : [utc(added)]),
          ...(changed === undefined ? [] : [`changed ${utc(changed)}`]),
        ];
        const by = [
          username && words(username),
          title && words(title),
          when.length === 0 ? undefined : when.join(', '),
        ];
        return [joined(by), block(defangText(text))];
      }),
    ),
  ];
}

/** Why the risk is not what was scored, and that it is retired. */
function verdictNotes(
  { manualRisk, risk, riskRecommended, retired, retiredReason }: IndicatorRecord,
  words: Write,
): string {
  const scored =
    riskRecommended === undefined || riskRecommended === risk ? '' : `, recommended was ${riskRecommended}`;
  return [
    manualRisk ? ` · set by hand${scored}` : '',
    retired ? ` · retired${retiredReason === undefined ? '' : ` (${words(retiredReason)})`}` : '',
  ].join('');
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
  const words = (text: string): string => span(defangText(text));
  return [
    `# ${words(threat.name)}`,
    '',
    `**${riskWords(threat.risk)}**${threat.retired ? ' · retired' : ''}`,
    '',
    ...(threat.category === undefined ? [] : [`- Category: ${words(threat.category)}`]),
    ...(threat.otherNames.length === 0
      ? []
      : [`- Other names: ${threat.otherNames.slice(0, most).map(words).join(', ')}`]),
    ...timestampLines(threat.timestamps),
    ...section(
      'Description',
      [threat.description, threat.wikiSummary].flatMap((text) =>
        text === undefined ? [] : [passage(defangText(text))],
      ),
    ),
    ...section('Tactics and techniques', listed(threat.ttps, most, words)),
    ...referenceLines(threat.references, threat.wikiReference, words),
    ...section(
      'News',
      listed(threat.news, most, ({ title, channel, link, at }) =>
        joined([words(title), channel && words(channel), at === undefined ? undefined : utc(at), link && words(link)]),
      ),
    ),
  ];
}

function feedLines(feed: FeedRecord, { defangText }: MarkdownContext): readonly string[] {
  const words = (text: string): string => span(defangText(text));
  const details: readonly (readonly [string, string | undefined])[] = [
    ['Organization', feed.organization],
    ['Category', feed.category],
    ['Pricing', feed.pricing],
    ['Schedule', feed.schedule],
    ['Website', feed.website],
  ];
  return [
    `# ${words(feed.name)}`,
    '',
    ...details.flatMap(([label, text]) => (text === undefined ? [] : [`- ${label}: ${words(text)}`])),
    ...timestampLines(feed.timestamps),
    ...section('Description', feed.description === undefined ? [] : [passage(defangText(feed.description))]),
    ...referenceLines(feed.references, undefined, words),
  ];
}

function referenceLines(references: readonly Reference[], wiki: string | undefined, words: Write): readonly string[] {
  const all: readonly Reference[] = wiki === undefined ? references : [{ url: wiki }, ...references];
  return section(
    'References',
    listed(all, most, ({ name, id, url, description }) =>
      joined([name, id, description, url].map((part) => part && words(part))),
    ),
  );
}

function summaryLines(
  { risk, breakdowns, feeds, threats, updatedLastDomain }: LinkSummary,
  { defangText }: MarkdownContext,
): readonly string[] {
  const words = (text: string): string => span(defangText(text));
  return [
    ...section('Linked indicators', [
      `${risk.total} in all${levelWords(risk)}.`,
      ...(updatedLastDomain === undefined
        ? []
        : [`The record of one of its domains was last updated ${utc(updatedLastDomain)}.`]),
    ]),
    ...Object.entries(breakdowns).flatMap(([name, rows]) =>
      section(
        `By ${words(name)}`,
        listed(rows, 10, ({ value, name: display, counts }) => `${words(display ?? value)}: ${counts.total}`),
      ),
    ),
    ...section(
      'Feeds',
      listed(feeds, 10, ({ name, counts }) => joined([words(name), counts && String(counts.total)])),
    ),
    ...section(
      'Threats',
      listed(threats, 10, ({ name, counts }) => joined([words(name), counts && String(counts.total)])),
    ),
  ];
}

function linkLines({ links, total }: ExportedLinks, { defang }: MarkdownContext): readonly string[] {
  const held =
    total === links.length ? '' : total === undefined ? ` (${links.length} fetched)` : ` (${links.length} of ${total})`;
  return section(
    `Links${held}`,
    listed(links, most, ({ value, risk, retired, linked: at }) =>
      joined([span(defang(value)), risk, retired ? 'retired' : undefined, linked(at)]),
    ),
  );
}

function levelWords({ levels, retired }: RiskCounts): string {
  const parts = [
    ...[...riskLevels].reverse().map((level) => [level, levels[level]] as const),
    ['retired', retired] as const,
  ].flatMap(([level, count]) => (count === undefined || count === 0 ? [] : [`${count} ${level}`]));
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function timestampLines(timestamps: Timestamps): readonly string[] {
  const rows: readonly (readonly [string, UtcMillis | undefined])[] = [
    ['Last seen', timestamps.seen],
    ['First added', timestamps.added],
    ['Updated', timestamps.updated],
    ['Last active scan', timestamps.probed],
    ['Retired', timestamps.retired],
  ];
  return rows.flatMap(([label, at]) => (at === undefined ? [] : [`- ${label}: ${utc(at)}`]));
}

function valueList(values: readonly string[], words: Write): string {
  const shown = values.slice(0, most).map(words).join(', ');
  return values.length > most ? `${shown} … and ${values.length - most} more` : shown;
}

function riskWords(risk: RiskLevel): string {
  return risk === 'none'
    ? 'No known risk'
    : risk === 'unknown'
      ? 'Risk unknown'
      : `${risk.charAt(0).toUpperCase()}${risk.slice(1)} risk`;
}

function linked(at: UtcMillis | undefined): string | undefined {
  return at === undefined ? undefined : `linked ${utc(at)}`;
}

function utc(at: UtcMillis): string {
  return `${isoTimestamp(at)?.slice(0, 16).replace('T', ' ') ?? '?'} UTC`;
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' · ');
}
