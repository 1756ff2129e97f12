/**
 * All functions of VS Code that show text. They only accept {@link UiText}: templates in which untrusted arguments are
 * inert. Other code in `src/` may not use VS Code's own functions (eslint.config.mjs).
 */
export {
  untrusted,
  untrustedLines,
  icon,
  uiLines,
  uiList,
  uiPlural,
  uiSentences,
  uiText,
  type Icon,
  type UiText,
} from './text';

export { showErrorMessage, showInformationMessage, showWarningMessage } from './messages';
export { withProgress, type UiProgress } from './progress';
export { showInputBox } from './inputs';
export { createQuickPick, showQuickPick, showQuickPickMany, type UiButton, type UiPickItem } from './picks';
export { showOpenDialog, showSaveDialog } from './dialogs';

export { treeItem, type UiTreeView } from './trees';
export { createStatusBarItem, setStatusBarMessage, type UiStatusBarItem } from './status';
export { createWebviewPanel, setPanelTitle } from './panels';
export { createOutput, type Output } from './output';

export {
  codeLens,
  completionItem,
  diagnostic,
  documentSymbol,
  dropEdit,
  pasteEdit,
  quickFix,
  endOfLineText,
  terminalLink,
  type UiCommand,
} from './editors';
export { codeMarkdown, markdownString } from './markdown';
