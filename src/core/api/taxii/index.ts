export { collectionUrl, createTaxiiClient, taxiiMediaType, type TaxiiClient, type TaxiiPage } from './client';
export { discover, discoveryAddresses, type FoundCollection, type Offer } from './discover';
export { taxiiSentence } from './sentence';
