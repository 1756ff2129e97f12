export { parseBaseUrl, parseServiceUrl, isLoopback, type BaseUrl } from './baseUrl';
export type { Budget, RequestOptions, ServiceClient } from './client';
export { createEmbeddedClient, type EmbeddedClientPorts } from './embeddedClient';
export { exploreRefusal, type ExploreAnswer, type ExploreRefusal, type ExploreRequest } from './exploreRequest';
export {
  createGateway,
  defaultLimits,
  type Exchange,
  type Gateway,
  type GatewayLimits,
  type GatewayPorts,
  type JsonAnswer,
  type SignIn,
} from './gateway';
export { createServiceClient, type ServiceClientPorts } from './serviceClient';
export type { Outcome, RequestError, RequestErrorKind } from './requestError';
