import type { Connection, PoolClient, Submittable } from 'pg';

/** Methods of `pg` without a declaration. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN` with all rows at once, as an object that `pg` sends and reports to. */
class CopyQuery implements Submittable {
  /** `pg` calls it if the connection ends. */
  readonly callback: (error: Error) => void;
  private error: Error | undefined;

  constructor(
    private readonly text: string,
    private readonly rows: string,
    private readonly done: (error: Error | undefined) => void,
  ) {
    this.callback = done;
  }

  readonly submit = (connection: Connection): void => connection.query(this.text);

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.rows));
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.error = error;
    this.done(error);
  }

  handleReadyForQuery(): void {
    this.done(this.error);
  }

  handleCommandComplete(): void {
    // The server reports the number of rows, which is that of the rows sent.
  }
}

/** Sends rows in the text form of COPY. */
export function copyRows(client: PoolClient, text: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyQuery(text, rows, (error) => {
        if (error === undefined) resolve();
        else reject(error);
      }),
    );
  });
}
