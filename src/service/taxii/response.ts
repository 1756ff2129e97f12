import { type Answer, Written } from '../http/answer';
import { taxiiType } from './media';

/** JSON with the media type of TAXII. */
export function taxiiResponse(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body: written(body), headers };
}

/** An error message (TAXII 2.1, 3.6.1). `title` is a sentence. */
export function taxiiError(
  status: number,
  title: string,
  description?: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = { title, description, http_status: String(status) };
  return { status, body: written(body), headers };
}

/** Whether a handler returned a response, rather than parsed input. */
export function isAnswer(value: object): value is Answer {
  return 'status' in value && 'body' in value;
}

function written(body: unknown): Written {
  return new Written(taxiiType, (indent) => [JSON.stringify(body, undefined, indent)]);
}
