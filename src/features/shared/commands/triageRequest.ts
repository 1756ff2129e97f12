import type { Indicator } from '../../../core/indicators/identity/types';
import { readTarget } from './commandTarget';
import type { TriageRequest } from '../ids/commands';

const maxIndicators = 10_000;

/** Reads the argument of “Add to Triage List”, which may be anything: several indicators with their origin. */
export function readTriageRequest(argument: unknown): TriageRequest | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { indicators, originText } = argument as Partial<Record<keyof TriageRequest, unknown>>;
  if (!Array.isArray(indicators) || typeof originText !== 'string') return undefined;
  const read = (indicators as readonly unknown[]).slice(0, maxIndicators).flatMap((each): Indicator[] => {
    const target = readTarget(each);
    return target === undefined ? [] : [{ type: target.type, value: target.value }];
  });
  return { indicators: read, originText: originText.slice(0, 300) };
}
