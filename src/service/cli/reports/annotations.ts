import type { RiskLevel } from '../../../core/records/risk';
import type { Triaged } from '../../../core/triage/assess';
import { type FileNames, type Finding, getFindings, getMessage, pathBelow, getTitle } from './findings';

/** The first location of an indicator in each file: runners show few annotations of a step. */
const perFile = 1;

const commands: Readonly<Record<RiskLevel, 'error' | 'warning' | 'notice'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  'very low': 'notice',
  none: 'notice',
  unknown: 'notice',
};

/** The message of a command of GitHub Actions. */
export function commandData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property of such a command. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The locations of indicators at risk as annotations of GitHub Actions, the highest risk first. */
export function annotations(
  rows: readonly Triaged[],
  { folder, ...names }: FileNames & { readonly folder: string },
): string {
  const { fileOf, entryOf } = names;
  const line = (finding: Finding): string => {
    const { risk, location } = finding;
    const file = fileOf(location.file);
    const entry = entryOf?.(location.file);
    // An archive has no lines: the message contains the place.
    const [lineNumber, column] = entry === undefined ? [location.line, location.column] : [1, 1];
    const properties = {
      // Standard input isn't a file in the repository.
      ...(file === '-' ? {} : { file: pathBelow(file, folder) ?? file }),
      line: String(lineNumber),
      col: String(column),
      title: getTitle(finding),
    };
    const list = Object.entries(properties).map(([name, value]) => `${name}=${commandProperty(value)}`);
    return `::${commands[risk]} ${list.join(',')}::${commandData(getMessage(finding, entry))}\n`;
  };
  return getFindings(rows, perFile, names).findings.map(line).join('');
}
