import { type FileQuery } from '../queryFile';
import { fix, replacing } from './edits';
import { type QueryDiagnostic } from './types';

/** Lines that look as if they divided queries, and don't: blanks stand before their `###`. */
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
        message:
          '“###” begins another query only where nothing stands before it, no blank either; here it is a remark.',
        range: { start, end },
        fixes: [fix('Begin another query here', replacing({ start: from, end: start }, ''))],
      },
    ];
  });
}
