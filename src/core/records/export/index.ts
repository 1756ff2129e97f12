export { exportCsv, exportLinksCsv } from './csv';
export type { Exported, ExportedLinks } from './exported';
export { exportJson } from './json';
export { exportMarkdown, type MarkdownContext } from './markdown';
export { exportGroupStix } from './groupStix';
export { exportStix } from './stix';
