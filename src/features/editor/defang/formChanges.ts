import type { IndicatorForm, Replacement, TextPart } from '../../../core/indicators/identity/changeForm';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';

/** Lets other work of the window run. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Replacements that change the form of indicators in a text, and these indicators without duplicates. */
export interface FormChanges {
  readonly replacements: readonly Replacement[];
  readonly indicators: readonly Indicator[];
}

/**
 * Finds the replacements that change the form of the indicators in parts of a text. An indicator that is only partly in
 * one of them is replaced as a whole. Undefined if canceled.
 */
export async function findFormChanges(
  text: string,
  parts: readonly TextPart[],
  form: IndicatorForm,
  { findInBlocks, inForm, partsFilter }: Pick<IndicatorTools, 'findInBlocks' | 'inForm' | 'partsFilter'>,
  { languageId, signal }: { readonly languageId?: string; readonly signal: AbortSignal },
): Promise<FormChanges | undefined> {
  const isWithin = partsFilter(parts);
  const replacements: Replacement[] = [];
  const indicators = new Map<string, Indicator>();
  for await (const block of findInBlocks([text], { languageId })) {
    for (const occurrence of block) {
      const replaced = isWithin(occurrence) ? inForm(occurrence, form) : undefined;
      if (replaced === undefined) continue;
      const { start, end, type, value } = occurrence;
      replacements.push({ start, end, text: replaced });
      indicators.set(`${type} ${value}`, { type, value });
    }
    await pause();
    if (signal.aborted) return undefined;
  }
  return { replacements, indicators: [...indicators.values()] };
}
