import type { NamedContext } from '../../records/context';
import { contextLabel, contextNote } from '../../records/labels/contextLabels';
import { judgmentText } from '../../records/labels/judgmentLabels';
import { getChange, type IndicatorRecord } from '../../records/record';
import { worseFirst } from '../../records/risk';
import { recordStrings } from '../../records/labels/recordStrings';
import { riskStrings } from '../../records/labels/riskStrings';
import type { Exported, OtherStatement } from './exported';
import {
  type FormatText,
  formatUtc,
  joinParts,
  linked,
  type MarkdownContext,
  maxItems,
  timestampLines,
} from './markdownLines';
import { block, listed, passage, section, span } from '../markdownParts';
import { markdownStrings as strings } from '../strings';
import { t, plural } from '../../../l10n';

/** Reasons, and threats, of each other source. */
const maxOtherReasons = 3;

/** The Markdown of an indicator: its verdict, then the sections of its record. */
export function indicatorLines(
  { record, contexts = [], otherSources = [], note, tags = [] }: Extract<Exported, { kind: 'indicator' }>,
  context: MarkdownContext,
): readonly string[] {
  const { defang, defangText } = context;
  const value = (text: string): string => span(defang(text));
  const formatText = (text: string): string => span(defangText(text));
  const { redirects } = record;
  return [
    ...headLines(record, value, formatText),
    ...contexts.slice(0, maxItems).map((each) => `- ${contextLine(each, formatText)}`),
    ...section(t('Note'), note === undefined ? [] : [passage(defangText(note))]),
    ...section(t('Tags'), tags.length === 0 ? [] : [formatText(tags.join(', '))]),
    ...section(t('Team'), record.judgment === undefined ? [] : [passage(defangText(judgmentText(record.judgment)))]),
    ...reasonLines(record, formatText),
    ...groupsOfIndicator(record, formatText),
    ...section(t('Redirects'), [
      ...listed(redirects.from, maxItems, (end) => t('from {0}', value(end.value))),
      ...listed(redirects.to, maxItems, (end) => t('to {0}', value(end.value))),
    ]),
    ...attributeLines(record, context, formatText),
    ...propertyLines(record, context, formatText),
    ...section(
      t('Other sources'),
      listed(otherSources, maxItems, (each) => otherSourceLine(each, formatText)),
    ),
    ...section(
      t('Comments'),
      record.comments.slice(0, maxItems).flatMap((comment) => commentLines(comment, context)),
    ),
  ];
}

function headLines(record: IndicatorRecord, value: FormatText, formatText: FormatText): readonly string[] {
  const { toplist, submissions } = record;
  return [
    `# ${value(record.value)}`,
    '',
    `**${riskStrings.verdict(record.risk)}**${verdictNotes(record, formatText)}`,
    '',
    `- ${{ domain: () => t('Type: domain'), ip: () => t('Type: IP address'), url: () => t('Type: URL') }[record.type]()}`,
    ...timestampLines(record.timestamps),
    ...(submissions === undefined
      ? []
      : [`- ${plural(submissions, { one: 'Submitted {0} time', other: 'Submitted {0} times' })}`]),
    ...(toplist === undefined
      ? []
      : [
          `- ${toplist.domain === undefined ? t('Rank {0} among queried domains', toplist.rank) : t('Rank {0} among queried domains, as {1}', toplist.rank, value(toplist.domain))}`,
        ]),
  ];
}

/** A list's statement about the indicator: “Cloud · AWS (MISP warning lists)”. */
function contextLine(context: NamedContext, formatText: FormatText): string {
  const note = contextNote(context.category);
  const label = t('{0} ({1})', formatText(contextLabel(context)), formatText(context.source));
  return note === undefined ? label : `${label}. ${note}`;
}

function reasonLines({ riskFactors }: IndicatorRecord, formatText: FormatText): readonly string[] {
  return section(
    t('Reasons'),
    listed(
      [...riskFactors].sort((a, b) => worseFirst(a.risk, b.risk)),
      maxItems,
      ({ description, risk }) => `${formatText(description)} (${riskStrings.level(risk)})`,
    ),
  );
}

/** The threats and feeds that an indicator is linked to. */
function groupsOfIndicator({ threats, feeds }: IndicatorRecord, formatText: FormatText): readonly string[] {
  return [
    ...section(
      t('Threats'),
      listed(
        [...threats].sort((a, b) => worseFirst(a.risk, b.risk)),
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
      t('Feeds'),
      listed(feeds, maxItems, (feed) =>
        joinParts([
          formatText(feed.name),
          feed.organization && feed.organization !== feed.name && formatText(feed.organization),
          linked(feed.linked),
        ]),
      ),
    ),
  ];
}

function attributeLines(
  { attributes }: IndicatorRecord,
  context: MarkdownContext,
  formatText: FormatText,
): readonly string[] {
  return Object.entries(attributes).flatMap(([name, rows]) =>
    section(
      context.title?.(name) ?? t('Attribute {0}', formatText(name)),
      listed(rows, maxItems, (row) => row.map((cell) => formatText(cell)).join(' · ')),
    ),
  );
}

function propertyLines(
  { properties }: IndicatorRecord,
  context: MarkdownContext,
  formatText: FormatText,
): readonly string[] {
  return Object.entries(properties).flatMap(([group, keys]) =>
    section(
      context.title?.(group) ?? t('Properties {0}', formatText(group)),
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
  );
}

function otherSourceLine(statement: OtherStatement, formatText: FormatText): string {
  const { source, asOf, risk, retired, timestamps, reasons, threats } = statement;
  const { seen, added } = timestamps;
  const of = source.range ?? source.parent?.name;
  const name = of === undefined ? source.name : `${source.name} (${of})`;
  return joinParts([
    formatText(name),
    riskStrings.verdict(risk),
    retired && t('retired'),
    ...reasons.slice(0, maxOtherReasons).map(({ description }) => formatText(description)),
    ...threats.slice(0, maxOtherReasons).map(formatText),
    ...(seen === undefined ? [] : [`${recordStrings.timestamps.seen()}: ${formatUtc(seen)}`]),
    ...(added === undefined ? [] : [`${recordStrings.timestamps.added()}: ${formatUtc(added)}`]),
    t('as of {0}', formatUtc(asOf)),
  ]);
}

function commentLines(
  comment: IndicatorRecord['comments'][number],
  { defangText }: MarkdownContext,
): readonly string[] {
  const formatText = (text: string): string => span(defangText(text));
  const { username, title, text, added } = comment;
  const changed = getChange(comment);
  const when = [
    ...(added === undefined ? [] : [formatUtc(added)]),
    ...(changed === undefined ? [] : [t('changed {0}', formatUtc(changed))]),
  ];
  const by = [
    username && formatText(username),
    title && formatText(title),
    when.length === 0 ? undefined : when.join(', '),
  ];
  return [joinParts(by), block(defangText(text))];
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
  const retirement = retiredReason === undefined ? t('retired') : t('retired ({0})', formatText(retiredReason));
  return [manualRisk ? ` · ${manual}` : '', retired ? ` · ${retirement}` : ''].join('');
}

function valueList(values: readonly string[], formatText: FormatText): string {
  const shown = values.slice(0, maxItems).map(formatText).join(', ');
  return values.length > maxItems ? `${shown} … ${strings.more(values.length - maxItems)}` : shown;
}
