import type { Finding } from '../../runs/run';
import { fromStoredNames, fromStoredWarning, toStoredNames } from '../sqlite/storedNames';

/** Results of a query as they are stored. */
export function writeFinding(finding: Finding): string {
  return JSON.stringify(toStoredNames(finding, 'finding'));
}

/** Reads stored results. Earlier versions stored warnings as sentences under another name. */
export function readFinding(stored: string): Finding {
  const { oddities, warnings, ...rest } = fromStoredNames(JSON.parse(stored), 'finding') as Omit<
    Finding,
    'warnings'
  > & {
    readonly warnings?: Finding['warnings'];
    readonly oddities?: readonly string[];
  };
  const sentences = (oddities ?? []).map((text) => ({ kind: 'stored', text }) as const);
  return { ...rest, warnings: warnings?.map(fromStoredWarning) ?? sentences };
}
