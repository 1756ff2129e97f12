import type * as vscode from 'vscode';
import type { UtcMillis } from '../../core/records/record';
import { errorDetails } from './errorDetails';
import {
  type Output,
  setStatusBarMessage,
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  type UiText,
} from './ui';
import { isThrottled, readShown, withShown } from './noticeThrottle';

export type NoticeLevel = 'information' | 'warning' | 'error';

/** One thing to do about a notice. */
export interface NoticeAction {
  readonly label: UiText;
  run(): unknown;
}

/** A persistent store of small values; VS Code's globalState. */
export type Memory = Pick<vscode.Memento, 'get' | 'update'>;

/** When each cause was last shown, so that windows and sessions stay quiet together. */
const shownKey = 'notices.shown';
const noticeMillis = 10_000;

/** The only way to say something outside of hovers and panels: at most once per cause and day, or quietly. */
export class Notices {
  constructor(
    private readonly memory: Memory,
    private readonly output: Output,
    private readonly now: () => UtcMillis = Date.now,
  ) {}

  /** A quiet line in the status bar, for results that need no choice. Sentence case, no full stop needed. */
  inform(sentence: UiText): void {
    this.output.info(sentence);
    setStatusBarMessage(sentence, noticeMillis);
  }

  /**
   * A pop-up for the result of what the user started, or for what needs a choice; ends when the choice was carried out.
   * Never rejects: a choice that fails is the output channel's.
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

  /** As {@link offer}, at most once a day for one cause, whatever the window. False where it stayed quiet. */
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
