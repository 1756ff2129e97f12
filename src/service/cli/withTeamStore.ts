import type { TeamStore, TeamStoreOptions } from '../team';

/** Works with the store of a team, which is then closed. Only such commands load what it needs. */
export async function withTeamStore<T>(
  address: string,
  work: (store: TeamStore) => Promise<T>,
  options?: TeamStoreOptions,
): Promise<T> {
  const { openTeamStore } = await import('../team');
  const store = await openTeamStore(address, options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
