/** What goes along with every request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Called as each request leaves: a second try, a redirect or a way round takes more than one. */
  readonly onRequest?: () => void;
  /** Told how many bytes of a JSON or text answer have come, as they come. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}
