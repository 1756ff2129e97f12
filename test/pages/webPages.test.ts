import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { openStore, type Store } from '../../src/core/store/store';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { importInto } from '../../src/service/import';
import { listen, type Listening } from '../../src/service/listen';

const key = 'a-key-for-this-test';

/** Runs in a page: what it can learn about a URL by every means that needs no permission. */
async function probed(url: string): Promise<Readonly<Record<string, string>>> {
  const embed = (name: string, set: (element: HTMLElement) => void): Promise<string> =>
    new Promise((resolve) => {
      const element = document.createElement(name);
      element.addEventListener('load', () => resolve('load'));
      element.addEventListener('error', () => resolve('error'));
      set(element);
      document.body.append(element);
    });
  const link = (rel: string, as?: string): Promise<string> =>
    embed('link', (element) => {
      element.setAttribute('rel', rel);
      if (as !== undefined) element.setAttribute('as', as);
      element.setAttribute('href', url);
    });
  const source = (element: HTMLElement): void => element.setAttribute('src', url);
  const fetched = (mode: RequestMode, method = 'GET'): Promise<string> =>
    fetch(url, { mode, method }).then(
      (response) => `${response.type} ${response.status}`,
      () => 'rejected',
    );
  return {
    object: await embed('object', (element) => element.setAttribute('data', url)),
    image: await embed('img', source),
    script: await embed('script', source),
    frame: await embed('iframe', source),
    style: await link('stylesheet'),
    prefetch: await link('prefetch'),
    preload: await link('preload', 'image'),
    fetch: await fetched('no-cors'),
    post: await fetched('no-cors', 'POST'),
    cors: await fetched('cors'),
  };
}

async function serving(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('A web page beside the local service', () => {
  let folder = '';
  let store: Store;
  let local: Listening;
  let browser: Browser;
  let page: Page;
  const servers: Server[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-pages-'));
    store = openStore(join(folder, 'store.db'));
    await importInto(store, { name: 'list.txt', text: 'known.example\n' });
    const started = await listen(createService({ store: servedFrom(store), tier: 'pro', key, embedded: false }), {
      port: 0,
    });
    assert.ok('url' in started);
    local = started;
    const pages = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>A page</title><body></body>');
    });
    servers.push(pages);
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(await serving(pages));
  });
  after(async () => {
    await browser.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await local.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('can tell from an unprotected service whether it knows an indicator', async () => {
    const bare = createServer((request, response) => {
      response.statusCode = request.url === '/known' ? 200 : 404;
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    });
    servers.push(bare);
    const url = await serving(bare);
    const [known, unknown] = [await page.evaluate(probed, `${url}/known`), await page.evaluate(probed, `${url}/other`)];
    assert.notDeepEqual(known, unknown);
    assert.notEqual(known['object'], unknown['object']);
  });

  it("can't tell known from unknown indicators, or valid from invalid keys", async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const at = local.url.replace('127.0.0.1', host);
      const [first, ...others] = await Promise.all(
        [
          '/api/indicator.php?indicator=known.example',
          '/api/indicator.php?indicator=unknown.example',
          `/api/indicator.php?indicator=known.example&key=${key}`,
          '/api/indicator.php?indicator=known.example&key=wrong',
          `/taxii2/api/collections/all/objects/?key=${key}&accept=application/taxii%2Bjson;version=2.1`,
          '/nothing',
        ].map((path) => page.evaluate(probed, `${at}${path}`)),
      );
      for (const other of others) assert.deepEqual(other, first);
    }
  });

  it('gets an answer when a user enters the URL', async () => {
    const typed = await browser.newPage();
    const answer = await typed.goto(`${local.url}/api/indicator.php?indicator=known.example`);
    assert.equal(answer?.status(), 200);
    assert.match(await typed.textContent('body').then((text) => text ?? ''), /known\.example/);
  });
});
