import { defang, findIndicators } from '../indicators';
import { defangText } from '../indicators/identity/defangText';
import type { Triaged } from '../triage/assess';
import { triageCsv, triageDocument, type TriageFormatters, triageMarkdown } from '../triage/triageExport';
import { countSkippedInStix, triageStix } from '../triage/triageStix';
import { answerJson, getChars } from './answer';
import { untrustedLines } from './untrusted';
import type { ToolInput } from './tools';

interface ExportOptions extends Omit<ToolInput<'export'>, 'indicators'> {
  readonly now: number;
  readonly head: object;
}

const formatters: TriageFormatters = {
  defang,
  fileOf: () => '',
  defangText: (text) => defangText(text, { findIndicators, defang }),
};

/** A document about as many of the rows as the answer may contain, from `offset`. */
export function exportJson(rows: readonly Triaged[], options: ExportOptions): string {
  const { format, offset = 0, maxTokens, now, head } = options;
  const jsonOf = (count: number): string => {
    const part = rows.slice(offset, offset + count);
    const { reserved, ignored } = format === 'stix' ? countSkippedInStix(part) : { reserved: 0, ignored: 0 };
    const next = offset + part.length;
    const remaining = Math.max(0, rows.length - next);
    return answerJson({
      total: rows.length,
      ...head,
      exported: part.length,
      offset: offset === 0 ? undefined : offset,
      neverExported: reserved + ignored === 0 ? undefined : { reserved, ignored },
      ...(remaining === 0 ? {} : { remaining, more: `Call again with offset ${next}, or a larger maxTokens.` }),
      untrusted: { document: documentOf(part, format, now) },
    });
  };
  // A document has to be complete, so the number of rows that fits is searched for.
  const available = Math.max(0, rows.length - offset);
  let [fits, tooMany] = [0, available + 1];
  for (let count = Math.min(available, 16); count > fits && count < tooMany;) {
    if (jsonOf(count).length <= getChars(maxTokens)) fits = count;
    else tooMany = count;
    count = tooMany > available ? Math.min(available, fits * 2) : Math.floor((fits + tooMany) / 2);
  }
  return jsonOf(Math.max(fits, Math.min(available, 1)));
}

function documentOf(rows: readonly Triaged[], format: ExportOptions['format'], now: number): string {
  switch (format) {
    case 'csv':
      return visible(triageCsv(rows, formatters));
    case 'markdown':
      return visible(triageMarkdown('Threat Lookups', rows, formatters, now));
    case 'json':
      return escaped(JSON.stringify(triageDocument(rows, formatters)));
    case 'stix':
      return escaped(triageStix(rows, now, 'stix'));
  }
}

/** A text in which every character that can't be seen is named; lines end as they did. */
function visible(text: string): string {
  return text
    .split('\r\n')
    .map((lines) => untrustedLines(lines))
    .join('\r\n');
}

/** JSON in which every character that can't be seen is an escape sequence. */
function escaped(json: string): string {
  return json.replace(/[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
