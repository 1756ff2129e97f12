import { withoutPostgres } from '../../../harness/postgres';

/** How long a test may hang: a whole server runs beside those of all other tests. Single ones may take longer. */
const hangMillis = 120_000;

/** A suite that needs PostgreSQL; without it, the suite is skipped, and says so. */
export function withPostgres(title: string, define: () => void): void {
  if (withoutPostgres === undefined)
    describe(title, function () {
      this.timeout(hangMillis);
      define();
    });
  else {
    console.warn(`      SKIPPED: ${title}: ${withoutPostgres}`);
    describe.skip(title, define);
  }
}
