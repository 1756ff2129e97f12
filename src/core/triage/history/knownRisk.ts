import { isWellKnown } from '../../context/builtIn';
import type { Indicator } from '../../indicators/identity/types';
import type { Lookups } from '../../lookups/lookups';
import { riskRank } from '../../records/risk';
import { assess, type Assessment } from '../assess';

/**
 * Whether the local store knows a risk of at least medium; undefined if it can't be read. Internal, ignored, and retired
 * indicators have none, nor does sample data, nor known services that only lists rate, nor what the user has rated.
 */
export function hasKnownRisk(
  indicator: Indicator,
  lookups: Pick<Lookups, 'local' | 'blocked'>,
  skipWellKnown: boolean,
): boolean | undefined {
  const assessment = assess(indicator, lookups, skipWellKnown, true);
  if (assessment.unread !== undefined) return undefined;
  if (!isRated(assessment) || lookups.blocked(indicator) !== undefined) return false;
  const isSkipped = skipWellKnown && isWellKnown(indicator);
  if (indicator.type !== 'url') return !isSkipped && assessment.isFalsePositive !== true;
  // A URL on such a host has only its own risk.
  const [own] = assessment.known;
  if (!isSkipped && assessment.isFalsePositive !== true) return true;
  return own !== undefined && isRated({ lead: own });
}

function isRated({ lead }: Pick<Assessment, 'lead'>): boolean {
  if (lead === undefined || lead.source.kind === 'sample' || lead.source.kind === 'user') return false;
  if (lead.record.retired) return false;
  return riskRank(lead.record.risk) >= riskRank('medium');
}
