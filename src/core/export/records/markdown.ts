import type { Source } from '../../records/knowledge';
import type { UtcMillis } from '../../records/record';
import type { Exported } from './exported';
import { groupLines } from './groupMarkdown';
import { indicatorLines } from './indicatorMarkdown';
import { formatUtc, type MarkdownContext } from './markdownLines';
import { creditLines } from '../credits';
import { span } from '../markdownParts';
import { t } from '../../../l10n';

/** A record as Markdown for a ticket: indicators can't be clicked, and untrusted text can't act as markup. */
export function exportMarkdown(exported: Exported, context: MarkdownContext): string {
  const lines = { indicator: indicatorLines, threat: groupLines, feed: groupLines };
  const body =
    exported.kind === 'indicator' ? lines.indicator(exported, context) : lines[exported.kind](exported, context);
  const credits = exported.kind === 'indicator' ? [exported.record, ...(exported.otherSources ?? [])] : [];
  return `${[...body, '', sourceLine(exported.source, exported.asOf), ...creditLines(credits)].join('\n')}\n`;
}

function sourceLine(source: Source, asOf: UtcMillis): string {
  return t('From {0}, as of {1}.', span(source.name), formatUtc(asOf));
}
