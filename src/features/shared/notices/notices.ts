import type * as vscode from 'vscode';
import type { UtcMillis } from '../../../core/records/record';
import { errorDetails } from '../text/errorDetails';
import {
  type Output,
  setStatusBarMessage,
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  type UiText,
} from '../ui';
import { isThrottled, readShown, withShown } from './noticeThrottle';

export type NoticeLevel = 'information' | 'warning' | 'error';

/** An action of a notification. */
export interface NoticeAction {
  readonly label: UiText;
  run(): unknown;
}

/** A persistent store of small values; VS Code's globalState. */
export type Memory = Pick<vscode.Memento, 'get' | 'update'>;

/** When each cause was last shown, shared by windows and sessions. */
const shownKey = 'notices.shown';
const noticeMillis = 10_000;

/**
 * Shows all messages outside of hovers and panels: notifications at most once per cause and day, or status bar
 * messages.
 */
export class Notices {
  constructor(
    private readonly memory: Memory,
    private readonly output: Output,
    private readonly now: () => UtcMillis = Date.now,
  ) {}

  /**
   * A status bar message for results that need no choice. Sentence case, no period needed. `isRead`: the panel in use lets
   * screen readers read it.
   */
  inform(sentence: UiText, isRead = false): void {
    this.output.info(sentence);
    setStatusBarMessage(sentence, noticeMillis, isRead);
  }

  /**
   * A notification about the result of what the user started, or with a choice; ends when the choice was carried out.
   * Never rejects: errors of a choice are logged in the output channel.
   */
  async offer(level: NoticeLevel, sentence: UiText, ...actions: readonly NoticeAction[]): Promise<void> {
    this.output[level === 'information' ? 'info' : level === 'warning' ? 'warn' : 'error'](sentence);
    const show = {
      information: showInformationMessage,
      warning: showWarningMessage,
      error: showErrorMessage,
    }[level];
    const chosen = await show(sentence, ...actions.map((action) => action.label));
    try {
      await actions.find((action) => action.label === chosen)?.run();
    } catch (error) {
      this.output.error(`“${chosen ?? ''}”: ${errorDetails(error)}`);
    }
  }

  /** Like {@link offer}, at most once a day per cause across windows. False if it was not shown. */
  async offerOnce(
    cause: string,
    level: NoticeLevel,
    sentence: UiText,
    ...actions: readonly NoticeAction[]
  ): Promise<boolean> {
    const shown = readShown(this.memory.get(shownKey));
    if (isThrottled(shown, cause, this.now())) {
      this.output.debug(`Quiet (${cause}): ${sentence}`);
      return false;
    }
    await this.memory.update(shownKey, withShown(shown, cause, this.now()));
    await this.offer(level, sentence, ...actions);
    return true;
  }
}
