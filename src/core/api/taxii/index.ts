export { collectionUrl, createTaxiiClient, taxiiMediaType, type TaxiiClient, type TaxiiPage } from './client';
export { discover, discoveryAddresses, probe, type FoundCollection, type Offer } from './discover';
export { isAccessRefused, taxiiSentence, type TaxiiPlace } from './sentence';
