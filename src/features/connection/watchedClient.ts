import type { ServiceClient } from '../../core/api/client';
import { exploreRefusal } from '../../core/api/exploreRequest';
import type { Outcome, RequestError } from '../../core/api/requestError';

/** What came of a request: a trouble, or undefined where the service answered. */
export type OutcomeListener = (error: RequestError | undefined) => void;

/** The same client, whose outcomes are heard as well; a cancelled request says nothing of the service. */
export function watchedClient(client: ServiceClient, onOutcome: OutcomeListener): ServiceClient {
  const heard = async <T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await answer;
    if (outcome.ok) onOutcome(undefined);
    else if (outcome.error.kind !== 'canceled') onOutcome(outcome.error);
    return outcome;
  };
  return {
    address: client.address,
    host: client.host,
    remote: client.remote,
    indicator: (indicator, options) => heard(client.indicator(indicator, options)),
    indicatorByIid: (iid, options) => heard(client.indicatorByIid(iid, options)),
    exploreIndicators: (values, limit, options) => heard(client.exploreIndicators(values, limit, options)),
    explore: async (request, options) => {
      const outcome = await client.explore(request, options);
      // A refused question says nothing against the service.
      const isAnswered = outcome.ok || exploreRefusal(outcome.error, request) !== undefined;
      if (isAnswered) onOutcome(undefined);
      else if (outcome.error.kind !== 'canceled') onOutcome(outcome.error);
      return outcome;
    },
    submitScan: (request, options) => heard(client.submitScan(request, options)),
    // Polls go on by themselves for hours: their troubles are told where the scan is shown.
    pollScan: (qid, asked, options) => client.pollScan(qid, asked, options),
    fullIndicator: (asked, options) => heard(client.fullIndicator(asked, options)),
    indicatorHistory: (asked, options) => heard(client.indicatorHistory(asked, options)),
    indicatorLinks: (asked, options) => heard(client.indicatorLinks(asked, options)),
    threat: (asked, options) => heard(client.threat(asked, options)),
    threatSummary: (asked, options) => heard(client.threatSummary(asked, options)),
    threatLinks: (asked, options) => heard(client.threatLinks(asked, options)),
    feed: (asked, options) => heard(client.feed(asked, options)),
    feedSummary: (asked, options) => heard(client.feedSummary(asked, options)),
    feedLinks: (asked, options) => heard(client.feedLinks(asked, options)),
    check: (options) => heard(client.check(options)),
    budget: () => client.budget(),
    onBudget: (listener) => client.onBudget(listener),
  };
}
