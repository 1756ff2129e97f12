export { exportCsv } from './csv';
export type { Exported, ExportedLinks } from './exported';
export { exportJson } from './json';
export { exportMarkdown, type MarkdownContext } from './markdown';
export { exportStix } from './stix';
