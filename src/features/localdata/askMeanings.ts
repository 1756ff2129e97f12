import { promptListMeaning } from '../shared/sources/listMeaning';
import { setSourceMeaning, type SourceMeaningParts } from '../shared/sources/sourceMeaning';
import type { OpenQuestion } from './importQuestion';

/** Asks what it means to be on the lists, and applies the answers. False if a question was closed, which stays open. */
export async function askMeanings(parts: SourceMeaningParts, questions: readonly OpenQuestion[]): Promise<boolean> {
  for (const { recommended, sources } of questions) {
    const meaning = await promptListMeaning({ names: sources.map(({ name }) => name), recommended });
    if (meaning === undefined) return false;
    for (const source of sources) if (!(await setSourceMeaning(parts, source, meaning))) return false;
  }
  return true;
}
