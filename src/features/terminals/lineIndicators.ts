import type { Indicator, Occurrence } from '../../core/indicators/identity/types';
import type { TerminalLinkMode } from '../shared/settings/settingValues';

/** An indicator in a line of a terminal. */
export interface LineIndicator {
  readonly startIndex: number;
  readonly length: number;
  readonly indicator: Indicator;
}

/** Longer lines are data rather than something to read. */
const maxLineLength = 4_096;

/** A dot of any script or spelling, a group of an IPv6 address, or the start of a URL. */
const sign = /[.\uff0e\u3002\uff61\u2024]|dot|::|\[:|:[\da-f]{1,4}[:\][]|:\/\//i;

/** Whether a line may contain indicators. Most lines don't, so this comes before anything is loaded. */
export function mayHaveIndicators(line: string): boolean {
  return line.length <= maxLineLength && sign.test(line);
}

/** The indicators of a line that are links. By default, http and https URLs are left to VS Code's own links. */
export function lineIndicators(
  line: string,
  mode: TerminalLinkMode,
  findIndicators: (text: string) => readonly Occurrence[],
): LineIndicator[] {
  if (mode === 'off' || !mayHaveIndicators(line)) return [];
  return findIndicators(line)
    .filter(({ raw, defanged }) => mode === 'all' || defanged || !/^https?:\/\//i.test(raw))
    .map(({ start, end, type, value }) => ({ startIndex: start, length: end - start, indicator: { type, value } }));
}
