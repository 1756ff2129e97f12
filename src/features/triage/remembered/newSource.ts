import * as vscode from 'vscode';
import type { NewIndicator, TriageNews } from '../../../core/triage/remembered/news';
import type { TextRead } from '../../../core/triage/found';
import type { TallyEntry } from '../../../core/triage/counting/tally';
import type { TriageSource } from '../files/triageSource';
import { rememberedStrings } from './rememberedStrings';

/** The name of the source, which isn't an address. */
export const newName = 'new';

/** The source of what became risky after the triage of its files. */
export function newSource(news: () => Promise<TriageNews>): TriageSource {
  return {
    kind: 'new',
    title: rememberedStrings.title(),
    name: newName,
    async load() {
      const { rows, dropped } = await news();
      const byFile = Map.groupBy(rows, ({ uri }) => uri);
      return {
        files: [...byFile.keys()].map((uri) => vscode.Uri.parse(uri)),
        // Which file an older row was from isn't kept, so that the first one counts them.
        texts: [...byFile.values()].map((each, index) => textOf(each, index === 0 ? dropped : 0)),
        isTruncated: false,
      };
    },
  };
}

function textOf(rows: readonly NewIndicator[], unlisted: number): TextRead {
  const found = rows.map(({ type, value, line, column }): TallyEntry => ({
    type,
    value,
    reserved: false,
    count: 1,
    locations: [line, column],
  }));
  return { kind: 'read', bytes: 0, lines: 0, occurrences: rows.length, unlisted, found };
}
