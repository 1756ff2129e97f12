import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getServiceMessage, type RequestError } from '../../../../src/core/api/requestError';
import { fakeFetch, gatewayOn, json, text, theKey } from './fakes';

const sentence = 'This TLD is not supported.';

/** The shapes in which services word an error. */
const shapes: readonly ((serviceMessage: string) => unknown)[] = [
  (serviceMessage) => ({ error: serviceMessage }),
  (serviceMessage) => ({ Error: serviceMessage }),
  (serviceMessage) => ({ error: { message: serviceMessage } }),
  (serviceMessage) => ({ error: { code: 'tld', description: serviceMessage } }),
  (serviceMessage) => ({ error: true, message: serviceMessage }),
  (serviceMessage) => ({ error: 'unsupported_tld', error_description: serviceMessage }),
  (serviceMessage) => ({ error: 'Bad Request', message: serviceMessage }),
  (serviceMessage) => ({ message: serviceMessage }),
  (serviceMessage) => ({ detail: serviceMessage }),
  (serviceMessage) => ({ detail: [{ loc: ['query', 'indicator'], msg: serviceMessage }] }),
  (serviceMessage) => ({ errors: [serviceMessage] }),
  (serviceMessage) => ({ errors: [{ detail: serviceMessage }] }),
  (serviceMessage) => ({ errors: { indicator: [serviceMessage] } }),
  (serviceMessage) => ({ title: serviceMessage }),
  (serviceMessage) => ({ description: serviceMessage }),
  (serviceMessage) => ({ success: false, error: serviceMessage, data: null }),
];

async function errorOf(answer: Response, options: { readonly isText?: boolean } = {}): Promise<RequestError> {
  const { gateway } = gatewayOn(fakeFetch(answer).fetch);
  const outcome =
    options.isText === true ? await gateway.getText('/x', [], 'text/csv') : await gateway.getJson('/x', []);
  assert.ok(!outcome.ok, 'no error');
  return outcome.error;
}

describe('Service message', () => {
  for (const [status, kind] of [
    [400, 'badRequest'],
    [401, 'keyRejected'],
    [403, 'keyRejected'],
    [404, undefined],
    [429, 'rateLimited'],
    [500, 'serverError'],
    [503, 'serverError'],
  ] as const) {
    it(`is kept with ${status}, in every shape and for every form of response`, async () => {
      for (const shape of shapes) {
        for (const isText of [false, true]) {
          const error = await errorOf(json(shape(sentence), status, { 'retry-after': '9' }), { isText });
          assert.equal(getServiceMessage(error), sentence, JSON.stringify(shape(sentence)));
          if (kind !== undefined) assert.equal(error.kind, kind);
          if (status === 401 || status === 403) assert.equal('status' in error && error.status, status);
        }
      }
    });
  }

  it("joins TAXII's title and description", async () => {
    const error = await errorOf(json({ title: 'Not here.', description: 'No such collection' }, 404));
    assert.equal(getServiceMessage(error), 'Not here. No such collection');
  });

  it('makes an error body with status 200 an error, whatever is beside it', async () => {
    for (const body of [
      { error: sentence },
      { error: sentence, status: 'error', code: 7 },
      { error: { message: sentence } },
      { success: false, message: sentence },
      { status: 'error', message: sentence },
      { status: 'fail', message: sentence, data: null },
      { errors: [sentence], data: null, results: [] },
    ]) {
      const error = await errorOf(json(body));
      assert.ok(error.kind === 'badRequest' && error.serviceMessage === sentence, JSON.stringify(body));
    }
  });

  it('is one line of limited length without the key, whatever the body', async () => {
    const words = fc.oneof(fc.string(), fc.constant(`a\r\n${theKey}\u202e`), fc.constant('x'.repeat(5_000)));
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom(...shapes),
        fc.constantFrom(400, 401, 404, 429, 500),
        async (serviceMessage, shape, status) => {
          const error = await errorOf(json(shape(serviceMessage), status));
          const reported = getServiceMessage(error) ?? '';
          assert.ok(
            reported.length <= 301 && !/[\p{Cc}\p{Cf}]/u.test(reported) && !reported.includes(theKey),
            reported,
          );
          assert.notEqual(getServiceMessage(error), '');
        },
      ),
    );
  });

  it('is read from any JSON without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom(200, 400, 404, 429), async (body, status) => {
        const { gateway } = gatewayOn(fakeFetch(json(body, status)).fetch);
        await gateway.getJson('/x', []);
        await gateway.getJson('/x', [], { accept: () => false });
      }),
    );
  });

  it("isn't taken from a firewall's page, which doesn't reject the key", async () => {
    for (const page of ['<html>Access denied', '']) {
      const error = await errorOf(text(page, 403));
      assert.deepEqual(
        [error.kind, 'status' in error && error.status, getServiceMessage(error)],
        ['badRequest', 403, undefined],
      );
    }
  });
});
