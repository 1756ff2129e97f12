export { collectionUrl, createTaxiiClient, taxiiMediaType, type TaxiiClient, type TaxiiPage } from './client';
export { discover, discoveryAddresses, probe, type FoundCollection, type TaxiiOffer } from './discover';
export { isAccessRefused, taxiiErrorMessage, type TaxiiErrorContext } from './errorMessage';
