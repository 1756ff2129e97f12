import type { LookupMode } from '../../core/lookups/types';
import { strings } from './strings';

export interface ModeText {
  readonly label: string;
  /** Within a line: “Threats: on hover”. */
  readonly short: string;
  /** What is sent in this mode. */
  readonly sends: string;
}

/** A lookup mode as text. */
export function modeText(mode: LookupMode): ModeText {
  return { label: strings.mode(mode), short: strings.modeShort(mode), sends: strings.modeSends(mode) };
}
