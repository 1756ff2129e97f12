/** The first lines of a new query: the first is its tab’s title. Comments, so that they are never sent. */
export const queryTemplateComment =
  '# New query\n# Press Ctrl+Space for examples, fields, and values. A line with ### starts another query.\n';

/** The text of a scratch file to save: without the comments of the template. */
export function stripTemplateComment(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n');
  return `${(plain.startsWith(queryTemplateComment) ? plain.slice(queryTemplateComment.length) : plain).trim()}\n`;
}
