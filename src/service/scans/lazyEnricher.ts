import type { Enricher } from './enricher';

/** Loads the enricher for a resolver, or for that of the system. */
export type LoadEnricher = (resolver: string | undefined) => Promise<Enricher>;

/** An enricher that is loaded when it is first needed, and again when the resolver changes. */
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
