import { incrementalFinder } from '../../../../src/core/indicators/index';
import { parseIndicator } from '../../../../src/core/indicators/detect/parseIndicator';
import { createRiskSnapshots } from '../../../../src/core/lookups/engine/riskSnapshots';
import type { RiskLevel } from '../../../../src/core/records/risk';
import type { HighlightLevel } from '../../../../src/features/shared/settings/settingValues';
import { documentLines } from '../../../../src/features/highlights/documentLines';
import { blockLines, DocumentHighlights } from '../../../../src/features/highlights/documentHighlights';
import { TimeSlices } from '../../../../src/features/highlights/timeSlices';
import { known, mirror, world, type World, type WorldOptions } from '../../core/lookups/fakes';
import { lineChanges } from '../../../../src/features/highlights/editorHighlighter';

/** An editable document with highlights from a store. */
export interface Page {
  readonly here: World;
  readonly highlights: DocumentHighlights;
  lines: string[];
  /** Replaces lines `from` to `to` (inclusive), as an editor's change does. */
  replace(from: number, to: number, lines: readonly string[]): void;
}

export interface PageOptions extends WorldOptions {
  readonly knows?: Readonly<Record<string, RiskLevel | readonly [RiskLevel, 'retired']>>;
  readonly level?: HighlightLevel;
  readonly languageId?: string;
}

export function page(lines: readonly string[], options: PageOptions = {}): Page {
  const { knows = {}, level = 'medium', languageId = 'log' } = options;
  const stored = Object.entries(knows).flatMap(([text, stated]) => {
    const indicator = parseIndicator(text);
    if (indicator === undefined) throw new Error(`no indicator: ${text}`);
    const [risk, retired = false] = typeof stated === 'string' ? [stated] : [stated[0], true];
    return [[indicator, known(indicator, mirror, { risk, retired })] as const];
  });
  const here = world({ ...options, stored });
  const self = { here, lines: [...lines] } as unknown as Page & { highlights: DocumentHighlights };
  const document = {
    get lineCount() {
      return self.lines.length;
    },
    lineAt: (line: number) => ({ text: self.lines[line] ?? '' }),
  };
  const finder = incrementalFinder(documentLines(document), { languageId, listed: () => true });
  Object.assign(self, {
    highlights: new DocumentHighlights(
      finder,
      createRiskSnapshots(here.lookups, () => true),
      level,
      (name) => stored.some(([{ value }]) => value === name),
    ),
  });
  self.replace = (from, to, put) => {
    self.lines.splice(from, to - from + 1, ...put);
    const range = { start: { line: from }, end: { line: to } };
    for (const change of lineChanges([{ range, text: put.join('\r\n') }])) self.highlights.edited(change);
  };
  return self;
}

/** Slices that never end and are never called off. */
export const unhurried = (): TimeSlices => new TimeSlices(new AbortController().signal, Infinity);

/** All marks of a page as `line:start-end value`. */
export async function marked({ highlights, lines }: Page): Promise<string[]> {
  for (let block = 0; block * blockLines < lines.length; block++) await highlights.block(block, unhurried());
  return highlights.all().map(({ line, start, end, value }) => `${line}:${start}-${end} ${value}`);
}
