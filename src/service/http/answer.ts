/** The answer of an endpoint; {@link toResponse} turns it into a response. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON, or as is if it is {@link Written}. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is already written in the format of its content type. */
export class Written {
  constructor(
    readonly contentType: string,
    /** The body in chunks; `indent` as for `JSON.stringify`. */
    readonly chunks: (indent: number) => Iterable<string>,
  ) {}
}

/** A result with status 200. */
export function result(body: unknown): Answer {
  return { status: 200, body };
}

/** An error body with its single field `error` (lookup API: “Errors”). */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: { error: message }, headers };
}

/** The answer as JSON; with `pretty`, indented by four spaces. */
export function toResponse({ status, body, headers }: Answer, pretty: boolean): Response {
  const indent = pretty ? 4 : 0;
  const written = body instanceof Written;
  return new Response(written ? [...body.chunks(indent)].join('') : JSON.stringify(body, undefined, indent), {
    status,
    headers: {
      'Content-Type': written ? body.contentType : 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
