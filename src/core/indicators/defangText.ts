import type { Occurrence } from './types';

/** What finds indicators, and the form of a value that no click opens. */
export interface DefangTools {
  readonly findIndicators: (text: string) => readonly Pick<Occurrence, 'start' | 'end' | 'raw' | 'defanged'>[];
  readonly defang: (value: string) => string;
}

/** A text in which every indicator stands defanged and all else as it was; what is defanged already stays. */
export function defangText(text: string, tools: DefangTools): string {
  let result = '';
  let copied = 0;
  for (const { start, end, raw, defanged } of tools.findIndicators(text)) {
    result += text.slice(copied, start) + (defanged ? raw : tools.defang(raw));
    copied = end;
  }
  return result + text.slice(copied);
}
