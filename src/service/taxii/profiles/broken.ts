import { listPath, wholeList } from './around';
import { pageWith } from './around';
import { taxiiType } from '../media';
import type { Profile } from './profile';

const streamed = { 'Content-Type': taxiiType, 'Transfer-Encoding': 'chunked' };

/** Whether a request is for a page after the first. */
function isLaterPage(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return listPath(request) !== undefined && searchParams.has('next');
}

export const cutJson: Profile = {
  name: 'cut-json',
  about: 'Pages behind the first end in the middle of their JSON.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (!isLaterPage(request) || !response.ok) return response;
    const text = await response.text();
    return new Response(text.slice(0, Math.floor(text.length / 2)), { headers: response.headers });
  },
};

export const dropped: Profile = {
  name: 'dropped',
  about: 'The connection is dropped in the middle of every page behind the first.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (!isLaterPage(request) || !response.ok) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) controller.error(new Error('dropped'));
        else controller.enqueue(half);
        sent = true;
      },
    });
    return new Response(body, { headers: streamed });
  },
};

export const limitIgnored: Profile = {
  name: 'limit-ignored',
  about: 'The whole list comes as one page, whatever `limit` says.',
  wrap: (service) => async (request) => {
    const list = listPath(request) === undefined ? undefined : await wholeList(service, request);
    if (list === undefined) return service(request);
    return list instanceof Response ? list : pageWith({ more: false, objects: list });
  },
};

export const endless: Profile = {
  name: 'endless',
  about: 'The body of a page never ends.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined || !response.ok) return response;
    const encoder = new TextEncoder();
    let number = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const objects = Array.from({ length: 100 }, () => JSON.stringify(noteOf(number++)));
        controller.enqueue(encoder.encode((number === 100 ? '{"more":false,"objects":[' : ',') + objects.join(',')));
      },
    });
    return new Response(body, { headers: streamed });
  },
};

export const endlessPages: Profile = {
  name: 'endless-pages',
  about: 'Every page contains new objects and announces another one.',
  wrap(service) {
    let made = 0;
    return async (request) => {
      if (listPath(request) === undefined) return service(request);
      const objects = Array.from({ length: 100 }, () => noteOf(made++));
      return pageWith({ more: true, next: String(made), objects });
    };
  },
};

function noteOf(number: number): unknown {
  const id = `note--00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { type: 'note', spec_version: '2.1', id, content: 'and so on', object_refs: [] };
}
