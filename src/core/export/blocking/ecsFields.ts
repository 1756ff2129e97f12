/** Fields of the Elastic Common Schema with what a client connects to, asks for, or opens. */
export const ecsFields = {
  addresses: ['destination.ip'],
  names: ['dns.question.name', 'destination.domain', 'url.domain'],
  urls: ['url.full', 'url.original'],
} as const;

export const ecsFieldList = `${Object.values(ecsFields).flat().join(', ')} (ECS)`;
