import type { Stamps } from '../../records/record';
import { isRetiredWord, parseRisk, parseRiskWord } from '../../records/risk';
import { type Fields, isMissing, present } from './fields';
import { retirement, stamp } from './values';

/** Risk, recommended risk and retirement of an indicator, a row of links or a threat, whichever way they are told. */
export function riskOf(fields: Fields) {
  const word = fields.raw('risk');
  const recommended = fields.raw('risk_recommended');
  const isRetiredLevel = isRetiredWord(word);
  const retirementSaid = fields.read('retired', retirement);
  const retiredStamp = fields.read('stamp_retired', stamp);
  return {
    missing: isMissing(word),
    // `retired` is a level in parts of the interface; what was scored says how bad it was.
    level: parseRisk(isRetiredLevel ? recommended : word),
    recommended: isMissing(recommended) ? undefined : parseRiskWord(recommended),
    // A stamp alone tells of a retirement; beside an explicit 0 it tells of a former one.
    retired: isRetiredLevel || (retirementSaid?.retired ?? retiredStamp !== undefined),
    reason: retirementSaid?.reason,
  };
}

/** The stamps of a record that it tells. */
export function stampsOf(fields: Fields): Stamps {
  return present({
    added: fields.read('stamp_added', stamp),
    updated: fields.read('stamp_updated', stamp),
    seen: fields.read('stamp_seen', stamp),
    probed: fields.read('stamp_probed', stamp),
    retired: fields.read('stamp_retired', stamp),
  });
}
