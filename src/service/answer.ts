/** What an endpoint answers with; {@link toResponse} makes it a response. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A result, status 200. */
export function result(body: unknown): Answer {
  return { status: 200, body };
}

/** An error body with its one field `error` (api-spec: “Errors”). */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: { error: message }, headers };
}

/** The answer as JSON, indented by four where `pretty` is asked for. */
export function toResponse({ status, body, headers }: Answer, pretty: boolean): Response {
  return new Response(JSON.stringify(body, undefined, pretty ? 4 : undefined), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
