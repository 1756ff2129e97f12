/** undici has no types for its individual modules. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Client } from 'undici';
  const request: (this: Client, options: Parameters<Client['request']>[0]) => ReturnType<Client['request']>;
  export default request;
}
