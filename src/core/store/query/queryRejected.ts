/** The store can't run a query because of an unknown field or value, or too deep nesting. The message is part of the response. */
export class QueryRejectedError extends Error {
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = 'QueryRejectedError';
  }
}
