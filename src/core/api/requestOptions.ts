/** Options of every request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Called as each request is sent: retries, redirects and fallbacks take more than one. */
  readonly onRequest?: () => void;
  /** Called with the number of bytes received of a JSON or text response. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}
