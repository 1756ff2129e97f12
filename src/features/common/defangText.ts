import type { IndicatorTools } from './indicatorTools';

/** A text in which every indicator stands defanged and all else as it was; what is defanged already stays. */
export function defangText(text: string, tools: Pick<IndicatorTools, 'findIndicators' | 'defang'>): string {
  let shown = '';
  let told = 0;
  for (const { start, end, raw, defanged } of tools.findIndicators(text)) {
    shown += text.slice(told, start) + (defanged ? raw : tools.defang(raw));
    told = end;
  }
  return shown + text.slice(told);
}
