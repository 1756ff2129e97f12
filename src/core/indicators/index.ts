export { type ChunkOptions, findInBlocks, findInChunks } from './chunks';
export { defang } from './defang';
export { displayForm } from './displayForm';
export { findIndicators } from './find';
export { hostOf } from './hostOf';
export {
  incrementalFinder,
  type IncrementalFinder,
  type LineChange,
  type LineOccurrence,
  type LineRange,
  type LineSource,
} from './incremental';
export { lookupKey } from './lookupKey';
export { containingNetworks, parseNetwork, prefixLength, type PrefixLengths } from './network';
export { parseIndicator } from './parseIndicator';
export { parseListEntry } from './parseListEntry';
export { refang } from './refang';
export { isReserved } from './reserved';
export { parseResolver } from './resolverAddress';
export type { FindOptions, Indicator, IndicatorType, Occurrence } from './types';
export { findIndicatorAt } from './window';
export { isWellKnown } from './wellKnown';
export { rejectionReason, type RejectionKind } from './rejectionReason';
