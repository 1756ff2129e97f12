/** Why rows of a triage aren't blocked. */
export const blockReasons = ['belowRisk', 'onlyUrls', 'retired', 'harmless', 'reserved', 'ignored'] as const;
export type BlockReason = (typeof blockReasons)[number];
