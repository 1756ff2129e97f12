// Loaded with the first request to a TAXII server.
export {
  createTaxiiClient,
  discover,
  probe,
  taxiiErrorMessage,
  type FoundCollection,
  type TaxiiOffer,
} from '../api/taxii';
export type { TaxiiClient } from '../api/taxii';
export { syncCollection } from './sync';
export { fetchList } from './list';
export { failedRequest } from './fetchedList';
export { fetchListFiles } from './listFetch';
export { retryThroughOutage } from './outage';
