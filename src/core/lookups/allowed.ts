import type { LookupMode, LookupReason } from './types';

/**
 * What the mode lets go out for a reason: opening a record is not yet a click that says “send”; triage asks for what the
 * user, told the host and how many, has said yes to.
 */
export function isAllowed(mode: LookupMode, reason: LookupReason): boolean {
  switch (mode) {
    case 'offline':
      return false;
    case 'onDemand':
      return reason === 'click' || reason === 'triage';
    case 'onHover':
      return reason !== 'visible';
    case 'automatic':
      return true;
  }
}
