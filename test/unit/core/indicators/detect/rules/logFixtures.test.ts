import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findIndicators } from '../../../../../../src/core/indicators/index';

interface Label {
  readonly raw: string;
  readonly value: string;
  readonly type: string;
  /** Only given where the raw text also occurs before, without being an indicator there. */
  readonly start?: number;
}

interface Line {
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly expect: readonly Label[];
  /** May be found or not, but only with this range and value. */
  readonly optional?: readonly Label[];
}

const folder = join(process.cwd(), 'test', 'fixtures', 'logs');

function readLines(file: string): Line[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

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

function check({ id, language, text, expect, optional }: Line): void {
  const tolerated = new Set(placed(text, optional ?? []));
  const found = findIndicators(text, { languageId: language })
    .map((occurrence) => describeOccurrence(occurrence.start, occurrence))
    .filter((occurrence) => !tolerated.has(occurrence));
  assert.deepEqual(found, placed(text, expect), `${id}: ${JSON.stringify(text)}`);
}

describe('Finding indicators in the log formats of products', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const formats = Map.groupBy(readLines(file), ({ id }) => id.replace(/-\d+$/, ''));
    for (const [format, lines] of formats)
      it(`finds every host, address, and URL: ${format}`, () => {
        for (const line of lines) check(line);
      });
  }
});
