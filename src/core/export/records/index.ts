export { exportCsv, exportLinksCsv } from './csv';
export type { Exported, ExportedLinks } from './exported';
export { exportJson } from './json';
export { exportMarkdown } from './markdown';
export type { MarkdownContext } from './markdownLines';
export { exportGroupStix } from './groupStix';
export { exportStix } from './stix';
