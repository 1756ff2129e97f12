import type { Service } from '../../../src/service';

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Sends a GET (or `init`) for a path with its query to the service. */
export async function send(service: Service, path: string, init?: RequestInit): Promise<ServiceResponse> {
  const response = await service(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
}

/** {@link send} for Explore: the rows, or the whole answer if there are none. */
export async function explore(service: Service, params: Readonly<Record<string, string>>): Promise<ServiceResponse> {
  return send(service, `/api/explore.php?${new URLSearchParams(params).toString()}`);
}
