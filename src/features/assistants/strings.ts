import type { ToolName } from '../../core/assistant';
import { plural, t } from '../../l10n';
import { messageParts, type Line, type Part } from '../shared/text/safeMarkdown';
import { uiPlural, type UiText, uiText } from '../shared/ui/text';

/** Text of the tools for language models, as users see it. */
export const strings = {
  running: (tool: ToolName): UiText =>
    ({
      lookup: () => uiText('Looking up indicators'),
      triage_file: () => uiText('Searching a file for indicators'),
      query: () => uiText('Querying the local store'),
      record: () => uiText('Reading a record'),
      export: () => uiText('Exporting indicators'),
    })[tool](),
  confirmTitle: (count: number, host: string) =>
    uiPlural(count, { one: 'Send {0} indicator to {1}?', other: 'Send {0} indicators to {1}?' }, host),
  sent: (host: Part, values: Part): Line => messageParts('Sent to {0}: {1}', host, values),
  more: (count: number) => t('{0} more', count),
  notSent: (reasons: Part): Line => messageParts('Not sent: {0}', reasons),
  known: (count: number) =>
    plural(count, { one: '{0} known in the local store', other: '{0} known in the local store' }),
  blocked: (count: number) =>
    plural(count, { one: '{0} internal, reserved, or ignored', other: '{0} internal, reserved, or ignored' }),
  others: (count: number) =>
    plural(count, {
      one: '{0} well known, looked up recently, or too many',
      other: '{0} well known, looked up recently, or too many',
    }),
};
