import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { emptyRecord } from '../../../../src/core/records/record';
import { loadScreenshot, type ScreenshotError, getScreenshot } from '../../../../src/features/records/screenshot';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('A screenshot', () => {
  const at = (url: string, address?: string) =>
    getScreenshot({ ...emptyRecord('a.example', 'domain'), properties: { dom: { screenshot: [url] } } }, address);

  it('is offered over HTTPS, or from the same origin as the service', () => {
    assert.deepEqual(at('https://pictures.example/a.png#x'), {
      url: 'https://pictures.example/a.png',
      host: 'pictures.example',
      isOwn: false,
    });
    assert.equal(at('http://127.0.0.1:81/a.png', 'http://127.0.0.1:81/prefix')?.isOwn, true);
    for (const url of ['http://pictures.example/a.png', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x', '']) {
      assert.equal(at(url, 'https://intel.example'), undefined, url);
    }
    assert.equal(at('https://user:word@pictures.example/a.png'), undefined);
  });

  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let location: Parameters<typeof loadScreenshot>[0];
  const requested: IncomingMessage[] = [];
  before(async () => {
    server = createServer((request, response) => {
      requested.push(request);
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    location = { url: `http://127.0.0.1:${port}/shot`, host: `127.0.0.1:${port}`, isOwn: true };
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const load = () => loadScreenshot(location, fetch, new AbortController().signal);

  it('is loaded as data, without sending anything that identifies the user', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png);
    assert.deepEqual(await load(), { ok: true, source: `data:image/png;base64,${png.toString('base64')}` });
    const { url, headers } = requested.at(-1) ?? {};
    assert.equal(url, '/shot');
    assert.equal(headers?.cookie ?? headers?.authorization ?? headers?.referer, undefined);
  });

  it("is undefined if it isn't a picture, too large, elsewhere, or missing", async () => {
    const refused: readonly (readonly [ScreenshotError, typeof answer])[] = [
      [{ kind: 'notImage' }, (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>')],
      [
        { kind: 'tooLarge', maxMegabytes: 5 },
        (_, response) => response.writeHead(200, { 'content-length': 6_000_000 }).end(),
      ],
      [
        { kind: 'tooLarge', maxMegabytes: 5 },
        (_, response) => response.writeHead(200).end(Buffer.concat([png, Buffer.alloc(6_000_000)])),
      ],
      [{ kind: 'redirected' }, (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()],
      [{ kind: 'status', status: 404 }, (_, response) => response.writeHead(404).end()],
      [{ kind: 'unreachable' }, (_, response) => response.destroy()],
    ];
    for (const [error, as] of refused) {
      answer = as;
      const loaded = await load();
      assert.deepEqual(loaded.ok ? 'loaded' : loaded.error, error);
    }
  });
});
