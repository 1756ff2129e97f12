import type { Indicator } from '../indicators/identity/types';
import type { Assessment, Triaged } from '../triage/assess';
import type { TimelineUnit } from '../triage/timeline';

/** The indicators of a file with their assessments. */
export interface TriagedFile {
  readonly rows: readonly Triaged[];
  /** The names of the files of an archive, which locations refer to by index. */
  readonly fileNames?: readonly (string | undefined)[];
  /** The unit of the timelines of rows. */
  readonly timelineUnit?: TimelineUnit | undefined;
  /** Why the file is incomplete, as a sentence without untrusted text. */
  readonly incomplete?: string;
}

/** Why a file is incomplete, if nothing else is known. */
export const partiallyRead = 'The file was read only partially.';

/** A query on the local store. */
export interface StoreQuery {
  readonly query: string;
  readonly type: 'indicators' | 'threats';
  readonly limit: number;
}

/** A lookup on a service. */
export interface ServiceLookup {
  /** How many values were sent. */
  readonly sent: number;
  /** False if the service didn't answer all of them. */
  readonly isComplete: boolean;
}

/** Functions behind the tools; each throws a {@link ToolError} for an error that the caller can fix. */
export interface AssistantPorts {
  /** Assesses indicators, in their order. */
  assess(indicators: readonly Indicator[], signal: AbortSignal): Promise<readonly Assessment[]>;
  /**
   * Looks up indicators that the local store doesn't know on a service, if the user's settings allow it; absent if
   * nothing is ever sent. Undefined if nothing was to be sent.
   */
  lookUp?(indicators: readonly Indicator[], signal: AbortSignal): Promise<ServiceLookup | undefined>;
  triageFile(path: string, signal: AbortSignal): Promise<TriagedFile>;
  /** Returns rows as `/api/explore.php` returns them. */
  query(query: StoreQuery, signal: AbortSignal): Promise<readonly unknown[]>;
  now(): number;
}

/** An error that the caller of a tool can fix, as a sentence without untrusted text. */
export class ToolError extends Error {}
