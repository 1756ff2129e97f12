import { defangText } from '../../../core/indicators/identity/defangText';
import type { IndicatorTools } from '../indicators/indicatorTools';
import type { ReportRow } from './report';
import { visibleText } from '../../../core/text/visibleText';

/** Helpers that find and defang indicators in examples. */
export type ExampleTools = Pick<IndicatorTools, 'findIndicators' | 'defang' | 'parseIndicator'>;

/** The name of a row without an example. */
export const noExample = '–';

/** The line of an example, from 1, as a cell; none where it isn't known. */
export function lineCell(line = 0): Readonly<Record<string, string>> {
  return line > 0 ? { line: String(line) } : {};
}

/** An example of what was skipped, as a part of a row: defanged, and opening its record if it is an indicator. */
export function getExample(example: string, tools: ExampleTools): Pick<ReportRow, 'name' | 'plain' | 'open'> {
  const indicator = tools.parseIndicator(example);
  const name = visibleText(defangText(example, tools)).trim();
  return {
    name: name === '' ? noExample : name,
    plain: example,
    open: indicator === undefined ? undefined : { kind: 'indicator', type: indicator.type, value: indicator.value },
  };
}
