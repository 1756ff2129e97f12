export { parseBaseUrl, parseServiceUrl, isLoopback, type BaseUrl } from './baseUrl';
export type { Budget, RequestOptions, ServiceClient } from './client';
export { createEmbeddedClient, type EmbeddedClientPorts } from './endpoints/embeddedClient';
export { exploreRefusal, type ExploreAnswer, type ExploreRefusal, type ExploreRequest } from './exploreRequest';
export { Gateway } from './http/gateway';
export {
  defaultLimits,
  type Exchange,
  type GatewayLimits,
  type GatewayPorts,
  type JsonAnswer,
} from './http/gatewayTypes';
export type { SignIn } from './http/signIn';
export { createServiceClient, type ServiceClientPorts } from './endpoints/serviceClient';
export type { Outcome, RequestError, RequestErrorKind } from './requestError';
