import type { ListRow } from './listRow';
import { type ReadRows, StatementSink } from './statements';

/** A list of more ranges is location data; statements about each would be large and slow. */
export const maxStatedRanges = 5_000;

/**
 * Takes a list of locations. A short one becomes statements about its networks; of a long one, the rows themselves are
 * returned.
 */
export class LocationSink extends StatementSink {
  private rows: ListRow[] = [];
  private isLong = false;

  override take(row: ListRow): void {
    this.rows.push(row);
    if (this.isLong) this.objects++;
    else if (this.rows.length > maxStatedRanges) {
      this.isLong = true;
      this.objects += this.rows.length;
    }
  }

  override flush(): ReadRows {
    if (!this.isLong) return super.flush();
    const { rows } = this;
    this.rows = [];
    return { ...super.flush(), kinds: { location: rows.length }, locations: rows };
  }

  override end(): ReadRows {
    if (!this.isLong) for (const row of this.rows.splice(0)) super.take(row);
    return this.flush();
  }
}
