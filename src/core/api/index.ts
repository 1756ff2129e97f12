export { parseBaseUrl, isLoopback, type BaseUrl } from './base-url';
export type { Budget, RequestOptions, ServiceClient } from './client';
export { createEmbeddedClient, type EmbeddedClientPorts } from './embedded-client';
export {
  createGateway,
  defaultLimits,
  type Exchange,
  type Gateway,
  type GatewayLimits,
  type GatewayPorts,
  type JsonAnswer,
} from './gateway';
export { createServiceClient, type ServiceClientPorts } from './service-client';
export type { Outcome, Trouble, TroubleKind } from './trouble';
