// What the extension loads with the first request to a TAXII server.
export { createTaxiiClient, discover, probe, taxiiSentence, type FoundCollection, type Offer } from '../api/taxii';
export type { TaxiiClient } from '../api/taxii';
export { syncCollection } from './sync';
export { fetchList, listSentence } from './list';
export { throughOutage } from './outage';
