/** A query that this store can't answer: an unknown field or value, or nesting beyond bounds. The message is for the asker. */
export class QueryRejectedError extends Error {
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = 'QueryRejectedError';
  }
}
