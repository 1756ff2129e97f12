import type { Service } from '../..';

/** A deviation seen in real TAXII servers, wrapped around the service. For tests of clients only. */
export interface Profile {
  readonly name: string;
  /** The server's behavior, in a sentence. */
  readonly about: string;
  /** `now` is the clock of the server, milliseconds since 1970; the real one by default. */
  readonly wrap: (service: Service, now?: () => number) => Service;
}
