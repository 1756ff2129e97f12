import type { Exported } from '../../core/records/export';
import type { RiskLevel } from '../../core/records/risk';
import type { FromRecordPanel, PanelAction, PanelView, ToRecordPanel } from '../../webviews/messages/record';
import type { Subject } from '../../webviews/messages/parts';

/** What a page shows in its panel; where the panel has been is the panel's own. */
export type PageView = Omit<PanelView, 'state' | 'visit' | 'back' | 'forward'>;

/** Questions of a panel that its page answers. */
export type PageQuestion = Extract<
  FromRecordPanel,
  { kind: 'raw' | 'copyRaw' | 'rows' | 'links' | 'compare' | 'loadScreenshot' | 'openPage' | 'cancel' }
>;

/** What the panel itself does. */
export type PanelOwnAction = 'openBeside' | 'export';

/** One subject in a panel: fetches what is known of it and answers the panel's questions. */
export interface RecordPage {
  readonly subject: Subject;
  /** Defanged and visible, of any length. */
  readonly title: string;
  /** True where nobody knows anything by that name or number, so that there is nothing to come back to. */
  readonly isUnknown?: boolean;
  /** What leads of it; absent where nothing is known, or it has none. */
  readonly risk?: RiskLevel | undefined;
  /** The forms that “copy” copies. */
  readonly copied: { readonly value: string; readonly defanged: string };
  view(): PageView;
  /** What can be exported: what each source tells, the leading one first. */
  exported(): readonly Exported[];
  /** `shown` shows what is here and sends nothing; `record` asks as far as the mode lets by itself. */
  open(how: 'shown' | 'record'): Promise<void>;
  act(action: Exclude<PanelAction, PanelOwnAction>): Promise<void>;
  answer(question: PageQuestion): Promise<void>;
  /** The reader has gone elsewhere in the panel: what is on its way is called off, what is here stays. */
  leave(): void;
  dispose(): void;
}

/** What a page tells its panel. */
export interface PagePort {
  /** What {@link RecordPage.view} says is another now. */
  changed(): void;
  post(message: Exclude<ToRecordPanel, { kind: 'show' }>): void;
  copy(text: string, words: string): Promise<void>;
  /** Shows another subject in the same panel. */
  goTo(subject: Subject): Promise<void>;
}
