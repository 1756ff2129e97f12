import type { Occurrence } from './types';

/** Functions that find indicators and defang values. */
export interface DefangTools {
  readonly findIndicators: (text: string) => readonly Pick<Occurrence, 'start' | 'end' | 'raw' | 'defanged'>[];
  readonly defang: (value: string) => string;
}

/** Defangs every indicator in a text. Everything else, including defanged indicators, is unchanged. */
export function defangText(text: string, tools: DefangTools): string {
  let result = '';
  let copied = 0;
  for (const { start, end, raw, defanged } of tools.findIndicators(text)) {
    result += text.slice(copied, start) + (defanged ? raw : tools.defang(raw));
    copied = end;
  }
  return result + text.slice(copied);
}
