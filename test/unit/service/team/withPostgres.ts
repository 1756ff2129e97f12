import { withoutPostgres } from '../../../harness/postgres';

/** A suite that needs PostgreSQL; without it, the suite is skipped, and says so. */
export function withPostgres(title: string, define: () => void): void {
  if (withoutPostgres === undefined) describe(title, define);
  else {
    console.warn(`      SKIPPED: ${title}: ${withoutPostgres}`);
    describe.skip(title, define);
  }
}
