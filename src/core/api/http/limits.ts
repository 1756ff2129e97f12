/** Limits that the gateway enforces, whatever the service does. */
export interface GatewayLimits {
  /** For one request with its redirects and its body. */
  readonly timeoutMillis: number;
  readonly maxBytes: number;
  /** Concurrent requests; one at a time where the service counts per second. */
  readonly concurrent: number;
  readonly redirects: number;
  /** The longest pause to wait for; a longer one results in an error. */
  readonly holdMillis: number;
  readonly retryMillis: number;
  /** After a 429 or 503 without Retry-After; doubled each time up to `maxPauseMillis`. */
  readonly initialPauseMillis: number;
  readonly maxPauseMillis: number;
}

export const defaultLimits: GatewayLimits = {
  timeoutMillis: 20_000,
  maxBytes: 16 * 1024 * 1024,
  concurrent: 2,
  redirects: 3,
  holdMillis: 1_500,
  retryMillis: 250,
  initialPauseMillis: 5_000,
  maxPauseMillis: 5 * 60_000,
};
