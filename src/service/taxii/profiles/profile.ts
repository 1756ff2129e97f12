import { type Service } from '../..';

/** A fault that real TAXII servers were seen to have, laid round the service. For tests of clients alone. */
export interface Profile {
  readonly name: string;
  /** What the server does, in a sentence. */
  readonly about: string;
  /** `now` is the clock of the server, milliseconds since 1970; the true one where not given. */
  readonly wrap: (service: Service, now?: () => number) => Service;
}
