const proseAndLogs: ReadonlySet<string> = new Set([
  'plaintext',
  'log',
  'Log',
  'markdown',
  'csv',
  'tsv',
  'restructuredtext',
  'asciidoc',
  'latex',
  'tex',
  'search-result',
]);

/** Whether people read such a document for what it says (VS Code's language id), rather than write code in it. */
export function proseOrLog(languageId: string): boolean {
  return proseAndLogs.has(languageId);
}
