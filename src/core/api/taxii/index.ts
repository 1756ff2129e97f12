export { collectionUrl, createTaxiiClient, taxiiMediaType, type TaxiiClient, type TaxiiPage } from './client';
export { discover, discoveryAddresses, probe, type FoundCollection, type TaxiiOffer } from './discover';
export { isAccessRefused, type TaxiiErrorContext } from './errorContext';
export { taxiiErrorMessage } from './strings';
