import { join } from 'node:path';
import { formatInputFailure, type InputFailure } from '../../core/records/problems/inputFailure';

/** Why a file of the command line wasn't read, and the solution. */
export function formatFileFailure(failure: InputFailure, path: string): string {
  return withSolution(failure, { folder: passFiles(path, '*.log'), binary: 'Pass a text file.' });
}

/** Like {@link formatFileFailure}, for a file to import, possibly in a given format. */
export function formatImportFailure(failure: InputFailure, path: string, format: string | undefined): string {
  const otherFormat = format === undefined ? 'Pass STIX, MISP, CSV, JSON, or text.' : 'Check --format.';
  return withSolution(failure, {
    folder: passFiles(path, '*.csv'),
    binary: 'Pass STIX, MISP, CSV, JSON, or text.',
    notBundle: otherFormat,
    ...(format === undefined ? {} : { invalidJson: otherFormat, noIndicatorColumn: otherFormat }),
  });
}

function withSolution(failure: InputFailure, solutions: Partial<Record<InputFailure['kind'], string>>): string {
  const solution = solutions[failure.kind];
  return `${formatInputFailure(failure)}${solution === undefined ? '' : ` ${solution}`}`;
}

function passFiles(folder: string, pattern: string): string {
  return `Pass files, for example ${join(folder, pattern)}.`;
}
