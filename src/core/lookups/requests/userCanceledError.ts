/** Reason of an abort by the user: the request ends even if another caller expects to find its answer later. */
export class UserCanceledError extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('called off');
  }
}
