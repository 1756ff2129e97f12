/** IDs of the manifest's views. */
export const viewIds = {
  triageList: 'threatLookups.triageList',
  scans: 'threatLookups.scans',
  sources: 'threatLookups.sources',
  queryHistory: 'threatLookups.queryHistory',
} as const;

/** View types of the panels, under which VS Code stores and restores them. */
export const panelTypes = {
  record: 'threatLookups.record',
  results: 'threatLookups.results',
  triage: 'threatLookups.triage',
  requestLog: 'threatLookups.requestLog',
  localData: 'threatLookups.localData',
  importReport: 'threatLookups.importReport',
  syncReport: 'threatLookups.syncReport',
  logLines: 'threatLookups.logLines',
} as const;

/** The ID of a view. */
export type ViewId = (typeof viewIds)[keyof typeof viewIds];

/** The view type of a panel. */
export type PanelType = (typeof panelTypes)[keyof typeof panelTypes];

/** A command that VS Code adds for a view. */
export type FocusCommand = `${ViewId}.focus`;
