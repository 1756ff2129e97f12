export { exportCsv, exportLinksCsv } from './csv';
export { type Exported, type ExportedLinks, otherStatement } from './exported';
export { exportJson } from './json';
export { exportMarkdown } from './markdown';
export type { MarkdownContext } from './markdownLines';
export { exportGroupStix } from './groupStix';
export { exportStix } from './stix';
