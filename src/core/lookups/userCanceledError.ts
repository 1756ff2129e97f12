/** Reason of an abort by which a person calls a request off: it ends, although somebody meant to look for its answer later. */
export class UserCanceledError extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('called off');
  }
}
