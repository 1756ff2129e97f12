import { InputError } from '../../core/records/inputFailure';
import { readBytes } from './index';

/** Whether a text holds one indicator at least, in any of the forms that an import takes. */
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
