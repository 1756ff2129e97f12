import type { Enricher } from './enricher';

/** Makes the enricher that asks a resolver; the system's where none is named. */
export type LoadEnricher = (resolver: string | undefined) => Promise<Enricher>;

/** An enricher that is loaded by the first scan that looks outside, and again when the resolver is another one. */
export function lazyEnricher(load: LoadEnricher, resolver: () => string | undefined): Enricher {
  let loaded: { readonly resolver: string | undefined; readonly enricher: Promise<Enricher> } | undefined;
  return {
    async enrich(indicator, options) {
      const wanted = resolver();
      if (loaded === undefined || loaded.resolver !== wanted) loaded = { resolver: wanted, enricher: load(wanted) };
      const enricher = await loaded.enricher;
      return enricher.enrich(indicator, options);
    },
  };
}
