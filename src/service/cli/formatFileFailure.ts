import { join } from 'node:path';
import { formatInputFailure, type InputFailure } from '../../core/records/problems/inputFailure';

/** Why a file of the command line wasn't read, as a sentence. */
export function formatFileFailure(failure: InputFailure, path: string, pattern = '*.log'): string {
  const why = formatInputFailure(failure);
  return failure.kind === 'folder' ? `${why} Pass files, for example ${join(path, pattern)}.` : why;
}
