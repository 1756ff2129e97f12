import { type Answer, refusal } from './answer';

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * The parameters of a request: those of its URL, then those of a form in its body (lookup API: “Submit an indicator”;
 * forms are used in practice).
 */
export async function getParams(request: Request, url: URL): Promise<URLSearchParams | Answer> {
  const params = new URLSearchParams(url.searchParams);
  if (request.method !== 'POST' || request.body === null) return params;
  const type = request.headers.get('content-type') ?? '';
  if (!formTypes.test(type)) {
    const body = await request.text();
    return body === '' ? params : refusal(400, 'The body must be a form: application/x-www-form-urlencoded.');
  }
  try {
    for (const [name, value] of await request.formData()) if (typeof value === 'string') params.append(name, value);
    return params;
  } catch {
    return refusal(400, 'The form in the body is invalid.');
  }
}
