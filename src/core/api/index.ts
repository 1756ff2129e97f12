export { parseBaseUrl, parseServiceUrl, isLoopback, type BaseUrl } from './baseUrl';
export type { Budget, RequestOptions, ServiceClient } from './client';
export { createEmbeddedClient, type EmbeddedClientPorts } from './embeddedClient';
export { exploreRefusal, type ExploreAnswer, type ExploreRefusal, type ExploreRequest } from './exploreRequest';
export { Gateway } from './gateway';
export { defaultLimits, type Exchange, type GatewayLimits, type GatewayPorts, type JsonAnswer } from './gatewayTypes';
export type { SignIn } from './signIn';
export { createServiceClient, type ServiceClientPorts } from './serviceClient';
export type { Outcome, RequestError, RequestErrorKind } from './requestError';
