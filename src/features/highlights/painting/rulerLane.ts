import { type RiskColor } from '../../../core/records/labels/verdict';

/** A place in the overview ruler; `full` is all of its width. */
export type RulerLane = 'left' | 'center' | 'right' | 'full';

const lanes: Readonly<Record<RiskColor, RulerLane>> = {
  critical: 'full',
  high: 'left',
  medium: 'center',
  low: 'right',
  none: 'right',
  unknown: 'right',
};

/** Where the overview ruler marks a highlight: marks differ in place as well as in color. */
export function rulerLane(color: RiskColor, retired: boolean): RulerLane {
  return retired ? 'right' : lanes[color];
}
