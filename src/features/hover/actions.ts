import type { Indicator } from '../../core/indicators/identity/types';
import type { LookupResult } from '../../core/lookups/types';
import type { CommandTarget } from '../shared/ids/commands';
import type { CommandLink, Line, Part } from '../shared/text/safeMarkdown';
import type { HoverContext } from './hoverContext';
import { t } from '../../l10n';

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
  return link(
    t('Copy Defanged'),
    { id: 'threatLookups.copyDefanged', args },
    t('Copy in defanged (non-clickable) form'),
  );
}

/** “Scan…” for the hover's indicator. */
export function scanLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link(
    t('Scan…'),
    { id: 'threatLookups.scan', args },
    t('Scan this indicator. You choose the scan type first.'),
  );
}

/** The last line: possible actions. “Look Up Again” only where that would send a request. */
export function actionsLine(result: LookupResult, context: HoverContext): Line {
  const here = target(result.indicator, context);
  const links: Part[] = [
    link(t('Open Record'), { id: 'threatLookups.openRecord', args: [here] }, t('Open the full record')),
  ];
  if (context.canAsk && canRetry(result)) {
    links.push(
      link(t('Look Up Again'), { id: 'threatLookups.lookUpAgain', args: [here] }, t('Look up on the service now')),
    );
  }
  if (canScan(result, context)) {
    links.push(scanLink(result, context));
  }
  links.push(
    copyDefangedLink(result, context),
    link(t('More…'), { id: 'threatLookups.moreActions', args: [here] }, t('More actions')),
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
