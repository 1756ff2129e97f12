export { type ChunkOptions, findInBlocks, findInChunks } from './detect/chunks';
export {
  type IndicatorForm,
  inForm,
  isClickable,
  partsFilter,
  type Replacement,
  replaceIn,
  type TextPart,
} from './identity/changeForm';
export { defang } from './identity/defang';
export { displayForm } from './identity/displayForm';
export { findIndicators, passIndicators } from './detect/find';
export { getHost } from './identity/getHost';
export {
  incrementalFinder,
  type IncrementalFinder,
  type LineChange,
  type LineOccurrence,
  type LineRange,
  type LineSource,
} from './detect/incremental';
export { lookupKey } from './identity/lookupKey';
export { containingNetworks, parseNetwork, prefixLength, type PrefixLengths } from './identity/network';
export { parseIndicator } from './detect/parseIndicator';
export { parseListEntry, parseSpacedUrl } from './detect/parseListEntry';
export { refang } from './identity/refang';
export { isReserved } from './registry/reserved';
export { parseResolver } from './identity/resolverAddress';
export type { Decision, Findings, FindOptions, Indicator, IndicatorType, Occurrence } from './identity/types';
export { candidatesAt, findIndicatorAt, indicatorAmong, linksAround } from './detect/window';
export { mailHeadLength, mayStartMail, startsMail } from './detect/encoded/mail';
export { rejectionReason, type RejectionKind } from './detect/rejectionReason';
