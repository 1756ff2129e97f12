import type { Indicator } from '../../core/indicators/identity/types';
import type { LookupResult } from '../../core/lookups/types';
import type { CommandTarget } from '../shared/ids/commands';
import type { CommandLink, Line, Part } from '../shared/text/safeMarkdown';
import type { HoverContext } from './hoverContext';
import { strings } from './strings';

/** The argument for a command of this hover. */
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
  return link(strings.copyDefanged(), { id: 'threatLookups.copyDefanged', args }, strings.copyDefangedTitle());
}

/** “Scan…” for the hover's indicator. */
export function scanLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link(strings.scan(), { id: 'threatLookups.scan', args }, strings.scanTitle());
}

/** The last line: possible actions. “Look Up Again” only where that would send a request. */
export function actionsLine(result: LookupResult, context: HoverContext): Line {
  const here = target(result.indicator, context);
  const links: Part[] = [
    link(strings.openRecord(), { id: 'threatLookups.openRecord', args: [here] }, strings.openRecordTitle()),
  ];
  if (context.canAsk && canRetry(result)) {
    links.push(
      link(strings.lookUpAgain(), { id: 'threatLookups.lookUpAgain', args: [here] }, strings.lookUpAgainTitle()),
    );
  }
  if (canScan(result, context)) {
    links.push(scanLink(result, context));
  }
  links.push(
    copyDefangedLink(result, context),
    link(strings.moreActions(), { id: 'threatLookups.moreActions', args: [here] }, strings.moreTitle()),
  );
  return links.flatMap((part, index) => (index === 0 ? [part] : [{ kind: 'gap' }, part]));
}

/** Not where a scan could only report that the indicator is never sent. */
function canScan({ state }: LookupResult, { canAsk }: HoverContext): boolean {
  return state.kind !== 'offline' && !(state.kind === 'blocked' && canAsk);
}

function canRetry({ state }: LookupResult): boolean {
  if (state.kind !== 'failed') return state.kind === 'settled';
  // A rate limit also applies to clicks; the error's own line may already offer another attempt.
  return state.error.kind !== 'rateLimited' && state.wouldSend === undefined;
}
