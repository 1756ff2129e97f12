export { createTaxiiClient, taxiiMediaType, type TaxiiClient, type TaxiiPage } from './client';
export { discover, probe, type FoundCollection, type TaxiiOffer } from './discover';
export { taxiiErrorMessage } from './strings';
