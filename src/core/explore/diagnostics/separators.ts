import type { FileQuery } from '../syntax/queryFile';
import { fix, replacing } from './edits';
import type { QueryDiagnostic } from './types';
import { t } from '../../../l10n';

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
        message: t("“###” starts a new query only at the beginning of a line. After spaces, it's a comment."),
        range: { start, end },
        fixes: [fix(t('Start a new query here'), replacing({ start: from, end: start }, ''))],
      },
    ];
  });
}
