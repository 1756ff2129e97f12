import type { ServiceClient } from '../../core/api/client';
import { exploreRefusal } from '../../core/api/exploreRequest';
import type { Outcome, RequestError } from '../../core/api/requestError';

/** Called with the error of a request, or undefined if the service answered. */
export type OutcomeListener = (error: RequestError | undefined) => void;

/** The same client, reporting outcomes to a listener. Canceled requests aren't reported. */
export function watchedClient(client: ServiceClient, onOutcome: OutcomeListener): ServiceClient {
  const watched = async <T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await answer;
    if (outcome.ok) onOutcome(undefined);
    else if (outcome.error.kind !== 'canceled') onOutcome(outcome.error);
    return outcome;
  };
  return {
    address: client.address,
    host: client.host,
    remote: client.remote,
    indicator: (indicator, options) => watched(client.indicator(indicator, options)),
    indicatorByIid: (iid, options) => watched(client.indicatorByIid(iid, options)),
    exploreIndicators: (values, limit, options) => watched(client.exploreIndicators(values, limit, options)),
    explore: async (request, options) => {
      const outcome = await client.explore(request, options);
      // A rejected query doesn't indicate a problem with the service.
      const isAnswered = outcome.ok || exploreRefusal(outcome.error, request) !== undefined;
      if (isAnswered) onOutcome(undefined);
      else if (outcome.error.kind !== 'canceled') onOutcome(outcome.error);
      return outcome;
    },
    submitScan: (request, options) => watched(client.submitScan(request, options)),
    // Polls continue in the background for hours: their errors are shown with the scan.
    pollScan: (qid, requested, options) => client.pollScan(qid, requested, options),
    fullIndicator: (requested, options) => watched(client.fullIndicator(requested, options)),
    indicatorHistory: (requested, options) => watched(client.indicatorHistory(requested, options)),
    indicatorLinks: (requested, options) => watched(client.indicatorLinks(requested, options)),
    threat: (requested, options) => watched(client.threat(requested, options)),
    threatSummary: (requested, options) => watched(client.threatSummary(requested, options)),
    threatLinks: (requested, options) => watched(client.threatLinks(requested, options)),
    feed: (requested, options) => watched(client.feed(requested, options)),
    feedSummary: (requested, options) => watched(client.feedSummary(requested, options)),
    feedLinks: (requested, options) => watched(client.feedLinks(requested, options)),
    check: (options) => watched(client.check(options)),
    budget: () => client.budget(),
    onBudget: (listener) => client.onBudget(listener),
  };
}
