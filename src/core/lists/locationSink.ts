import type { ListRow } from './listRow';
import { type ReadRows, StatementSink } from './statements';

/** Takes a list of locations. Its rows themselves are returned: where an address is says nothing about its risk. */
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
