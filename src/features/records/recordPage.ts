import type { Exported } from '../../core/export/records';
import type { RiskLevel } from '../../core/records/risk';
import type { FromRecordPanel, PanelAction, PanelView, ToRecordPanel } from '../../webviews/messages/record';
import type { Subject, LinkedTextView } from '../../webviews/messages/parts';
import type { UiText } from '../shared/ui';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Annotation } from '../../core/records/annotation';
import type { SeenBefore } from '../../core/triage/history/triagedFile';
import type { TimeContext } from '../shared/format/timeContext';

/** The view of a page; the panel adds its history. */
export type PageView = Omit<PanelView, 'state' | 'visit' | 'back' | 'forward'>;

/** Requests of a panel that its page answers. */
export type PageQuestion = Extract<
  FromRecordPanel,
  { kind: 'raw' | 'copyRaw' | 'rows' | 'links' | 'compare' | 'loadScreenshot' | 'openPage' | 'cancel' }
>;

/** Actions of the panel itself. */
export type PanelOwnAction = 'openBeside' | 'export';

/** One subject in a panel: loads its data, and answers the panel's requests. */
export interface RecordPage {
  readonly subject: Subject;
  /** Defanged and visible, of any length. */
  readonly title: string;
  /** True if no source knows the subject, so that there is nothing to come back to. */
  readonly isUnknown?: boolean;
  /** The leading risk, if any is known. */
  readonly risk?: RiskLevel | undefined;
  /** The texts that the copy buttons copy. */
  readonly copied: { readonly value: string; readonly defanged: string };
  view(): PageView;
  /** The exportable data of each source, the leading one first. */
  exported(): readonly Exported[];
  /** `shown` shows local data and sends nothing; `record` sends what the lookup mode allows automatically. */
  open(how: 'shown' | 'record'): Promise<void>;
  act(action: Exclude<PanelAction, PanelOwnAction>): Promise<void>;
  answer(question: PageQuestion): Promise<void>;
  /** The panel shows another page: cancels pending requests, and keeps loaded data. */
  leave(): void;
  dispose(): void;
}

/** The panel as its page sees it. */
export interface PagePort {
  /** {@link RecordPage.view} has changed. */
  changed(): void;
  post(message: Exclude<ToRecordPanel, { kind: 'show' }>): void;
  /** Copies a text and shows `notice` with the title of the panel. */
  copy(text: string, notice: (title: string) => UiText): Promise<void>;
  /** Shows another subject in the same panel. */
  goTo(subject: Subject): Promise<void>;
}

/** Inputs of the view of a record besides the record. */
export interface RecordContext extends TimeContext {
  readonly defang: (value: string) => string;
  /** A text with its indicators defanged. */
  readonly defangText: (text: string) => string;
  /** A text with its indicators marked. */
  readonly linkedText: (text: string) => LinkedTextView;
  /** Whether a service is connected and may be queried on a click. */
  readonly canAsk: boolean;
  /** The user's note and tags. */
  readonly annotationOf?: (indicator: Indicator) => Annotation | undefined;
  /** In which triaged files it was. */
  readonly seenBeforeOf?: (indicator: Indicator) => SeenBefore | undefined;
  /** Whether to offer the sample data: nothing was imported or mirrored, and it is not loaded. */
  readonly offerSample: () => boolean;
}
