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
    pollScan: (qid, asked, options) => client.pollScan(qid, asked, options),
    fullIndicator: (asked, options) => watched(client.fullIndicator(asked, options)),
    indicatorHistory: (asked, options) => watched(client.indicatorHistory(asked, options)),
    indicatorLinks: (asked, options) => watched(client.indicatorLinks(asked, options)),
    threat: (asked, options) => watched(client.threat(asked, options)),
    threatSummary: (asked, options) => watched(client.threatSummary(asked, options)),
    threatLinks: (asked, options) => watched(client.threatLinks(asked, options)),
    feed: (asked, options) => watched(client.feed(asked, options)),
    feedSummary: (asked, options) => watched(client.feedSummary(asked, options)),
    feedLinks: (asked, options) => watched(client.feedLinks(asked, options)),
    check: (options) => watched(client.check(options)),
    budget: () => client.budget(),
    onBudget: (listener) => client.onBudget(listener),
  };
}
