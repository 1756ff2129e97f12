import assert from 'node:assert/strict';
import { parseIndicator } from '../../../../src/core/indicators';
import type { LoggedRequest } from '../../../../src/core/lookups/types';
import { openPage } from '../../../../src/core/sites/openPage';
import { type OfferedPage, getPages } from '../../../../src/core/sites/getPages';

const site = {
  name: 'Site',
  templates: { domain: 'https://site.example/d/{value}', url: 'https://site.example/u/{value}' },
};
const url = { type: 'url', value: 'https://portal.a-site.com/a?token=1' } as const;

describe('Pages about an indicator', () => {
  const lookups = { blocked: () => undefined, wouldSend: () => 'https://portal.a-site.com/a' };

  it('have what the settings allow to send of a URL', () => {
    const found = getPages(url, [site], { lookups, parse: parseIndicator });
    assert.ok(found.kind === 'pages');
    assert.equal(found.sent, 'https://portal.a-site.com/a');
    assert.deepEqual(
      found.pages.map((page) => page.url),
      ['https://site.example/u/https%3A%2F%2Fportal.a-site.com%2Fa'],
    );
  });

  it('are those of the host if only that may be sent', () => {
    const hostOnly = { ...lookups, wouldSend: () => 'portal.a-site.com' };
    const found = getPages(url, [site], { lookups: hostOnly, parse: parseIndicator });
    assert.deepEqual(found.kind === 'pages' && found.pages.map((page) => page.url), [
      'https://site.example/d/portal.a-site.com',
    ]);
  });

  it('are none if the site has no address for the type, or if the indicator is never sent', () => {
    const address = { type: 'ip', value: '203.0.114.7' } as const;
    const own = { ...lookups, wouldSend: () => address.value };
    const found = getPages(address, [site], { lookups: own, parse: parseIndicator });
    assert.deepEqual(found, { kind: 'pages', sent: address.value, pages: [] });
    const by = { kind: 'reserved', what: 'name' } as const;
    const blocked = { ...lookups, blocked: () => by };
    assert.deepEqual(getPages(url, [site], { lookups: blocked, parse: parseIndicator }), { kind: 'blocked', by });
  });
});

describe('Opening a page', () => {
  const page: OfferedPage = {
    name: 'Site',
    template: 'https://site.example/d/{value}',
    url: 'https://site.example/d/a-site.com',
    host: 'site.example',
    origin: 'https://site.example',
  };

  /** Opens the page, and returns what happened in which order. */
  async function opening(
    answers: { readonly agrees?: boolean; readonly opens?: boolean | Error },
    agreed: string[] = [],
  ) {
    const events: string[] = [];
    const ports = {
      requestLog: {
        begin: ({ to, what, why }: LoggedRequest) => {
          events.push(`log ${to} ${what.join(' ')} ${why}`);
          return (outcome: string, details?: object) => void events.push(`${outcome} ${JSON.stringify(details ?? {})}`);
        },
      },
      agreed: () => agreed,
      agree: (templates: readonly string[]) => {
        agreed.splice(0, agreed.length, ...templates);
        return Promise.resolve();
      },
      confirm: (shown: OfferedPage) => {
        events.push(`confirm ${shown.host} ${shown.url}`);
        return Promise.resolve(answers.agrees === true);
      },
      open: (opened: string) => {
        events.push(`open ${opened}`);
        const { opens = true } = answers;
        return opens instanceof Error ? Promise.reject(opens) : Promise.resolve(opens);
      },
    };
    const error: unknown = await openPage(page, 'a-site.com', ports).catch((each: unknown) => each);
    return { events, agreed, error };
  }

  it('asks when a template is first used, and logs each opening before it', async () => {
    const first = await opening({ agrees: true });
    assert.deepEqual(first.events, [
      'confirm site.example https://site.example/d/a-site.com',
      'log https://site.example a-site.com page',
      'open https://site.example/d/a-site.com',
      'opened {}',
    ]);
    const second = await opening({}, first.agreed);
    assert.deepEqual(second.events, first.events.slice(1));
  });

  it('sends and logs nothing if the user declines, and asks again', async () => {
    const { events, agreed } = await opening({ agrees: false });
    assert.deepEqual(events, ['confirm site.example https://site.example/d/a-site.com']);
    assert.deepEqual(agreed, []);
  });

  it('logs that nothing was sent if the browser was not opened', async () => {
    const { template } = page;
    assert.equal((await opening({ opens: false }, [template])).events.at(-1), 'canceled {"notSent":true}');
    const { events, error } = await opening({ opens: new Error('no browser') }, [template]);
    assert.equal(events.at(-1), 'failed {"notSent":true}');
    assert.match(String(error), /no browser/);
  });
});
