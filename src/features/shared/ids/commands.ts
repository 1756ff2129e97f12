import type { Indicator, IndicatorType } from '../../../core/indicators/identity/types';
import type { IgnoreOrigin } from '../../../core/lookups/types';
import type { IndicatorRecord } from '../../../core/records/record';
import type { Subject } from '../../../core/records/subject';
import type { TextRange } from '../../../core/explore';

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

/** An export with the commands of results: `records` as STIX, `text` in all other formats. */
export interface ExportRequest {
  readonly title: string;
  /** The file name without extension. */
  readonly name: string;
  /** Records whose sharing sources may restrict. */
  readonly records: () => Promise<readonly IndicatorRecord[]>;
  /** The text, or its chunks; may prompt for details. Undefined if canceled, or if there is nothing to export. */
  readonly text: (
    form: 'json' | 'csv' | 'markdown' | 'stix' | 'stixLines',
  ) => Promise<string | AsyncIterable<string> | undefined>;
  /** Formats of the feature, below the others. */
  readonly otherFormats?: readonly OtherFormat[];
  /** Shows what the exported text doesn't contain. */
  readonly onExported?: () => void;
}

/** A format of an export that only one feature has. */
export interface OtherFormat {
  readonly label: string;
  readonly detail: string;
  readonly extension: string;
  /** VS Code's language id. */
  readonly language: string;
  /** May prompt for details. Undefined if canceled, or if there is nothing to export. */
  readonly text: () => Promise<string | undefined>;
}

/** A line, from 1, of a file of any size, or of a file in an archive. */
export interface LogLocation {
  readonly uri: string;
  readonly line: number;
  readonly column?: number;
}

/** Values to find in files, whose URIs may be of sections of large logs. */
export interface FindInLogRequest {
  readonly files: readonly string[];
  /** Indicators or other texts. */
  readonly values: readonly string[];
}

/** The document in which a line of a large log is shown, and its line and column there, from 0. */
export interface LogPosition {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}

/** Every command with its arguments, which handlers check again, since keybindings and menus can pass anything. */
export interface CommandArguments {
  'threatLookups.lookUp': readonly [target?: CommandTarget];
  'threatLookups.lookUpAgain': readonly [target?: CommandTarget];
  /** “Look up on HOST”; `wholeUrl` sends the full URL. */
  'threatLookups.lookUpOnService': readonly [target?: CommandTarget, options?: { readonly wholeUrl?: boolean }];
  /** An indicator, a threat, or a feed; by default the indicator under the cursor. Prompts without one. */
  'threatLookups.openRecord': readonly [subject?: CommandTarget | Subject];
  /** Opens a separate panel beside the active editor; by default with the subject of the active panel. */
  'threatLookups.openRecordBeside': readonly [subject?: CommandTarget | Subject];
  'threatLookups.recordBack': readonly [];
  'threatLookups.recordForward': readonly [];
  'threatLookups.recentRecords': readonly [];
  /** Exports the record of the indicator, by default that of the active panel, or of the indicator under the cursor. */
  'threatLookups.exportRecord': readonly [target?: CommandTarget];
  /** Opens a query, without running it, for others with the value whose menu was opened. */
  'threatLookups.findOthers': readonly [value?: { readonly exactTerm: string }];
  /**
   * Opens the page that a source names for the indicator; by default for the active panel or its row, or for the
   * indicator under the cursor.
   */
  'threatLookups.openReference': readonly [target?: CommandTarget];
  /** A page about the indicator on a site that the user has added. */
  'threatLookups.openIn': readonly [target?: CommandTarget];
  /** Compares scans of the indicator in the active panel. */
  'threatLookups.compareScans': readonly [];
  /** Opens a query for the indicators of the threat or feed in the active panel. */
  'threatLookups.queryGroup': readonly [];
  'threatLookups.copyIndicator': readonly [target?: CommandTarget];
  'threatLookups.copyDefanged': readonly [target?: CommandTarget];
  /** Changes the selections of the active editor, or the whole document if nothing is selected. */
  'threatLookups.defangSelection': readonly [];
  'threatLookups.refangSelection': readonly [];
  'threatLookups.ignore': readonly [target?: CommandTarget];
  /** Opens the given list; by default the user's. */
  'threatLookups.editIgnoreList': readonly [origin?: IgnoreOrigin];
  'threatLookups.moreActions': readonly [target?: CommandTarget];
  'threatLookups.nextRisky': readonly [];
  'threatLookups.previousRisky': readonly [];
  'threatLookups.toggleHighlighting': readonly [];
  /** The page of the extension, where VS Code offers the update. */
  'threatLookups.updateExtension': readonly [];
  'threatLookups.scan': readonly [target?: CommandTarget];
  /** From the Scans view: the clicked item, and all selected ones. */
  'threatLookups.cancelScan': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.repeatScan': readonly [clicked?: unknown, selected?: unknown];
  /** Shows the result of the clicked scan and what can be done. */
  'threatLookups.showScanResult': readonly [clicked?: unknown];
  'threatLookups.resumeScanTracking': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.removeScan': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.cancelScans': readonly [];
  'threatLookups.repeatFailedScans': readonly [];
  'threatLookups.clearScans': readonly [];
  /** The user's own risk and state, in the local store. */
  'threatLookups.setRisk': readonly [target?: CommandTarget];
  'threatLookups.retireIndicator': readonly [target?: CommandTarget];
  'threatLookups.unretireIndicator': readonly [target?: CommandTarget];
  /** An unsaved query file with an initial text. */
  'threatLookups.newQuery': readonly [text?: string];
  /** The query of the CodeLens; otherwise the one at the cursor or in the selection of the active editor. */
  'threatLookups.runQuery': readonly [request?: RunQueryRequest];
  'threatLookups.runAllQueries': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryLocally': readonly [request?: RunQueryRequest];
  'threatLookups.runQueryOnService': readonly [request?: RunQueryRequest];
  /** Prompts for another limit or format than that of the query, or for the export of its results. */
  'threatLookups.runQueryWithOptions': readonly [request?: RunQueryRequest];
  'threatLookups.cancelQuery': readonly [];
  'threatLookups.saveQuery': readonly [request?: RunQueryRequest];
  'threatLookups.openSavedQuery': readonly [];
  /** Exports the selected rows of the active results, or all rows if none is selected. */
  'threatLookups.exportResults': readonly [];
  'threatLookups.saveResults': readonly [];
  'threatLookups.ignoreResults': readonly [];
  'threatLookups.queryFromResults': readonly [];
  'threatLookups.copyResults': readonly [];
  'threatLookups.copyResultsDefanged': readonly [];
  'threatLookups.copyResultsMarkdown': readonly [];
  /** Prompts for the form. */
  'threatLookups.copyResultsAs': readonly [];
  /** Adds the selected rows, or the clicked one if none is selected, to the triage list. */
  'threatLookups.addResultsToTriage': readonly [clicked?: unknown];
  /** Rows of another feature, in the formats and to the destinations of results. */
  'threatLookups.exportIndicators': readonly [request?: ExportRequest];
  /** Files and folders of a menu (the clicked one, and all selected ones), or that of the active editor; or prompts. */
  'threatLookups.triage': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.showTriage': readonly [];
  /** The file of a menu, or of the active editor; prompts if there is no such file. */
  'threatLookups.openLargeLog': readonly [clicked?: unknown];
  /** Moves in the active large log. */
  'threatLookups.nextLogSection': readonly [];
  'threatLookups.previousLogSection': readonly [];
  /** Without a location, it prompts for a line of the active large log. Returns the `LogPosition` that is shown. */
  'threatLookups.goToLogLine': readonly [location?: LogLocation];
  'threatLookups.goToLogTime': readonly [];
  /**
   * Files of a menu (the clicked one, and all selected ones), a `FindInLogRequest`, or a `CommandTarget` with its
   * location; by default the file of the active editor, and the user's input.
   */
  'threatLookups.findInLog': readonly [clickedOrRequest?: unknown, selected?: unknown];
  /** Finds the selected rows of the active triage, or the clicked one if none is selected, in its files. */
  'threatLookups.findRowsInLog': readonly [clicked?: unknown];
  'threatLookups.cancelLogSearch': readonly [];
  'threatLookups.exportLogLines': readonly [];
  /** Shows the lines of the last search as a document. */
  'threatLookups.showFoundLines': readonly [];
  /** Files of a menu (the clicked one, and all selected ones), or that of the active editor; or prompts. */
  'threatLookups.showRiskyLines': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.showMatchingLines': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.hideMatchingLines': readonly [clicked?: unknown, selected?: unknown];
  /** Saves all lines of the active large log. */
  'threatLookups.saveLinesAs': readonly [];
  /** Several indicators with their origin, or one as all commands choose it. */
  'threatLookups.addToTriage': readonly [target?: CommandTarget | TriageRequest];
  /** The selected rows, the clicked one, or the focused one, of the “Triage” view or of the active triage. */
  'threatLookups.triageReview': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.triageEscalate': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.triageDone': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.triageRemove': readonly [clicked?: unknown, selected?: unknown];
  /** Rows of the “Triage” view or of the focused triage, or one indicator as all commands choose it. */
  'threatLookups.editNote': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.editTags': readonly [clicked?: unknown, selected?: unknown];
  /** Shows the indicators that became risky after the triage of their files. */
  'threatLookups.showNewlyRisky': readonly [];
  'threatLookups.dismissNewlyRisky': readonly [];
  /** Other triaged files with the indicator; by default with that of the active panel or under the cursor. */
  'threatLookups.showSeenBefore': readonly [target?: CommandTarget];
  /** Prompts for the files. */
  'threatLookups.forgetTriagedFiles': readonly [];
  'threatLookups.nextOccurrence': readonly [clicked?: unknown];
  'threatLookups.previousOccurrence': readonly [clicked?: unknown];
  'threatLookups.exportTriage': readonly [];
  'threatLookups.searchHistory': readonly [];
  'threatLookups.clearHistory': readonly [];
  /** From the Query History view: the clicked item, and all selected ones. */
  'threatLookups.openHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.runHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.pinHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.unpinHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.queryFromHistory': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.removeHistory': readonly [clicked?: unknown, selected?: unknown];
  /** Options of a query; without a location, the query at the cursor. */
  'threatLookups.setQueryLimit': readonly [location?: QueryLocation];
  'threatLookups.setQueryFormat': readonly [location?: QueryLocation];
  /** Prompts for one of the ways to add lists, collections, and indicators. */
  'threatLookups.addSource': readonly [];
  /** `address` prefills the input. */
  'threatLookups.addTaxiiServer': readonly [address?: string];
  'threatLookups.addList': readonly [];
  /** Adds the lists that most people need, without the gallery. */
  'threatLookups.addRecommendedLists': readonly [];
  /** From the Sources view: the clicked list, collection, or import, and all selected ones. */
  'threatLookups.changeListType': readonly [clicked?: unknown, selected?: unknown];
  /** From the Sources view: the clicked import or list; by default the tables of the last import. */
  'threatLookups.setColumns': readonly [clicked?: unknown];
  /** From the Sources view: the clicked import, and all selected ones. */
  'threatLookups.importAgain': readonly [clicked?: unknown, selected?: unknown];
  /** From the Sources view: the clicked row, and all selected ones; `selection` for a key. Prompts by default. */
  'threatLookups.removeSource': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.openImportedFile': readonly [clicked?: unknown];
  /** From the Sources view: queries the local store for indicators of the clicked source and all selected ones. */
  'threatLookups.showIndicators': readonly [clicked?: unknown, selected?: unknown];
  /** From the Sources view: the clicked list. */
  'threatLookups.openListUrl': readonly [clicked?: unknown];
  /** From the Sources view: the clicked list. */
  'threatLookups.useSmallerList': readonly [clicked?: unknown];
  /** From the Sources view: the clicked list or server, or the server of the clicked collection. Prompts by default. */
  'threatLookups.changeCredentials': readonly [clicked?: unknown];
  /**
   * From the Sources view: the clicked list, server, root, or collection, and all selected ones; by default everything.
   */
  'threatLookups.syncAll': readonly [clicked?: unknown, selected?: unknown];
  /** Like `syncAll`, but with a title for rows. */
  'threatLookups.sync': readonly [clicked?: unknown, selected?: unknown];
  /** From the beginning; by default, it prompts. */
  'threatLookups.fullSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.pauseSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.resumeSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.cancelSync': readonly [clicked?: unknown, selected?: unknown];
  'threatLookups.chooseCollections': readonly [clicked?: unknown];
  /** Shows the result of the last sync of the clicked item and what can be done. */
  'threatLookups.showSyncReport': readonly [clicked?: unknown];
  'threatLookups.connect': readonly [];
  'threatLookups.changeMode': readonly [];
  'threatLookups.setKey': readonly [];
  'threatLookups.showDetails': readonly [];
  'threatLookups.showSent': readonly [];
  /** `isAgreed`: the user has already confirmed. */
  'threatLookups.clearSent': readonly [options?: { readonly isAgreed?: boolean }];
  'threatLookups.checkConnection': readonly [];
  'threatLookups.removeKey': readonly [];
  'threatLookups.switchService': readonly [];
  /** Opened by the status bar item. */
  'threatLookups.menu': readonly [];
  'threatLookups.openSettings': readonly [];
  'threatLookups.getStarted': readonly [];
  /** First step of the walkthrough: sample log and sample data. */
  'threatLookups.openSampleLog': readonly [];
  /** From the explorer's menu: the clicked file, and all selected ones. */
  'threatLookups.importFile': readonly [clicked?: unknown, selected?: unknown];
  /**
   * Prompts without files. With `asksColumns`, it prompts for the columns of tables again; by default, for those of the
   * last import.
   */
  'threatLookups.import': readonly [
    clicked?: unknown,
    selected?: unknown,
    options?: { readonly asksColumns?: boolean },
  ];
  /** `text`: the dropped text, used instead of the clipboard. */
  'threatLookups.importClipboard': readonly [text?: unknown];
  'threatLookups.loadSample': readonly [];
  'threatLookups.removeSample': readonly [];
  'threatLookups.showLocalData': readonly [];
  'threatLookups.clearLocalData': readonly [];
  'threatLookups.startService': readonly [];
  'threatLookups.stopService': readonly [];
  /** URLs and key for other programs, each to copy. */
  'threatLookups.showServiceInfo': readonly [];
}

export type CommandId = keyof CommandArguments;

/** A query of a document: the argument of `threatLookups.runQuery` in CodeLenses. */
export interface RunQueryRequest {
  readonly uri: string;
  /** UTF-16 offsets of the query in the document. */
  readonly range: TextRange;
}
