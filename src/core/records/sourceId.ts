import type { Source } from './knowledge';

/**
 * The source of a record: {@link localSource}, the base URL of a service, or {@link connectedService} (where the user
 * entered a name). Ids and names of one source are meaningless to another, so a threat opened from a record stays with
 * that record's source. Stored with subjects, queries, and scans.
 */
export type SourceId = string;

/** This machine: the local service, and everything in the local store. */
export const localSource = 'local:';

/** The service that is connected, whichever it is. */
const connectedService = '';

/** In place of a host, the name of the local service; user interfaces show a translation. */
export const localHost = 'local service';

/** Whether a host is {@link localHost}. */
export function isLocalHost(host: string): boolean {
  return host === localHost;
}

/** Whether the id is that of this machine. */
export function isLocalSource(id: SourceId): boolean {
  return id === localSource;
}

/** Whether the id is that of the connected service. */
export function isConnectedService(id: SourceId): boolean {
  return id === connectedService;
}

/** The source id of a source: the base URL of a service, {@link localSource} for everything else. */
export function getSourceId(source: Source): SourceId {
  return source.kind === 'service' ? (source.address ?? `https://${source.name}`) : localSource;
}

/** The host of a source; {@link localHost} for this machine, an invalid URL as it is. */
export function hostOfSource(id: SourceId): string {
  if (isLocalSource(id) || isConnectedService(id)) return localHost;
  return URL.parse(id)?.host ?? id;
}
