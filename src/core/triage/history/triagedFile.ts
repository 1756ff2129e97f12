import type { Indicator } from '../../indicators/identity/types';
import type { UtcMillis } from '../../records/record';

/** A file whose indicators are remembered since its triage. */
export interface TriagedFile {
  readonly uri: string;
  /** Its size in bytes, and when it was last modified, at the triage. */
  readonly size: number;
  readonly modified: UtcMillis;
  /** When it was triaged. */
  readonly at: UtcMillis;
  /** The number of its indicators. */
  readonly count: number;
}

/** An indicator of a triaged file. */
export interface TriagedEntry extends Indicator {
  /** Its first location, from 1. */
  readonly line: number;
  readonly column: number;
  /** Whether a risk was known when it was last assessed. */
  readonly isRisky: boolean;
}

/** The triaged files that contained an indicator. */
export interface SeenBefore {
  /** The files with its first location in each, the last triaged one first. */
  readonly files: readonly SeenFile[];
  /** When the last of them was triaged. */
  readonly last: UtcMillis;
}

interface SeenFile extends Pick<TriagedFile, 'uri' | 'at'>, Pick<TriagedEntry, 'line' | 'column'> {}

/** The newest files are kept, up to this number and total size. */
export const maxTriagedFiles = 200;
export const maxTriagedBytes = 200 * 2 ** 20;
