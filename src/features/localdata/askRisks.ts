import { promptListRisk } from '../shared/sources/listRiskPrompt';
import { setSourceRisk, type SourceRiskParts } from '../shared/sources/sourceRisk';
import type { OpenQuestion } from './importQuestion';

/** Asks what it means to be on the lists, and applies the answers. A closed question stays open. */
export async function askRisks(parts: SourceRiskParts, questions: readonly OpenQuestion[]): Promise<void> {
  for (const { recommended, sources } of questions) {
    const risk = await promptListRisk({ names: sources.map(({ name }) => name), recommended });
    if (risk === undefined) return;
    for (const source of sources) if (!(await setSourceRisk(parts, source, risk))) return;
  }
}
