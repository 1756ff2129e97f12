import type { Indicator } from '../../../core/indicators/identity/types';
import { triageKey } from '../../../core/triage/triageEntry';
import type { HostRequests } from './triageView';

/** Counts what a panel has sent: hosts, requests, and indicators. */
export class RequestTally {
  private readonly hosts = new Map<string, { requests: number; readonly about: Set<string> }>();

  /** Counts a request. */
  add(host: string, indicators: readonly Indicator[]): void {
    const existing = this.hosts.get(host) ?? { requests: 0, about: new Set() };
    existing.requests++;
    for (const each of indicators) existing.about.add(triageKey(each));
    this.hosts.set(host, existing);
  }

  clear(): void {
    this.hosts.clear();
  }

  list(): readonly HostRequests[] {
    return Array.from(this.hosts, ([host, { requests, about }]) => ({ host, requests, indicators: about.size }));
  }
}
