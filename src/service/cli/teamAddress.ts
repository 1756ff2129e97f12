import { UsageError } from './command';

/** Whether a store is given as the address of a PostgreSQL database. */
export function isTeamAddress(db: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(db);
}

/** An address without what nobody else should see: it is in messages, and in what is recorded of a terminal. */
export function withoutSecrets(address: string): string {
  // A password that isn't encoded can end where the address seems to have a path.
  if (/^\w+:\/\/[^/?#@]*[/?#].*@/s.test(address)) return 'postgres://…';
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  } catch {
    // Any part of the text may be the password.
    return 'postgres://…';
  }
}

/** Throws a UsageError for the address of a database, where a command needs a file. */
export function refuseTeamAddress(db: string): void {
  if (isTeamAddress(db))
    throw new UsageError(
      'This command requires a store file. A PostgreSQL database works with import, sync, sources, query, triage, mcp, service, and team',
    );
}
