import type { TeamStore } from '../team';
import { UsageError } from './command';

/** Whether a store is given as the address of a PostgreSQL database. */
export function isTeamAddress(db: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/** An address without what nobody else should see: it is in messages, and in what is recorded of a terminal. */
export function withoutSecrets(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  } catch {
    // Its text says nothing about which part is the password.
    return 'postgres://…';
  }
}

/** Works with the store of a team, which is then closed. Only such commands load what it needs. */
export async function withTeamStore<T>(address: string, work: (store: TeamStore) => Promise<T>): Promise<T> {
  const { openTeamStore } = await import('../team');
  const store = await openTeamStore(address);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Throws a UsageError for the address of a database, where a command needs a file. */
export function refuseTeamAddress(db: string): void {
  if (isTeamAddress(db))
    throw new UsageError(
      'this command needs the file of a store; import, query, service, and team can use a PostgreSQL database',
    );
}
