import { localHost, localSource } from '../../records/sourceId';
import { checkedIndicator, type ServiceClient } from '../client';
import { createExploreEndpoint } from './exploreEndpoint';
import type { Gateway } from '../http/gateway';
import { IndicatorEndpoint } from './indicatorEndpoint';
import { createRecordEndpoints } from './recordEndpoints';
import type { Outcome } from '../requestError';
import { createScanEndpoint } from './scanEndpoint';
import { createTeamEndpoint } from './teamEndpoint';
import type { OnDropped } from '../schemas/fields';

interface Deps {
  readonly gateway: Gateway;
  /** The local service in this process: it has no URL, and accepts any indicator. */
  readonly embedded?: boolean;
  /** Called, without the key, with the part of a response that was dropped and the reason. */
  readonly onDropped?: OnDropped;
}

/** The documented API as typed functions over one gateway. */
export function createServiceClient(deps: Deps): ServiceClient {
  const { gateway, embedded = false } = deps;
  const onDropped: OnDropped = (path, why) => deps.onDropped?.(gateway.redact(path), gateway.redact(why));
  const indicators = new IndicatorEndpoint(gateway, onDropped);

  return {
    ...createRecordEndpoints({
      gateway,
      embedded,
      onDropped,
      iidOf: (requested, options) => indicators.iidOf(requested, options),
    }),
    ...createScanEndpoint(gateway, onDropped),
    ...(embedded ? {} : { team: createTeamEndpoint(gateway) }),
    address: embedded ? localSource : gateway.address,
    host: embedded ? localHost : gateway.host,
    remote: !embedded,
    async indicator(indicator, options = {}) {
      return mapped(await indicators.find(indicator, options), (value) => value.record);
    },
    async indicatorByIid(iid, options = {}) {
      return mapped(await indicators.findByIid(iid, options), (value) => value.record);
    },
    async exploreIndicators(values, limit, options = {}) {
      return mapped(await indicators.explore(values, limit, options), (value) => value.rows);
    },
    explore: createExploreEndpoint(gateway, embedded, onDropped),
    async check(options = {}) {
      return mapped(await indicators.find(checkedIndicator, options), (value) => ({ withKey: value.hadKey }));
    },
    budget: () => gateway.budget(),
    onBudget: (listener) => gateway.onBudget(listener),
  };
}

function mapped<T, U>(outcome: Outcome<T>, map: (value: T) => U): Outcome<U> {
  return outcome.ok ? { ...outcome, value: map(outcome.value) } : outcome;
}
