import assert from 'node:assert/strict';
import { findIndicators } from '../../../../../../src/core/indicators/index';
import { type Label, type LabeledLine, labeledLines } from '../findHelpers';

const describeOccurrence = (start: number, { raw, type, value }: Label): string => `${start} ${raw} (${type} ${value})`;

/** The labels as text with their ranges, in order of appearance. */
function placed(text: string, labels: readonly Label[]): string[] {
  let from = 0;
  return labels.map((label) => {
    const start = label.start ?? text.indexOf(label.raw, from);
    assert.ok(start >= from && text.startsWith(label.raw, start), `${label.raw} is not in the text`);
    from = start + label.raw.length;
    return describeOccurrence(start, label);
  });
}

function check({ id, language, text, expect, optional }: LabeledLine): void {
  const tolerated = new Set(placed(text, optional ?? []));
  const found = findIndicators(text, { languageId: language })
    .map((occurrence) => describeOccurrence(occurrence.start, occurrence))
    .filter((occurrence) => !tolerated.has(occurrence));
  assert.deepEqual(found, placed(text, expect), `${id}: ${JSON.stringify(text)}`);
}

describe('Finding indicators in the log formats of products', () => {
  for (const [format, lines] of Map.groupBy(labeledLines(), ({ id }) => id.replace(/-\d+$/, '')))
    it(`finds every host, address, and URL: ${format}`, () => {
      for (const line of lines) check(line);
    });
});
