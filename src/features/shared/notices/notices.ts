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

/** How long a cause isn't shown again, in milliseconds: a day. */
export const throttleMillis = 24 * 60 * 60 * 1000;

/** When each cause was last shown. */
type ShownCauses = Readonly<Record<string, UtcMillis>>;

/** True if the cause was shown within the last day, even if the clock was set back since. */
export function isThrottled(shown: ShownCauses, cause: string, now: UtcMillis): boolean {
  const at = shown[cause];
  return at !== undefined && at <= now && now - at < throttleMillis;
}

/** Returns the causes to remember after `cause` was shown: itself, and those that are still throttled. */
export function withShown(shown: ShownCauses, cause: string, now: UtcMillis): ShownCauses {
  const kept = Object.keys(shown).filter((other) => isThrottled(shown, other, now));
  return Object.fromEntries([...kept.map((other) => [other, shown[other] ?? now] as const), [cause, now]]);
}

/** Reads the state of an earlier session; invalid entries are dropped. */
export function readShown(stored: unknown): ShownCauses {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
}

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
   * Shows a notification about the result of an action, or with a choice; resolves when the choice was carried out.
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
