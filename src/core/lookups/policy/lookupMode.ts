import type { LookupMode, LookupReason } from '../types';

/**
 * Whether the mode allows a request for a reason. Opening a record isn't an explicit request; a triage lookup is,
 * since the user has confirmed its host and number of indicators. Tools of AI models send only what `automatic` would: the
 * approval of a call by a model or a user doesn't change that.
 */
export function isAllowed(mode: LookupMode, reason: LookupReason): boolean {
  switch (mode) {
    case 'offline':
      return false;
    case 'onDemand':
      return reason === 'click' || reason === 'triage';
    case 'onHover':
      return reason !== 'visible' && reason !== 'assistant';
    case 'automatic':
      return true;
  }
}
