/** Whether a line is empty or a comment. */
export const isComment = (line: string): boolean => /^\s*(?:[#;!]|\/\/|$)/.test(line);

/** Whether a text begins like a web page, such as the one of a sign-in in place of a list. */
export function isWebPage(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').replace(/<!--.*?-->|<\?xml[^<>]*\?>/gs, '');
  return /^\s*<(?:!doctype\s+html|html|head|body|meta|title|script)\b/i.test(text);
}

/** The note in a list without entries that it has moved or ended; undefined if it has none. */
export function movedNotice(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!lines.every(isComment)) return undefined;
  const notice = /\b(?:merged|moved|replaced|superseded|renamed|retired|discontinued|deprecated|no longer)\b/i;
  return lines
    .find((line) => notice.test(line))
    ?.replace(/^[\s#;!/]+/, '')
    .trim();
}
