import type { FileQuery } from '../syntax/queryFile';
import { diagnosticStrings, fixStrings } from '../strings/diagnostics';
import { fix, replacing } from './edits';
import type { QueryDiagnostic } from './types';

/** Reports lines that look like separators but aren't, because spaces precede `###`. */
export function separatorDiagnostics({ comments, separator }: FileQuery, text: string): readonly QueryDiagnostic[] {
  return comments.flatMap(({ start, end }): readonly QueryDiagnostic[] => {
    if (start === separator?.start || !text.startsWith('###', start)) return [];
    let from = start;
    while (/[^\S\r\n]/.test(text.charAt(from - 1))) from--;
    const isFirst = from === 0 || /[\r\n]/.test(text.charAt(from - 1));
    if (!isFirst) return [];
    return [
      {
        code: 'indentedSeparator',
        severity: 'warning',
        message: diagnosticStrings.indentedSeparator(),
        range: { start, end },
        fixes: [fix(fixStrings.startQuery(), replacing({ start: from, end: start }, ''))],
      },
    ];
  });
}
