import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import { readTarget } from '../../../../src/features/shared/commands/commandTarget';
import { formatRequestError } from '../../../../src/features/shared/format/formatRequestError';
import { now } from './builders';
import { ignoreChoices } from '../../../../src/features/hover/ignoreCommands';
import { lineWindow } from '../../../../src/features/shared/indicators/occurrenceAt';

describe('A request error', () => {
  const errors: readonly RequestError[] = [
    { kind: 'badBaseUrl', detail: 'SECRET' },
    { kind: 'nameNotFound', detail: 'SECRET' },
    { kind: 'connectionRefused', detail: 'SECRET' },
    { kind: 'unreachable', detail: 'SECRET' },
    { kind: 'certificate', detail: 'SECRET' },
    { kind: 'noTls', detail: 'SECRET' },
    { kind: 'timeout', detail: 'SECRET', afterMillis: 10_000 },
    { kind: 'canceled', detail: 'SECRET' },
    { kind: 'tooLarge', detail: 'SECRET', maxBytes: 5_000_000 },
    { kind: 'redirectRefused', detail: 'SECRET', to: 'other.example' },
    { kind: 'notJson', detail: 'SECRET' },
    { kind: 'notJson', detail: 'SECRET', isEmpty: true },
    { kind: 'badShape', detail: 'SECRET' },
    { kind: 'badRequest', detail: 'SECRET', status: 400 },
    { kind: 'keyRejected', detail: 'SECRET', hadKey: false },
    { kind: 'notFound', detail: 'SECRET' },
    { kind: 'rateLimited', detail: 'SECRET', retryAt: now + 40_000 },
    { kind: 'serverError', detail: 'SECRET', status: 500 },
  ];

  it('is formatted without its details', () => {
    for (const error of errors) {
      const { sentence } = formatRequestError(error, 'intel.example', now);
      assert.match(sentence, /^[\p{L}].*[.]$/u);
      assert.doesNotMatch(sentence, /SECRET|failed/i);
    }
  });

  it('distinguishes a rejected key from a missing one, and shows how long a limit lasts', () => {
    const sentence = (error: RequestError): string => formatRequestError(error, 'intel.example', now).sentence;
    assert.equal(
      sentence({ kind: 'keyRejected', detail: '', hadKey: true }),
      'intel.example rejected the API key (HTTP 401).',
    );
    assert.equal(sentence({ kind: 'notJson', detail: '', isEmpty: true }), 'intel.example returned an empty response.');
    assert.equal(
      sentence({ kind: 'keyRejected', detail: '', hadKey: false }),
      'intel.example requires an API key (HTTP 401).',
    );
    assert.equal(
      sentence({ kind: 'rateLimited', detail: '', retryAt: now + 40_000 }),
      'Rate limit reached. Requests resume in 40 seconds.',
    );
  });
});

describe("A command's argument", () => {
  it('is validated, whatever is passed', () => {
    const at = { uri: 'file:///a.log', line: 3, character: 7 };
    assert.deepEqual(readTarget({ type: 'ip', value: '192.0.2.1', at }), { type: 'ip', value: '192.0.2.1', at });
    assert.deepEqual(readTarget({ type: 'ip', value: '192.0.2.1', at: { line: -1 } }), {
      type: 'ip',
      value: '192.0.2.1',
    });
    for (const odd of [
      undefined,
      null,
      'a.example',
      { scheme: 'file', path: '/a' },
      { type: 'file', value: 'a' },
      { type: 'ip', value: '' },
    ]) {
      assert.equal(readTarget(odd), undefined);
    }
  });
});

describe('The window around the pointer', () => {
  it('is bounded, however long the line is', () => {
    assert.deepEqual(lineWindow(10_000_000, 5_000_000), { from: 4_995_648, to: 5_004_352 });
    assert.deepEqual(lineWindow(20, 7), { from: 0, to: 20 });
  });
});

describe('Patterns to ignore', () => {
  const patterns = (type: 'domain' | 'ip' | 'url', value: string): string[] =>
    ignoreChoices({ type, value }, ({ value: url }) => ({ type: 'domain', value: new URL(url).hostname })).map(
      ({ pattern }) => pattern,
    );

  it('range from the indicator alone to its surroundings', () => {
    assert.deepEqual(patterns('domain', 'a.corp.example'), ['a.corp.example', '*.a.corp.example', '*.corp.example']);
    assert.deepEqual(patterns('ip', '192.0.2.7'), ['192.0.2.7', '192.0.2.0/24']);
    assert.deepEqual(patterns('ip', '2001:db8::1'), ['2001:db8::1']);
    assert.deepEqual(patterns('url', 'https://corp.example/a'), [
      'https://corp.example/a',
      'corp.example',
      '*.corp.example',
    ]);
  });
});
