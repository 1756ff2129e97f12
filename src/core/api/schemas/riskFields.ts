import type { Timestamps } from '../../records/record';
import { isRetiredWord, ownRiskWord, parseRisk, parseRiskWord } from '../../records/risk';
import { boundedText } from './bounds';
import { type Fields, isMissing, present } from './fields';
import { retirement, timestamp } from './values';

/** Risk, recommended risk and retirement of an indicator, a row of links or a threat, in any of their forms. */
export function getRisk(fields: Fields) {
  const word = fields.raw('risk');
  const recommended = fields.raw('risk_recommended');
  const ownWord = ownRiskWord(word);
  const isRetiredLevel = isRetiredWord(word);
  const statedRetirement = fields.read('retired', retirement);
  const retiredTimestamp = fields.read('stamp_retired', timestamp);
  return {
    missing: isMissing(word),
    // `retired` is a level in parts of the API; the score has the actual risk.
    level: parseRisk(isRetiredLevel ? recommended : word),
    ownWord: ownWord && boundedText(ownWord),
    recommended: isMissing(recommended) ? undefined : parseRiskWord(recommended),
    // A timestamp alone means retired; beside an explicit 0 it is that of an earlier retirement.
    retired: isRetiredLevel || (statedRetirement?.retired ?? retiredTimestamp !== undefined),
    reason: statedRetirement?.reason,
  };
}

/** The timestamps of a record. */
export function getTimestamps(fields: Fields): Timestamps {
  return present({
    added: fields.read('stamp_added', timestamp),
    updated: fields.read('stamp_updated', timestamp),
    seen: fields.read('stamp_seen', timestamp),
    probed: fields.read('stamp_probed', timestamp),
    retired: fields.read('stamp_retired', timestamp),
  });
}
