import type { Indicator } from '../../core/indicators/types';
import type { LookupResult } from '../../core/lookups/types';
import type { CommandTarget } from '../common/commands';
import type { CommandLink, Line, Part } from '../common/safeMarkdown';
import type { HoverContext } from './hoverContext';

/** What a command of this hover is handed. */
export function target(indicator: Indicator, context: HoverContext): CommandTarget {
  const { type, value } = indicator;
  return context.at === undefined ? { type, value } : { type, value, at: context.at };
}

/** A link that runs a command. */
export function link(label: string, command: CommandLink, title: string): Part {
  return { kind: 'link', label, command, title };
}

/** “Copy Defanged” for the hover's indicator. */
export function copyDefangedLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link('Copy Defanged', { id: 'threatLookups.copyDefanged', args }, 'Copy in a form that no click opens');
}

/** “Scan…” for the hover's indicator. */
export function scanLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link('Scan…', { id: 'threatLookups.scan', args }, 'Have it looked at anew; asks how far first');
}

/** The last line: what can be done next. “Look Up Again” only where that would ask somebody. */
export function actionsLine(result: LookupResult, context: HoverContext): Line {
  const here = target(result.indicator, context);
  const links: Part[] = [
    link('Open Record', { id: 'threatLookups.openRecord', args: [here] }, 'Everything known, in a panel'),
  ];
  if (context.canAsk && canRetry(result)) {
    links.push(link('Look Up Again', { id: 'threatLookups.lookUpAgain', args: [here] }, 'Ask the service now'));
  }
  if (canScan(result, context)) {
    links.push(scanLink(result, context));
  }
  links.push(
    copyDefangedLink(result, context),
    link('More…', { id: 'threatLookups.more', args: [here] }, 'Copy, ignore, change what is looked up'),
  );
  return links.flatMap((part, index) => (index === 0 ? [part] : [{ kind: 'gap' }, part]));
}

/** Not where the answer could only be that it never leaves. */
function canScan({ state }: LookupResult, { canAsk }: HoverContext): boolean {
  return state.kind !== 'offline' && !(state.kind === 'blocked' && canAsk);
}

function canRetry({ state }: LookupResult): boolean {
  if (state.kind !== 'failed') return state.kind === 'settled';
  // A rate limit holds for clicks, too; where the trouble's own line offers another try, once is enough.
  return state.error.kind !== 'rateLimited' && state.wouldSend === undefined;
}
