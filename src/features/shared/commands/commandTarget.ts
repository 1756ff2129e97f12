import type { Indicator } from '../../../core/indicators/identity/types';
import type { CommandTarget } from '../ids/commands';

const types: readonly unknown[] = ['domain', 'ip', 'url'];
const maxValueLength = 65_536;

/** Reads a command's argument, which may be anything (menus hand on a Uri): the target, or nothing. */
export function readTarget(argument: unknown): CommandTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { type, value, at } = argument as Partial<Record<keyof CommandTarget, unknown>>;
  if (!types.includes(type) || typeof value !== 'string' || value === '' || value.length > maxValueLength)
    return undefined;
  const indicator: Indicator = { type: type as Indicator['type'], value };
  const location = readLocation(at);
  return location === undefined ? indicator : { ...indicator, at: location };
}

function readLocation(at: unknown): CommandTarget['at'] {
  if (typeof at !== 'object' || at === null) return undefined;
  const { uri, line, character } = at as Record<string, unknown>;
  const numbers = [line, character].every((number) => Number.isSafeInteger(number) && Number(number) >= 0);
  return typeof uri === 'string' && numbers ? { uri, line: Number(line), character: Number(character) } : undefined;
}
