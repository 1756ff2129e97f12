import type { LookupMode, LookupReason } from './types';

/** What the mode lets go out for a reason: opening a record is not yet a click that says “send”. */
export function isAllowed(mode: LookupMode, reason: LookupReason): boolean {
  switch (mode) {
    case 'offline':
      return false;
    case 'onDemand':
      return reason === 'click';
    case 'onHover':
      return reason !== 'visible';
    case 'automatic':
      return true;
  }
}
