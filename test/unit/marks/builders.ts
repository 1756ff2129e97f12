import { incrementalFinder } from '../../../src/core/indicators/index';
import { parseIndicator } from '../../../src/core/indicators/parseIndicator';
import { createGlances } from '../../../src/core/lookups/visible';
import type { RiskLevel } from '../../../src/core/records/risk';
import type { MarkLevel } from '../../../src/features/common/settingValues';
import { documentLines } from '../../../src/features/marks/documentLines';
import { blockLines, DocumentMarks } from '../../../src/features/marks/documentMarks';
import { lineChanges } from '../../../src/features/marks/lineChanges';
import { Slices } from '../../../src/features/marks/slices';
import { known, mirror, world, type World, type WorldOptions } from '../lookups/fakes';

/** A document that can be edited, with marks over what a store knows. */
export interface Page {
  readonly here: World;
  readonly marks: DocumentMarks;
  lines: string[];
  /** Replaces lines `from` to `to` (inclusive), as an editor's change does. */
  replace(from: number, to: number, lines: readonly string[]): void;
}

export interface PageOptions extends WorldOptions {
  readonly knows?: Readonly<Record<string, RiskLevel | readonly [RiskLevel, 'retired']>>;
  readonly level?: MarkLevel;
  readonly languageId?: string;
}

export function page(lines: readonly string[], options: PageOptions = {}): Page {
  const { knows = {}, level = 'medium', languageId = 'log' } = options;
  const stored = Object.entries(knows).flatMap(([text, said]) => {
    const indicator = parseIndicator(text);
    if (indicator === undefined) throw new Error(`no indicator: ${text}`);
    const [risk, retired = false] = typeof said === 'string' ? [said] : [said[0], true];
    return [[indicator, known(indicator, mirror, { risk, retired })] as const];
  });
  const here = world({ ...options, stored });
  const self = { here, lines: [...lines] } as unknown as Page & { marks: DocumentMarks };
  const document = {
    get lineCount() {
      return self.lines.length;
    },
    lineAt: (line: number) => ({ text: self.lines[line] ?? '' }),
  };
  const finder = incrementalFinder(documentLines(document), { languageId });
  Object.assign(self, {
    marks: new DocumentMarks(
      finder,
      createGlances(here.lookups, () => true),
      level,
    ),
  });
  self.replace = (from, to, put) => {
    self.lines.splice(from, to - from + 1, ...put);
    const range = { start: { line: from }, end: { line: to } };
    for (const change of lineChanges([{ range, text: put.join('\r\n') }])) self.marks.edited(change);
  };
  return self;
}

/** Slices that never end and are never called off. */
export const unhurried = (): Slices => new Slices(new AbortController().signal, Infinity);

/** All marks of a page as `line:start-end value`. */
export async function marked({ marks, lines }: Page): Promise<string[]> {
  for (let block = 0; block * blockLines < lines.length; block++) await marks.block(block, unhurried());
  return marks.all().map(({ line, start, end, value }) => `${line}:${start}-${end} ${value}`);
}
