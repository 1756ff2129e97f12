import type { ListRow } from './listRow';
import { type ReadRows, StatementSink } from './statements';

/** Takes a list of locations. Returns the rows themselves, since the location of an address isn't a risk. */
export class LocationSink extends StatementSink {
  private rows: ListRow[] = [];

  override take(row: ListRow): void {
    this.rows.push(row);
    this.objects++;
  }

  override flush(): ReadRows {
    const { rows } = this;
    this.rows = [];
    return { ...super.flush(), kinds: { location: rows.length }, locations: rows };
  }

  override end(): ReadRows {
    return this.flush();
  }
}
