import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findIndicators } from '../../../../../src/core/indicators/index';

/** The indicators in a text as `type value`, after checking that all ranges are exact. */
export function findValues(text: string, languageId?: string): string[] {
  const occurrences = findIndicators(text, languageId === undefined ? {} : { languageId });
  let end = 0;
  for (const occurrence of occurrences) {
    assert.ok(occurrence.start >= end, `${occurrence.raw} overlaps or is out of order`);
    assert.equal(text.slice(occurrence.start, occurrence.end), occurrence.raw);
    end = occurrence.end;
  }
  return occurrences.map(({ type, value }) => `${type} ${value}`);
}

/** The raw texts of the indicators in a text. */
export function findRaws(text: string, languageId?: string): string[] {
  return findIndicators(text, languageId === undefined ? {} : { languageId }).map(({ raw }) => raw);
}

/** Asserts the indicators of several texts. */
export function assertFound(cases: readonly (readonly [string, readonly string[]])[], languageId?: string): void {
  for (const [text, expected] of cases) assert.deepEqual(findValues(text, languageId), expected, JSON.stringify(text));
}

/** Asserts that none of the texts contains an indicator. */
export function assertNothingFound(texts: readonly string[], languageId?: string): void {
  for (const text of texts) assert.deepEqual(findValues(text, languageId), [], JSON.stringify(text));
}

/** A label of a line in the fixtures. */
export interface Label {
  readonly raw: string;
  readonly value: string;
  readonly type: string;
  /** Only given where the raw text also occurs before, without being an indicator there. */
  readonly start?: number;
}

/** A line of a log format in the fixtures, and what is in it. */
export interface LabeledLine {
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly expect: readonly Label[];
  /** May be found or not, but only with this range and value. */
  readonly optional?: readonly Label[];
}

/** All lines of the log formats of products. */
export function labeledLines(): readonly LabeledLine[] {
  const folder = join(process.cwd(), 'test', 'fixtures', 'logs');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabeledLine);
}
