import type { ServiceClient } from '../../api/client';
import type { Memory } from './memory';
import type { KnowledgeStore } from '../types';
import { viewOf, type View } from './view';

/** What memory and store know about keys. */
export class KeyViews {
  /** The keys that one synchronous lookup has read, since the same key is needed several times. */
  private read: Map<string, View> | undefined;

  constructor(
    private readonly store: KnowledgeStore,
    private readonly memory: Memory,
    private readonly service: () => ServiceClient | undefined,
  ) {}

  of(key: string): View {
    const view = this.read?.get(key) ?? this.readView(key);
    this.read?.set(key, view);
    return view;
  }

  /** Runs a synchronous lookup that reads each key once. */
  once<T>(lookUp: () => T): T {
    this.read = new Map();
    try {
      return lookUp();
    } finally {
      this.read = undefined;
    }
  }

  private readView(key: string): View {
    const client = this.service();
    const stored = this.store.find(key);
    // Of this key: the next one may be readable.
    const unread = this.store.unread?.();
    const answer = client && this.memory.get(`${client.address} ${key}`);
    // The local service only merges what the store has by source.
    const isDuplicate = client?.remote === false && stored.length > 0;
    const view = viewOf(answer === undefined || isDuplicate ? stored : [...stored, answer]);
    return unread === undefined ? view : { ...view, unread };
  }
}
