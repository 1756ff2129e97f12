import type { LookupMode, LookupReason } from '../types';

/**
 * Whether the mode allows a request for a reason. Opening a record isn't an explicit request; a triage lookup is,
 * since the user has confirmed its host and number of indicators.
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
