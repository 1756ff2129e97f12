import { setImmediate } from 'node:timers/promises';
import type { ServiceClient } from '../../core/api/client';
import { shownGeoLocation } from '../../core/context/geoLocation';
import { getHost } from '../../core/indicators/identity/getHost';
import { lookupKey } from '../../core/indicators/identity/lookupKey';
import type { Indicator } from '../../core/indicators/identity/types';
import { LookupEngine } from '../../core/lookups';
import type { LookupSettings } from '../../core/lookups/options';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { Knowledge } from '../../core/records/knowledge';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { StoreError } from '../../core/store/protocol/storeError';
import { getUnreadReason } from '../../core/store/protocol/unreadReason';
import { StoreReader, type UnreadableReason } from '../../core/store/reader';
import { type Assessment, assess, assessUnknown } from '../../core/triage/assess';
import type { AssessingContext } from '../../core/triage/triageMessages';
import { hasKnownRisk } from '../../core/triage/history/knownRisk';

/** The context where there is no service, such as on the command line. */
export function offlineContext(ignore: LookupSettings['ignore'] = []): AssessingContext {
  return {
    settings: { mode: 'offline', urls: 'hostOnly', freshMillis: 0, notFoundMillis: 0, ignore },
    answers: [],
    skipFalsePositives: true,
  };
}

/** Indicators that are assessed at once: few if much is known about them, so that it takes this many milliseconds. */
const batchSize = { min: 128, max: 8_192 } as const;
const batchMillis = { min: 5, max: 15 } as const;

/** How long to work before other things, such as a cancellation, are handled. */
const sliceMillis = 40;

/** Assesses indicators from a store file, many at once. Nothing is sent. */
export class Assessor {
  private readonly reader: StoreReader;
  private readonly lookups: LookupEngine;
  private context: AssessingContext;
  private answers = new Map<string, Knowledge>();
  /** Why the store couldn't be read the last time it was read, and the first time that {@link assessAll} couldn't. */
  private unreadable: UnreadableReason | undefined;
  private firstUnreadable: UnreadableReason | undefined;
  private batch: number = batchSize.min;

  constructor(file: string, context: AssessingContext = offlineContext()) {
    this.context = context;
    this.setContext(context);
    this.reader = new StoreReader(file, {
      onUnread: (why) => {
        this.unreadable = why;
        this.firstUnreadable ??= why;
      },
      onRead: () => {
        this.unreadable = undefined;
      },
    });
    this.lookups = new LookupEngine({
      geoLocations: this.reader,
      store: {
        find: (key) => this.find(key),
        hasRealData: () => this.reader.hasRealData(),
        unread: () => this.unread,
        keep: () => Promise.resolve(),
      },
      // Its state is asked for, and nothing else.
      service: () => this.context.service as ServiceClient | undefined,
      settings: () => this.context.settings,
      now: Date.now,
    });
  }

  /** From now on, indicators are assessed by this, and by what the store contains now. */
  setContext(context: AssessingContext): void {
    this.context = context;
    this.answers = new Map(context.answers);
  }

  /** Further answers of the service. */
  addAnswers(answers: AssessingContext['answers']): void {
    for (const [key, answer] of answers) this.answers.set(key, answer);
  }

  /** The file of the store may have been replaced. */
  recheck(): void {
    this.reader.recheck();
  }

  /** How many indicators to assess at once, by how long the last ones took. */
  get atOnce(): number {
    return this.batch;
  }

  /** Assesses a few indicators, see {@link atOnce}. */
  assess(indicators: readonly Indicator[]): readonly Assessment[] {
    const { settings, skipFalsePositives } = this.context;
    const skipsWellKnown = settings.skipWellKnown === true;
    const keys = indicators.map((indicator) => this.keysOf(indicator));
    const assessOne = (indicator: Indicator, at: number): Assessment => {
      if (keys[at]?.every((key) => this.reader.isUnknown(key) && !this.answers.has(key)) !== true)
        return assess(indicator, this.lookups, skipsWellKnown, skipFalsePositives ?? skipsWellKnown);
      const local = { place: shownGeoLocation(indicator, [], this.reader), unread: this.context.unread };
      return assessUnknown(indicator, local, this.lookups, skipsWellKnown);
    };
    const startedAt = performance.now();
    const assessments = this.reader.together(() => indicators.map(assessOne), keys.flat());
    const millis = performance.now() - startedAt;
    if (millis > batchMillis.max) this.batch = Math.max(batchSize.min, this.batch / 2);
    else if (millis < batchMillis.min && indicators.length >= this.batch)
      this.batch = Math.min(batchSize.max, 2 * this.batch);
    return assessments;
  }

  /** Whether the store has anything about each, or about its host or a name above it; false if it can't be read. */
  areKnown(indicators: readonly Indicator[]): readonly boolean[] {
    const keys = indicators.map((indicator) => this.keysOf(indicator));
    return this.reader.together(() => {
      // Nobody knows what has no name, unless the store can't be read.
      const isRead = this.reader.isUnknown('');
      return keys.map((each) => isRead && each.some((key) => !this.reader.isUnknown(key)));
    }, ['', ...keys.flat()]);
  }

  /** Whether a risk is known of each, see {@link hasKnownRisk}. A few, as in {@link assess}. */
  knownRisks(indicators: readonly Indicator[]): readonly (boolean | undefined)[] {
    const skipsWellKnown = this.context.settings.skipWellKnown === true;
    return this.reader.together(
      () => indicators.map((indicator) => hasKnownRisk(indicator, this.lookups, skipsWellKnown)),
      this.keysOfAll(indicators),
    );
  }

  /**
   * Assesses indicators in their order, in slices. Rejects with a StoreError if the store can't be read for any of them: it must
   * not look like an empty one.
   */
  async assessAll(indicators: readonly Indicator[], signal?: AbortSignal): Promise<readonly Assessment[]> {
    this.firstUnreadable = undefined;
    const assessments: Assessment[] = [];
    let sliceEnds = performance.now() + sliceMillis;
    while (assessments.length < indicators.length) {
      const { length } = assessments;
      for (const each of this.assess(indicators.slice(length, length + this.batch))) assessments.push(each);
      if (performance.now() < sliceEnds) continue;
      await setImmediate();
      signal?.throwIfAborted();
      sliceEnds = performance.now() + sliceMillis;
    }
    const problem = this.problem();
    if (problem !== undefined) throw new StoreError(problem);
    return assessments;
  }

  /** Set by the listener of the reader. */
  private problem(): StoreProblem | undefined {
    const why = this.firstUnreadable;
    return typeof why === 'string' ? { kind: 'failed', detail: 'it was replaced while being read' } : why;
  }

  /** The lookup keys that an assessment depends on. */
  keysOf(indicator: Indicator): readonly string[] {
    if (indicator.type !== 'url') return [lookupKey(indicator)];
    const host = getHost(indicator);
    const keys = [lookupKey(indicator), lookupKey(this.lookups.wouldSend(indicator))];
    return host === undefined ? keys : [...keys, lookupKey(host)];
  }

  private keysOfAll(indicators: readonly Indicator[]): readonly string[] {
    return [...new Set(indicators.flatMap((indicator) => this.keysOf(indicator)))];
  }

  close(): void {
    this.reader.close();
  }

  private get unread(): UnreadStore | undefined {
    if (this.context.unread !== undefined) return this.context.unread;
    const why = this.unreadable;
    if (why === undefined || why === 'missing') return undefined;
    return why === 'otherVersion' ? why : getUnreadReason(why);
  }

  private find(key: string): readonly Knowledge[] {
    const stored = this.reader.find(key);
    const answer = this.answers.get(key);
    return answer === undefined ? stored : [...stored, answer];
  }
}
