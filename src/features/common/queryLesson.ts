/** The first lines of a new query: the first is its tab’s title. Comments, so that they are never sent. */
export const queryLesson =
  '# New query\n# Ctrl+Space offers ready hunts, fields and values; a line ### begins another query.\n';

/** The text of a scratch file as it is worth keeping: without the lines that teach. */
export function withoutLesson(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n');
  return `${(plain.startsWith(queryLesson) ? plain.slice(queryLesson.length) : plain).trim()}\n`;
}
