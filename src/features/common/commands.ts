import type { Indicator, IndicatorType } from '../../core/indicators/types';
import type { IndicatorRecord } from '../../core/records/record';
import type { Subject } from '../../core/records/subject';
import type { RunQueryRequest } from './runQueryRequest';

/** The indicator that a command is about, and its location if the command came from a document. */
export interface CommandTarget {
  readonly type: IndicatorType;
  readonly value: string;
  readonly at?: { readonly uri: string; readonly line: number; readonly character: number };
}

/** A query in a document: the UTF-16 offset is one of its characters. */
export interface QueryLocation {
  readonly uri: string;
  readonly offset: number;
}

/** Indicators for the triage list, and where they come from, in words. */
export interface TriageRequest {
  readonly indicators: readonly Indicator[];
  readonly originText: string;
}

/** What is to be exported as results are: `records` as STIX, `text` in all other forms. */
export interface ExportRequest {
  readonly title: string;
  /** Of a file, without ending. */
  readonly name: string;
  readonly records: readonly IndicatorRecord[];
  /** May ask what of it goes; undefined where the user left. */
  readonly text: (form: 'json' | 'csv' | 'markdown') => Promise<string | undefined>;
}

/** Every command, and what it may be handed; whatever arrives is checked again, since keybindings and menus hand on anything. */
export interface CommandArguments {
  'threatLookups.lookUp': readonly [target?: CommandTarget];
  'threatLookups.lookUpAgain': readonly [target?: CommandTarget];
  /** “Look up on HOST”; `wholeUrl` sends the full URL. */
  'threatLookups.lookUpOnService': readonly [target?: CommandTarget, options?: { readonly wholeUrl?: boolean }];
  /** An indicator, a threat or a feed; without one the indicator under the cursor, else it asks. */
  'threatLookups.openRecord': readonly [subject?: CommandTarget | Subject];
  /** The same in a panel of its own beside the active editor; without one what the active panel shows. */
  'threatLookups.openRecordBeside': readonly [subject?: CommandTarget | Subject];
  'threatLookups.recordBack': readonly [];
  'threatLookups.recordForward': readonly [];
  'threatLookups.recentRecords': readonly [];
  /** Of the indicator, else of the active panel, else of the indicator under the cursor. */
  'threatLookups.exportRecord': readonly [target?: CommandTarget];
  /** A query, not run, for what else has the value of the menu that was opened. */
  'threatLookups.findOthers': readonly [value?: { readonly exactTerm: string }];
  /** The page that a source names for the indicator, else for that of the active panel, else for the one under the cursor. */
  'threatLookups.openReference': readonly [target?: CommandTarget];
  /** The same for a row of the active results. */
  'threatLookups.openResultReference': readonly [row?: CommandTarget];
  /** Of the active panel. */
  'threatLookups.compareScans': readonly [];
  /** A query for what is linked to the threat or listed by the feed of the active panel. */
  'threatLookups.queryGroup': readonly [];
  'threatLookups.copyIndicator': readonly [target?: CommandTarget];
  'threatLookups.copyDefanged': readonly [target?: CommandTarget];
  'threatLookups.ignore': readonly [target?: CommandTarget];
  /** Opens the list that is meant; without one the user's. */
  'threatLookups.editIgnoreList': readonly [origin?: 'user' | 'workspace'];
  'threatLookups.moreActions': readonly [target?: CommandTarget];
  'threatLookups.nextRisky': readonly [];
  'threatLookups.previousRisky': readonly [];
  'threatLookups.toggleHighlighting': readonly [];
  /** The extension's own page, where VS Code offers its update. */
  'threatLookups.updateExtension': readonly [];
  'threatLookups.scan': readonly [target?: CommandTarget];
  'threatLookups.showScans': readonly [];
  /** From the view “Scans”: the one clicked, and all that are selected. */
  'threatLookups.cancelScan': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.repeatScan': readonly [clicked?: unknown, selected?: unknown];
  /** Says what became of the scan that was clicked, and what can be done. */
  'threatLookups.showScanResult': readonly [clicked?: unknown];
  'threatLookups.resumeScanTracking': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.removeScan': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.cancelScans': readonly [];
  'threatLookups.repeatFailedScans': readonly [];
  'threatLookups.clearScans': readonly [];
  /** The user's own risk and state, on this machine. */
  'threatLookups.setRisk': readonly [target?: CommandTarget];
  'threatLookups.retireIndicator': readonly [target?: CommandTarget];
  'threatLookups.unretireIndicator': readonly [target?: CommandTarget];
  /** A query file that is not saved, with a text to begin with. */
  'threatLookups.newQuery': readonly [text?: string];
  /** What a lens means, else the query under the cursor or the selection of the active editor. */
  'threatLookups.runQuery': readonly [request?: RunQueryRequest];
  'threatLookups.runAllQueries': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryLocally': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryOnService': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryWithLimit': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryAs': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryAndExport': readonly [request?: RunQueryRequest];
  'threatLookups.cancelQuery': readonly [];
  'threatLookups.saveQuery': readonly [request?: RunQueryRequest];
  'threatLookups.openSavedQuery': readonly [];
  /** Of the active results: the rows selected, else all. */
  'threatLookups.exportResults': readonly [];
  'threatLookups.saveResults': readonly [];
  'threatLookups.ignoreResults': readonly [];
  'threatLookups.queryFromResults': readonly [];
  'threatLookups.copyResults': readonly [];
  'threatLookups.copyResultsDefanged': readonly [];
  'threatLookups.copyResultsMarkdown': readonly [];
  /** The rows selected, else the one clicked, go to the triage list. */
  'threatLookups.addResultsToTriage': readonly [clicked?: unknown];
  /** Rows of another feature, in the forms and to the places of results. */
  'threatLookups.exportIndicators': readonly [request?: ExportRequest];
  /** Files and folders of a menu: the one clicked, and all that are selected; else the active editor's; else it asks. */
  'threatLookups.triage': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.showTriage': readonly [];
  /** Several with where they come from, else one as all commands choose it. */
  'threatLookups.addToTriage': readonly [target?: CommandTarget | TriageRequest];
  /** Of the active triage: the rows selected, else the one clicked, else the one with the focus. */
  'threatLookups.triageReview': readonly [clicked?: unknown];
  'threatLookups.triageEscalate': readonly [clicked?: unknown];
  'threatLookups.triageDone': readonly [clicked?: unknown];
  'threatLookups.triageRemove': readonly [clicked?: unknown];
  'threatLookups.nextOccurrence': readonly [clicked?: unknown];
  'threatLookups.previousOccurrence': readonly [clicked?: unknown];
  'threatLookups.exportTriage': readonly [];
  'threatLookups.showHistory': readonly [];
  'threatLookups.searchHistory': readonly [];
  'threatLookups.clearHistory': readonly [];
  /** From the view “Query History”: the one clicked, and all that are selected. */
  'threatLookups.openHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.runHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.pinHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.unpinHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.queryFromHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.removeHistory': readonly [clicked?: unknown, selected?: unknown];
  /** Options of a query; without a location, the query at the cursor. */
  'threatLookups.setQueryLimit': readonly [place?: QueryLocation];
  'threatLookups.setQueryFormat': readonly [place?: QueryLocation];
  /** `address` prefills the input. */
  'threatLookups.addTaxiiServer': readonly [address?: string];
  'threatLookups.addBlocklist': readonly [];
  /** From the view “Local Mirrors”: the server, root or collection clicked, and all that are selected; without them everything. */
  'threatLookups.syncMirror': readonly [clicked?: unknown, selected?: unknown];
  /** The same under the names of what was clicked: a menu says what it syncs. */
  'threatLookups.syncCollection': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.syncList': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.syncServer': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.syncRoot': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.resyncMirror': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.resyncServer': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.pauseSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.resumeSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.cancelSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.chooseCollections': readonly [clicked?: unknown];
  'threatLookups.changeTaxiiCredentials': readonly [clicked?: unknown];
  'threatLookups.removeTaxiiServer': readonly [clicked?: unknown];
  'threatLookups.removeMirror': readonly [clicked?: unknown, selected?: unknown];
  /** Says what came of the last sync of what was clicked, and what can be done. */
  'threatLookups.showSyncReport': readonly [clicked?: unknown];
  'threatLookups.showMirror': readonly [];
  'threatLookups.connect': readonly [];
  'threatLookups.changeMode': readonly [];
  'threatLookups.setKey': readonly [];
  'threatLookups.showDetails': readonly [];
  'threatLookups.showSent': readonly [];
  /** `isAgreed`: the user was asked already. */
  'threatLookups.clearSent': readonly [options?: { readonly isAgreed?: boolean }];
  'threatLookups.checkConnection': readonly [];
  'threatLookups.removeKey': readonly [];
  'threatLookups.switchService': readonly [];
  /** What the status bar item opens. */
  'threatLookups.menu': readonly [];
  'threatLookups.openSettings': readonly [];
  'threatLookups.getStarted': readonly [];
  /** First step of the walkthrough: sample log and sample data. */
  'threatLookups.openSampleLog': readonly [];
  /** Files from the explorer's menu: the one clicked, and all that are selected; without them it asks. */
  'threatLookups.import': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.loadSample': readonly [];
  'threatLookups.removeSample': readonly [];
  'threatLookups.showLocalData': readonly [];
  'threatLookups.clearLocalData': readonly [];
  'threatLookups.startService': readonly [];
  'threatLookups.stopService': readonly [];
  'threatLookups.showTaxiiAccess': readonly [];
  'threatLookups.copyServiceAddress': readonly [];
  'threatLookups.copyServiceKey': readonly [];
}

export type CommandId = keyof CommandArguments;
