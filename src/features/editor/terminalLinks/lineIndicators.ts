import type { Indicator, Occurrence } from '../../../core/indicators/identity/types';
import type { TerminalLinkMode } from '../../shared/settings/settingValues';

/** An indicator in a line of a terminal. */
export interface LineIndicator {
  readonly startIndex: number;
  readonly length: number;
  readonly indicator: Indicator;
}

/** The indicators of a line that are links, if it may have some. By default, http and https URLs are left to VS Code's own links. */
export function lineIndicators(
  line: string,
  mode: TerminalLinkMode,
  findIndicators: (text: string) => readonly Occurrence[],
): LineIndicator[] {
  if (mode === 'off') return [];
  return findIndicators(line)
    .filter(({ raw, defanged }) => mode === 'all' || defanged || !/^https?:\/\//i.test(raw))
    .map(({ start, end, type, value }) => ({ startIndex: start, length: end - start, indicator: { type, value } }));
}
