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
  'explore',
]);

const data: ReadonlySet<string> = new Set(['json', 'jsonl', 'xml']);

/** Whether such a document (VS Code's language ID) is read by people rather than code. */
export function proseOrLog(languageId: string): boolean {
  return proseAndLogs.has(languageId);
}

/** Whether such a document is evidence rather than code: prose, logs, and data that programs write. */
export function evidence(languageId: string): boolean {
  return proseOrLog(languageId) || data.has(languageId);
}
