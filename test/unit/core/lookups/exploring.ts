import type { BatchRequestOptions, Budget } from '../../../../src/core/api/client';
import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import { percentEncode } from '../../../../src/core/text/redact';
import { iocQuery } from '../../../../src/core/explore/queries/exactTerms';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { parseIndicator } from '../../../../src/core/indicators/detect/parseIndicator';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { settled, world, type World, type WorldOptions } from './fakes';

/** One Explore request as the fake service got it. */
export interface Batch {
  readonly values: readonly string[];
  readonly limit: number;
  readonly untriedLimit?: BatchRequestOptions['untriedLimit'];
}

export interface ExploringWorld extends World {
  readonly batches: Batch[];
  budget: Budget;
  /** Rows of the service that weren't requested, to fill an answer. */
  strays: readonly IndicatorRecord[];
  /** Delays answers until it is called. */
  release: (() => void) | undefined;
  hold(): void;
}

export interface ExploringOptions extends WorldOptions {
  /** Values that the service knows; all where absent. */
  readonly knows?: (value: string) => boolean;
  /** The message if there is no row, in addition to “not found”. */
  readonly emptyMessage?: (batch: Batch) => string | undefined;
  /** Batches that have no row at all, whatever it knows. */
  readonly emptyFor?: (batch: Batch) => boolean;
  readonly refuse?: (batch: Batch) => RequestError | undefined;
  /** The maximum number of rows in an answer, whatever the limit is. */
  readonly truncateAt?: number;
}

export const domains = (count: number): Indicator[] =>
  Array.from({ length: count }, (_, index) => ({ type: 'domain', value: `n${index}.lookups-test-3.com` }));

/** Lookups in mode `automatic` with a service that answers Explore by its rules: no more rows than the limit. */
export function exploringWorld(options: ExploringOptions = {}): ExploringWorld {
  const here = world({ ...options, settings: { mode: 'automatic', ...options.settings } }) as ExploringWorld;
  const batches: Batch[] = [];
  Object.assign(here, { batches, budget: {}, strays: [], release: undefined });
  let held: Promise<void> = Promise.resolve();
  here.hold = () => {
    held = new Promise((resolve) => {
      here.release = resolve;
    });
  };
  const { client } = here;
  if (client === undefined) return here;
  here.client = {
    ...client,
    budget: () => here.budget,
    exploreIndicators: async (
      values,
      limit,
      { signal, onRequest, untriedLimit } = {},
    ): Promise<Outcome<readonly IndicatorRecord[]>> => {
      const batch: Batch = { values, limit, ...(untriedLimit && { untriedLimit }) };
      batches.push(batch);
      onRequest?.();
      const query = iocQuery(values);
      if (query === undefined) throw new Error(`unsayable: ${values.join(' ')}`);
      const address = `${client.address}/api/explore.php?q=${percentEncode(query)}&limit=${limit}&key=${'k'.repeat(64)}`;
      if (address.length > 8_000) throw new Error(`an address of ${address.length} characters`);
      await held;
      await settled();
      if (signal?.aborted === true) return { ok: false, error: { kind: 'canceled', detail: '' } };
      const error = options.refuse?.(batch);
      if (error !== undefined) return { ok: false, error };
      const rows = values
        .filter((value) => (options.knows?.(value) ?? true) && options.emptyFor?.(batch) !== true)
        .map((value): IndicatorRecord => ({
          ...emptyRecord(value, parseIndicator(value)?.type ?? 'domain'),
          risk: 'high',
        }));
      const value = [...here.strays, ...rows].slice(0, Math.min(limit, options.truncateAt ?? Infinity));
      const serviceMessage = value.length === 0 ? options.emptyMessage?.(batch) : undefined;
      return { ok: true, value, ...(serviceMessage === undefined ? {} : { serviceMessage }) };
    },
  };
  return here;
}
