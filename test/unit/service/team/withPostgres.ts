import assert from 'node:assert/strict';
import { withoutPostgres } from '../../../harness/postgres';
import { joinsByOthers, openUnsplit, sent } from './joins';

/** How long a test may hang: a whole server runs beside those of all other tests. Single ones may take longer. */
const hangMillis = 120_000;

/** Defines a suite that needs PostgreSQL; without it, the suite is skipped with a warning. */
export function withPostgres(title: string, define: () => void): void {
  if (withoutPostgres === undefined)
    describe(title, function () {
      this.timeout(hangMillis);
      define();
      after('join large tables by their keys', checkJoins);
    });
  else {
    console.warn(`      SKIPPED: ${title}: ${withoutPostgres}`);
    describe.skip(title, define);
  }
}

/** All statements of a suite join large tables by their keys, so that the rows of a join are on one server. */
async function checkJoins(): Promise<void> {
  const unsplit = await openUnsplit();
  const found = [];
  for (const statement of sent) {
    const joins = await joinsByOthers(unsplit, statement);
    if (joins.length > 0) found.push({ joins, statement });
  }
  sent.clear();
  await unsplit.end();
  assert.deepEqual(found, []);
}
