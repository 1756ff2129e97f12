import { InputError } from '../../core/records/problems/inputFailure';
import { readBytes } from './index';

/** Whether a file contains at least one indicator, in any format that can be imported. */
export async function hasIndicators(bytes: Uint8Array, now: number): Promise<boolean> {
  try {
    for await (const { statements } of await readBytes(bytes, now)) {
      if (statements.some(({ kind }) => kind === 'indicator')) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
