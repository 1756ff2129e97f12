import assert from 'node:assert/strict';
import type { RequestError } from '../../src/core/api/requestError';
import { ListProbe, noSignIn } from '../../src/features/sources/gallery/listProbe';
import { user } from '../harness/pages/user';
import { window } from '../harness/fakeVsCode';
import { uiText } from '../../src/features/shared/ui/text';

const address = 'https://lists.example/bad.txt';

describe('A server of a list that is added', () => {
  const { withProgress } = window;
  before(() => {
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    Object.assign(window, {
      withProgress: (_: unknown, work: (progress: unknown, token: unknown) => Promise<void>) => work(undefined, token),
    });
  });
  after(() => Object.assign(window, { withProgress }));
  beforeEach(() => user.reset());

  /** The step chosen after an error of the server. */
  function fetchFrom(error: RequestError): ReturnType<ListProbe['fetch']> {
    const parts = {
      requestLog: { begin: () => () => undefined },
      servers: { trialGateway: () => Promise.resolve({}) },
      loadMirror: () => Promise.resolve({ fetchList: () => Promise.resolve({ ok: false, error }) }),
    };
    type Given = ConstructorParameters<typeof ListProbe>;
    const given = [parts.loadMirror, parts.requestLog, parts.servers] as unknown as Given;
    return new ListProbe(...given).fetch(address, noSignIn);
  }

  it('is tried again from a notification, not from a dialog, if it hung', async () => {
    user.answer = () => uiText('Try Again');
    assert.equal(await fetchFrom({ kind: 'timeout', detail: '', afterMillis: 120_000 }), 'again');
    const [prompt, ...others] = user.prompts;
    assert.deepEqual(others, []);
    assert.ok(prompt !== undefined && prompt.isModal === undefined);
    assert.match(
      prompt.title,
      /^lists\.example didn't complete its response within 2 minutes\. Nothing was changed\.$/,
    );
    assert.deepEqual(prompt.choices, [uiText('Try Again'), uiText('Change URL…')]);
  });

  it('is given up if the notification is closed', async () => {
    assert.equal(await fetchFrom({ kind: 'timeout', detail: '', afterMillis: 120_000 }), undefined);
  });

  it('is asked about in a dialog if it failed at once', async () => {
    user.answer = () => uiText('Change URL…');
    assert.equal(await fetchFrom({ kind: 'connectionRefused', detail: '' }), 'address');
    assert.equal(user.prompts[0]?.isModal, true);
  });
});
