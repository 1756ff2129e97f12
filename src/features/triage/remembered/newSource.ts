import * as vscode from 'vscode';
import type { TriageNews } from '../../../core/triage/remembered/news';
import { givenText, type TriageSource } from '../files/triageSource';
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
      const texts = [...byFile].map(([uri, each], index) => {
        const entries = each.map(({ type, value, line, column }) => ({ type, value, locations: [line, column] }));
        // Which file an older row was from isn't kept, so that the first one counts them.
        return givenText(vscode.Uri.parse(uri), entries, index === 0 ? dropped : 0);
      });
      return { texts, isTruncated: false };
    },
  };
}
